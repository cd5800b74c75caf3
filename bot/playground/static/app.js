// The page: two panes, kept in step with the server by its stream of events.
import { Composer } from "./composer.js";
import { form } from "./form.js";
import { node } from "./markdown.js";
import { closeMenu, messageNode } from "./messages.js";
import { setLanguage, word } from "./words.js";

const world = { names: { users: {}, channels: {}, roles: {} }, people: [], channels: [], commands: {}, locale: "fr", server: "" };
const messages = new Map(); // channel id -> Map(message id -> message)
let tableChannel = null;
let dmChannel = null;
let held = null; // the message whose button is being pressed: it is drawn again after the click
const waiting = new Set();

const panes = {
  table: pane("table", () => tableChannel),
  hand: pane("hand", () => dmChannel),
};

function pane(id, channel) {
  const root = document.getElementById(id);
  const made = { root, log: root.querySelector(".log"), channel, nodes: new Map(), stick: true };
  const page = {
    place: () => world.channels.find((known) => known.id === channel()),
    commands: () => world.commands[channel()] || [],
    people: () => world.people,
    roles: () => Object.entries(world.names.roles),
    channels: () => world.channels.filter((known) => !known.dm),
    call: (name, body) => {
      if (name !== "complete") made.stick = true;
      return call(name, { channel: channel(), ...body });
    },
    toast,
  };
  made.composer = new Composer(root.querySelector(".composer"), page);
  made.log.addEventListener("scroll", () => {
    made.stick = made.log.scrollHeight - made.log.scrollTop - made.log.clientHeight < 80;
  });
  new ResizeObserver(() => made.stick && toBottom(made)).observe(made.log);
  made.log.addEventListener("load", () => made.stick && toBottom(made), true);
  // Only once the press is over: the other pane's composer appears, and a button must not move under the finger.
  root.addEventListener("click", (event) => {
    if (event.target.closest("button")) made.stick = true;
    activate(made);
  });
  root.addEventListener("focusin", (event) => event.target.matches("input, textarea") && activate(made));
  return made;
}

function activate(chosen) {
  for (const other of Object.values(panes)) other.root.classList.toggle("active", other === chosen);
}

function toBottom(target) {
  target.log.scrollTop = target.log.scrollHeight;
}

// ----------------------------------------------------------------- server

