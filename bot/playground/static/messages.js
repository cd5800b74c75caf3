// Messages, embeds and components as nodes.
import { emoji, inline, markdown, node } from "./markdown.js";
import { language, word } from "./words.js";

const EPHEMERAL = 64;
const LOADING = 128;
const BUTTON = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

// `world` holds names and people; `act` is told what the person does.
export function messageNode(message, world, act) {
  const ephemeral = Boolean(message.flags & EPHEMERAL);
  const made = node("article", { class: "message" + (ephemeral ? " ephemeral" : ""), "data-message": message.id });
  const body = node("div", { class: "body" });
  made.append(avatar(message.author), body);
  if (message.command) {
    const user = node("span", { class: "mention" }, "@" + (world.names.users[message.command.user] || "?"));
    const known = Object.values(world.commands).flat().find((one) => one.path === message.command.name);
    const command = node("span", { class: "mention" }, "/" + (known ? known.label : message.command.name));
    made.prepend(node("div", { class: "origin" }, word("used", user, command)));
  }
  body.append(
    node("div", { class: "who" },
      node("span", { class: "author" }, message.author.name),
      message.author.bot && node("span", { class: "badge" }, word("app")),
      node("time", { datetime: message.timestamp }, clock(message.timestamp))),
  );
  if (message.flags & LOADING && !message.content) body.append(node("div", { class: "thinking" }, word("thinking")));
  if (message.content) {
    const text = markdown(message.content, world.names);
    if (message.edited_timestamp && !message.author.bot) text.append(node("span", { class: "edited" }, word("edited")));
    body.append(text);
  }
  const pictured = new Set();
  const described = new Map((message.attachments || []).map((file) => [file.url, file.description]));
  for (const embed of message.embeds || []) body.append(embedNode(embed, world, pictured, described));
  for (const file of message.attachments || []) if (!pictured.has(file.url)) body.append(fileNode(file));
  body.append(...(message.components || []).map((part) => componentNode(part, world, act)));
  if (ephemeral) {
    const dismiss = node("button", { type: "button", class: "plain", "data-dismiss": message.id }, word("dismiss"));
    body.append(node("div", { class: "only" }, eye(), " ", word("only"), " · ", dismiss));
  }
  return made;
}

function eye() {
  return node("span", { class: "eye", "aria-hidden": "true" });
}

function avatar(author) {
  if (author.bot) return node("span", { class: "avatar bot", "aria-hidden": "true" }, "♣");
  return node("span", { class: "avatar", "aria-hidden": "true" }, author.name.slice(0, 1).toUpperCase());
}

function clock(timestamp) {
  const date = new Date(timestamp);
  const time = date.toLocaleTimeString(language, { timeStyle: "short" });
  if (date.toDateString() === new Date().toDateString()) return time;
  return date.toLocaleDateString(language, { dateStyle: "short" }) + " " + time;
}

function embedNode(embed, world, pictured, described) {
  const made = node("div", { class: "embed" });
  if (embed.color !== undefined && embed.color !== null) made.style.setProperty("--edge", "#" + embed.color.toString(16).padStart(6, "0"));
  const text = node("div", { class: "embed-text" });
  if (embed.author) text.append(node("div", { class: "embed-author" }, embed.author.name));
  if (embed.title) text.append(node("div", { class: "embed-title" }, inline(embed.title, world.names)));
  if (embed.description) text.append(markdown(embed.description, world.names));
  if (embed.fields?.length) {
    text.append(node("div", { class: "fields" }, embed.fields.map((field) =>
      node("div", { class: field.inline ? "field inline" : "field" },
        node("div", { class: "field-name" }, inline(field.name, world.names)), markdown(field.value, world.names)))));
  }
  made.append(text);
  if (embed.thumbnail) made.append(picture(embed.thumbnail, "thumbnail", pictured, described));
  if (embed.image) made.append(picture(embed.image, "picture", pictured, described));
  if (embed.footer) made.append(node("div", { class: "embed-footer" }, embed.footer.text));
  return made;
}

function picture(media, kind, pictured, described) {
  pictured?.add(media.url);
  return node("img", { class: kind, src: media.url, alt: media.description || described?.get(media.url) || "", loading: "lazy" });
}

// The room of a picture is kept before it is there: buttons below do not move away from under a finger.
function sized(image, { width, height }) {
  if (width && height) {
    image.style.aspectRatio = `${width} / ${height}`;
    image.style.width = `min(100%, ${Math.min(width, 520, Math.round((420 * width) / height))}px)`;
  }
  return image;
}

function fileNode(file) {
  const image = /^image\//.test(file.content_type || "");
  if (image) return sized(node("img", { class: "picture", src: file.url, alt: file.description || file.filename, loading: "lazy" }), file);
  return node("a", { class: "file", href: file.url, target: "_blank", download: file.filename }, file.filename);
}

// ------------------------------------------------------------- components

