// Discord's markdown, as nodes; no text ever becomes HTML.
import { language } from "./words.js";

export function node(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "class") made.className = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export function emoji(id, name) {
  if (!id) return node("span", { class: "unicode" }, name);
  const image = node("img", { class: "emoji", src: `/emoji/${id}`, alt: `:${name}:`, title: name, draggable: "false" });
  image.addEventListener("error", () => image.replaceWith(node("span", { class: "noemoji" }, name)), { once: true });
  return image;
}

// Each rule: pattern, and what its match becomes. The first that matches earliest in the text wins.
const RULES = [
  [/`([^`]+)`/, (m) => node("code", {}, m[1])],
  [/<a?:(\w+):(\d+)>/, (m) => emoji(m[2], m[1])],
  [/<t:(-?\d+)(?::([tTdDfFR]))?>/, (m) => moment(Number(m[1]), m[2] || "f")],
  [/<@!?(\d+)>/, (m, names) => node("span", { class: "mention" }, "@" + (names.users[m[1]] || "?"))],
  [/<@&(\d+)>/, (m, names) => node("span", { class: "mention" }, "@" + (names.roles[m[1]] || "?"))],
  [/<#(\d+)>/, (m, names) => node("button", { type: "button", class: "mention", "data-channel": m[1] }, "#" + (names.channels[m[1]] || "?"))],
  [/<\/([^:>]+):\d+>/, (m) => node("button", { type: "button", class: "mention", "data-command": m[1] }, "/" + m[1])],
  [/\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m, names) => node("a", { href: m[2], target: "_blank", rel: "noreferrer" }, inline(m[1], names))],
  [/https?:\/\/[^\s<>]+[^\s<>.,;:!?)]/, (m) => node("a", { href: m[0], target: "_blank", rel: "noreferrer" }, m[0])],
  [/\*\*\*([^*]+)\*\*\*/, (m, names) => node("strong", {}, node("em", {}, inline(m[1], names)))],
  [/\*\*(.+?)\*\*/s, (m, names) => node("strong", {}, inline(m[1], names))],
  [/__(.+?)__/s, (m, names) => node("u", {}, inline(m[1], names))],
  [/~~(.+?)~~/s, (m, names) => node("s", {}, inline(m[1], names))],
  [/\|\|(.+?)\|\|/s, (m, names) => spoiler(m[1], names)],
  [/\*(?!\s)([^*]+?)\*/s, (m, names) => node("em", {}, inline(m[1], names))],
  [/(?<!\w)_(?!\s)([^_]+?)_(?!\w)/s, (m, names) => node("em", {}, inline(m[1], names))],
  [/\\([*_~`|\\<>#:\-[\]()@])/, (m) => m[1]],
];

function spoiler(text, names) {
  const made = node("button", { type: "button", class: "spoiler" }, inline(text, names));
  made.addEventListener("click", () => made.classList.add("open"));
  return made;
}

export function inline(text, names) {
  const out = [];
  let rest = text;
  while (rest) {
    let best = null;
    for (const [pattern, make] of RULES) {
      const found = pattern.exec(rest);
      // An escaped mark is text: the rule for escapes sits one character earlier and wins.
      if (found && (!best || found.index < best.found.index)) best = { found, make };
    }
    if (!best) {
      out.push(rest);
      break;
    }
    if (best.found.index) out.push(rest.slice(0, best.found.index));
    out.push(best.make(best.found, names));
    rest = rest.slice(best.found.index + best.found[0].length);
  }
  return out;
}

const ONLY_EMOJI = /^(?:\s|<a?:\w+:\d+>)+$/;

// Blocks: fences, headings, small print, quotes, lists and paragraphs.
export function markdown(text, names) {
  const made = node("div", { class: "markdown" });
  if (ONLY_EMOJI.test(text)) made.classList.add("jumbo");
  const parts = text.split(/```(?:\w+\n)?([\s\S]*?)```/);
  parts.forEach((part, index) => {
    if (index % 2) made.append(node("pre", {}, node("code", {}, part.replace(/^\n|\n$/g, ""))));
    else if (part.trim() || parts.length === 1) blocks(part.replace(/^\n|\n$/g, ""), names, made);
  });
  return made;
}

function blocks(text, names, into) {
  let list = null;
  let quote = null;
  for (const line of text.split("\n")) {
    const item = /^(\s*)(?:[-*]|(\d+)\.)\s+(.*)$/.exec(line);
    const heading = /^(#{1,3})\s+(.*)$/.exec(line);
    const small = /^-#\s+(.*)$/.exec(line);
    const quoted = /^>\s(.*)$/.exec(line);
    if (!quoted) quote = null;
    if (!item || small) list = null;
    if (small) into.append(node("div", { class: "small" }, inline(small[1], names)));
    else if (heading) into.append(node("h" + (heading[1].length + 1), {}, inline(heading[2], names)));
    else if (quoted) {
      if (!quote) into.append((quote = node("blockquote")));
      quote.append(node("div", {}, inline(quoted[1], names)));
    } else if (item) {
      const tag = item[2] ? "ol" : "ul";
      if (!list || list.localName !== tag) {
        list = node(tag, item[2] ? { start: item[2] } : {});
        into.append(list);
      }
      list.append(node("li", item[1].length > 1 ? { class: "deep" } : {}, inline(item[3], names)));
    } else into.append(node("div", { class: line.trim() ? "line" : "gap" }, inline(line, names)));
  }
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

function moment(seconds, style) {
  const date = new Date(seconds * 1000);
  const made = node("time", { datetime: date.toISOString(), title: date.toLocaleString(language) });
  if (style === "R") {
    made.dataset.relative = seconds;
    made.textContent = relative(seconds);
  } else made.textContent = date.toLocaleString(language, STYLES[style]);
  return made;
}

const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function relative(seconds) {
  const away = seconds - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= length) || UNITS[3];
  return new Intl.RelativeTimeFormat(language, { numeric: "always" }).format(Math.round(away / size), unit);
}

setInterval(() => {
  for (const made of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(made.dataset.relative));
    if (made.textContent !== text) made.textContent = text;
  }
}, 1000);