async function call(name, body) {
  let answer;
  try {
    const response = await fetch(`/api/${name}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    answer = await response.json();
  } catch {
    answer = { error: word("offline") };
  }
  if (answer.error) toast(answer.error);
  if (answer.form) form(answer, (values) => call("form", { form: answer.form, values }));
  return answer;
}

function toast(text) {
  const made = node("div", { class: "toast" }, text);
  document.getElementById("toasts").append(made);
  setTimeout(() => made.remove(), 5000);
}

function listen() {
  const stream = new EventSource("/api/events");
  const state = document.getElementById("state");
  stream.onmessage = (event) => {
    state.textContent = "";
    document.body.classList.remove("lost");
    receive(JSON.parse(event.data));
  };
  stream.onerror = () => {
    state.textContent = word("lost");
    document.body.classList.add("lost");
    if (stream.readyState === EventSource.CLOSED) {
      stream.close();
      setTimeout(listen, 1000);
    }
  };
}

function receive(change) {
  if (change.kind === "messages") {
    const kept = messages.get(change.channel) || new Map();
    messages.set(change.channel, kept);
    for (const id of change.gone) kept.delete(id);
    for (const message of change.put) kept.set(message.id, message);
    const target = Object.values(panes).find((candidate) => candidate.channel() === change.channel);
    if (target) draw(target, new Set(change.put.map((message) => message.id)));
    return;
  }
  const { kind, messages: all, ...rest } = change;
  const turned = rest.locale && rest.locale !== world.locale;
  Object.assign(world, rest);
  if (kind === "hello") {
    messages.clear();
    for (const [channel, list] of Object.entries(all)) messages.set(channel, new Map(list.map((m) => [m.id, m])));
  }
  dress();
  if (kind === "hello" || turned || rest.channels || rest.names) for (const target of Object.values(panes)) draw(target, null);
}

// ------------------------------------------------------------------- draw

function dress() {
  setLanguage(world.locale);
  document.title = word("title");
  document.getElementById("server").textContent = world.server;
  for (const made of document.querySelectorAll("[data-word]")) made.textContent = word(made.dataset.word);
  for (const button of document.querySelectorAll("[data-locale]")) button.setAttribute("aria-pressed", button.dataset.locale === world.locale);
  const places = world.channels.filter((channel) => !channel.dm);
  dmChannel = world.channels.find((channel) => channel.dm)?.id || null;
  if (!places.some((channel) => channel.id === tableChannel)) tableChannel = places[0]?.id || null;
  document.getElementById("table-title").textContent = "#" + (places[0]?.name || "?");
  document.getElementById("tabs").replaceChildren(...(places.length > 1 ? places.map((channel) =>
    node("button", { type: "button", "data-channel": channel.id, "aria-pressed": channel.id === tableChannel }, (channel.thread ? "↳ " : "#") + channel.name)) : []));
  document.getElementById("table-title").hidden = places.length > 1;
  for (const target of Object.values(panes)) target.composer.relabel();
}

// Draws what changed (`fresh`: ids to draw again, null: all), in the order of ids.
function draw(target, fresh) {
  const kept = messages.get(target.channel()) || new Map();
  const order = [...kept.keys()].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const focus = document.activeElement?.closest?.("[data-id]");
  const focused = focus && { message: focus.closest("article")?.dataset.message, id: focus.dataset.id };
  for (const [id, made] of target.nodes) {
    if (kept.has(id) && made.isConnected) continue;
    made.remove();
    target.nodes.delete(id);
  }
  target.log.querySelector(".empty")?.remove();
  let before = null;
  for (const id of order) {
    let made = target.nodes.get(id);
    if (!made || fresh === null || fresh.has(id)) {
      if (made && held === id) waiting.add(id);
      else {
        const drawn = messageNode(kept.get(id), world, { press: (...args) => press(target, id, ...args) });
        if (made) made.replaceWith(drawn);
        else if (before) before.after(drawn);
        else target.log.prepend(drawn);
        target.nodes.set(id, (made = drawn));
      }
    }
    before = made;
  }
  if (!order.length) target.log.append(empty(target));
  if (focused && !document.activeElement?.closest?.("[data-id]")) {
    const article = target.nodes.get(focused.message);
    article?.querySelector(`[data-id="${CSS.escape(focused.id)}"]`)?.focus({ preventScroll: true });
  }
  if (target.stick) toBottom(target);
}

function empty(target) {
  const table = target === panes.table;
  const made = node("div", { class: "empty" },
    node("div", { class: "suits", "aria-hidden": "true" }, "♠ ", node("b", {}, "♥"), " ♣ ", node("b", {}, "♦")),
    node("p", {}, word(table ? "emptyTable" : "emptyHand")),
    node("p", { class: "small" }, word(table ? "emptyTableHelp" : "emptyHandHelp")));
  const open = table && (world.commands[tableChannel] || []).find((command) => command.path === "table open");
  if (open) made.append(node("button", { type: "button", class: "button primary", "data-command": open.label }, "/" + open.label));
  return made;
}

// ------------------------------------------------------------------- acts

async function press(target, message, button, customId, type, values) {
  if (button.classList.contains("busy")) return;
  button.classList.add("busy");
  await call("press", { channel: target.channel(), message, custom_id: customId, type, values });
  button.classList.remove("busy");
}

function release() {
  // After the click that follows this pointerup has been delivered.
  setTimeout(() => {
    held = null;
    if (!waiting.size) return;
    const ids = new Set(waiting);
    waiting.clear();
    for (const target of Object.values(panes)) draw(target, ids);
  });
}

document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#menu, .select")) closeMenu();
  held = event.target.closest("article")?.dataset.message || null;
}, true);
document.addEventListener("pointerup", release, true);
document.addEventListener("pointercancel", release, true);
document.addEventListener("keydown", (event) => event.key === "Escape" && closeMenu());
addEventListener("resize", closeMenu);

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-dismiss], [data-locale], [data-channel], [data-command]");
  if (!target) return;
  const { dismiss, locale, channel, command } = target.dataset;
  const side = target.closest("#hand") ? panes.hand : panes.table;
  if (dismiss) call("dismiss", { channel: side.channel(), message: dismiss });
  else if (locale) call("locale", { locale });
  else if (command) {
    activate(side);
    side.composer.fill("/" + command + " ");
  } else if (channel && world.channels.some((known) => known.id === channel && !known.dm)) {
    tableChannel = channel;
    panes.table.stick = true;
    dress();
    draw(panes.table, null);
  }
});

listen();
