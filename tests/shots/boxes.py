"""What is wrong with the boxes of a page: judged by the page itself, from the geometry of what it laid out."""

from __future__ import annotations

from tests.playground.browser import Page

_JUDGE = r"""
(() => {
  const wrong = [], slack = 1.5;
  const kind = e => [e.tagName.toLowerCase(), ...e.classList].join('.');
  const name = e => `${kind(e)} "${e.innerText?.trim().slice(0, 40) ?? ''}"`;
  const seen = e => e.checkVisibility() && e.getBoundingClientRect().width > 0;
  const all = (root, what) => [...root.querySelectorAll(what)].filter(seen);
  const cross = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack;
  const apart = (boxes, place) => boxes.forEach((one, n) => boxes.slice(n + 1).forEach(other => {
    if (one.contains(other) || other.contains(one)) return;
    if (cross(one.getBoundingClientRect(), other.getBoundingClientRect()))
      wrong.push(`${place}: ${name(one)} lies over ${name(other)}`);
  }));
  if (document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight)
    wrong.push('the page is larger than its window');
  const said = document.body.innerText.match(
    /.*(unavailable|indisponible|undefined|\[object |\bNaN\b|\bnull\b|\bNone\b|\bTrue\b|\bFalse\b|�|\{\w+\}).*/i);
  if (said) wrong.push(`it says: ${said[0].trim()}`);
  for (const bad of all(document, '.noemoji, .toast')) wrong.push(`not wanted: ${name(bad)}`);
  for (const image of all(document, 'img')) {
    if (!image.complete || !image.naturalWidth) wrong.push(`a picture is missing: ${image.alt || image.src}`);
    if (image.classList.contains('picture') && !(image.alt.length > 20 && image.alt.length <= 1024))
      wrong.push(`a picture has ${image.alt.length} characters of words`);
  }
  for (const log of all(document, '.log')) {
    const room = log.getBoundingClientRect();
    if (log.scrollWidth > log.clientWidth + slack) wrong.push(`${log.parentElement.id} can be moved sideways`);
    for (const part of all(log, 'article *')) {
      const box = part.getBoundingClientRect();
      if (box.left < room.left - slack || box.right > room.right + slack)
        wrong.push(`${name(part)} reaches out of its pane`);
    }
    apart(all(log, 'article'), 'messages');
    for (const article of all(log, 'article'))
      apart(all(article, '.button, .select, .picture, .line, .small, .markdown, .who, .origin'), 'in a message');
  }
  for (const box of all(document, '.button, .select, .option, .author, .chip, h1, .tabs button, dialog'))
    if (box.scrollWidth > box.clientWidth + slack && box.clientWidth) wrong.push(`${name(box)} is cut off`);
  apart(all(document, 'header.top, .pane'), 'panes');
  for (const pane of all(document, '.pane')) apart(all(pane, '.bar, .log, .composer'), pane.id);
  return [...new Set(wrong)];
})()
"""


async def faults(page: Page) -> list[str]:
    """What lies over something else, is cut off, reaches out, is missing, or says what no player should read."""
    found = await page.value(_JUDGE)
    assert isinstance(found, list)
    return [str(fault) for fault in found] + [f"the console says: {line}" for line in page.console]