function componentNode(part, world, act) {
  switch (part.type) {
    case 1:
      return node("div", { class: "row" }, part.components.map((inner) => componentNode(inner, world, act)));
    case 2:
      return buttonNode(part, act);
    case 3: case 5: case 6: case 7: case 8:
      return selectNode(part, world, act);
    case 9:
      return node("div", { class: "section" },
        node("div", {}, part.components.map((inner) => componentNode(inner, world, act))),
        componentNode(part.accessory, world, act));
    case 10:
      return markdown(part.content, world.names);
    case 11:
      return picture(part.media, "thumbnail");
    case 12:
      return node("div", { class: "gallery" }, part.items.map((item) => picture({ ...item.media, description: item.description }, "picture")));
    case 13:
      return node("a", { class: "file", href: part.file.url, target: "_blank" }, part.name || word("download"));
    case 14:
      return node("hr", { class: part.divider === false ? "gap" : "" });
    case 17: {
      const box = node("div", { class: "embed container" }, part.components.map((inner) => componentNode(inner, world, act)));
      if (part.accent_color) box.style.setProperty("--edge", "#" + part.accent_color.toString(16).padStart(6, "0"));
      return box;
    }
    default:
      return node("div", { class: "small" }, `[${part.type}]`);
  }
}

function buttonNode(part, act) {
  const content = [part.emoji && emoji(part.emoji.id, part.emoji.name), part.label && node("span", {}, part.label)];
  const style = "button " + BUTTON[part.style] + (part.label ? "" : " bare");
  if (part.style === 5) return node("a", { class: style, href: part.url, target: "_blank", rel: "noreferrer" }, content);
  const made = node("button", { type: "button", class: style, disabled: part.disabled, "data-id": part.custom_id }, content);
  if (!part.label && part.emoji) made.setAttribute("aria-label", part.emoji.name);
  made.addEventListener("click", () => act.press(made, part.custom_id, part.type, null));
  return made;
}

// The choices of a menu: its own, or the people and channels of the server.
function choices(part, world) {
  if (part.type === 3) return part.options;
  if (part.type === 8) return world.channels.filter((c) => !c.dm).map((c) => ({ label: "#" + c.name, value: c.id }));
  if (part.type === 6) return Object.entries(world.names.roles).map(([value, label]) => ({ label: "@" + label.replace(/^@/, ""), value }));
  return world.people.map((person) => ({ label: person.name, value: person.id }));
}

function selectNode(part, world, act) {
  const options = choices(part, world);
  const chosen = options.filter((option) => option.default);
  const text = chosen.length ? chosen.map((option) => option.label).join(", ") : part.placeholder || word("choose");
  const made = node("button", { type: "button", class: "select", disabled: part.disabled, "data-id": part.custom_id, "aria-haspopup": "listbox" },
    node("span", { class: chosen.length ? "" : "placeholder" }, chosen.length === 1 && chosen[0].emoji ? [emoji(chosen[0].emoji.id, chosen[0].emoji.name), " "] : [], text),
    node("span", { class: "arrow", "aria-hidden": "true" }));
  const send = (values) => act.press(made, part.custom_id, part.type, values);
  made.addEventListener("click", () => openMenu(made, part, options, send));
  return made;
}

// A menu floats above the page, so that a new drawing of its message does not close it.
export function openMenu(anchor, part, options, send) {
  closeMenu();
  const minimum = part.min_values ?? 1;
  const maximum = part.max_values ?? 1;
  const many = maximum > 1 || minimum === 0;
  const picked = new Set(options.filter((option) => option.default).map((option) => option.value));
  const menu = node("div", { class: "menu", id: "menu" });
  const list = node("div", { class: "menu-list", role: "listbox", "aria-multiselectable": many });
  const done = many && node("button", { type: "button", class: "button primary" });
  const refresh = () => {
    for (const item of list.children) {
      const on = picked.has(item.dataset.value);
      item.setAttribute("aria-selected", on);
      item.disabled = many && !on && picked.size >= maximum;
    }
    if (done) {
      done.textContent = word("chosen", picked.size);
      done.disabled = picked.size < minimum;
    }
  };
  for (const option of options) {
    const item = node("button", { type: "button", role: "option", "data-value": option.value },
      option.emoji && emoji(option.emoji.id, option.emoji.name),
      node("span", { class: "option" }, option.label, option.description && node("small", {}, option.description)),
      many && node("span", { class: "tick", "aria-hidden": "true" }));
    item.addEventListener("click", () => {
      if (!many) {
        closeMenu();
        send([option.value]);
      } else {
        if (!picked.delete(option.value)) picked.add(option.value);
        refresh();
      }
    });
    list.append(item);
  }
  menu.append(list);
  if (done) {
    done.addEventListener("click", () => {
      closeMenu();
      send(options.map((option) => option.value).filter((value) => picked.has(value)));
    });
    menu.append(done);
  }
  refresh();
  document.body.append(menu);
  place(menu, anchor);
  list.querySelector("button:not(:disabled)")?.focus({ preventScroll: true });
}

export function closeMenu() {
  document.getElementById("menu")?.remove();
}

function place(menu, anchor) {
  const box = anchor.getBoundingClientRect();
  menu.style.width = `${Math.max(box.width, 240)}px`;
  menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - Math.max(box.width, 240) - 8))}px`;
  const below = innerHeight - box.bottom - 12;
  const above = box.top - 12;
  if (below >= Math.min(menu.offsetHeight, 260) || below >= above) {
    menu.style.top = `${box.bottom + 4}px`;
    menu.style.maxHeight = `${below}px`;
  } else {
    menu.style.bottom = `${innerHeight - box.top + 4}px`;
    menu.style.maxHeight = `${above}px`;
  }
}
