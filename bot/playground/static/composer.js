// The line where one writes: text, or a command with its options and the choices the bot offers.
import { node } from "./markdown.js";
import { word } from "./words.js";

const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const ROLE = 8;
const MENTIONABLE = 9;
const NUMBERS = new Set([4, 10]);

export class Composer {
  // `page` gives place(), commands(), people(), roles(), channels(), call(name, body), toast(text).
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.command = null;
    this.fields = new Map();
    this.items = [];
    this.at = -1;
    this.turn = 0;
    this.list = node("div", { class: "suggestions", role: "listbox", hidden: true });
    this.line = node("div", { class: "line-in" });
    this.sendButton = node("button", { type: "button", class: "send", onclick: () => this.send() }, node("span", { class: "arrow-right", "aria-hidden": "true" }));
    root.append(this.list, node("div", { class: "box" }, this.line, this.sendButton));
    root.addEventListener("focusout", () => setTimeout(() => root.contains(document.activeElement) || this.suggest([]), 120));
    this.clear();
  }

  relabel() {
    this.sendButton.setAttribute("aria-label", word("send"));
    const place = this.page.place();
    const where = place && !place.dm ? `#${place.name}` : word("dm");
    if (this.input) this.input.placeholder = word("write", where);
  }

  clear() {
    this.command = null;
    this.fields.clear();
    this.input = node("input", { type: "text", class: "plain-input", maxlength: 2000, autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send" });
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.line.replaceChildren(this.input);
    this.suggest([]);
    this.relabel();
  }

  fill(text) {
    this.clear();
    this.input.value = text;
    this.input.focus();
    this.typed();
  }

  // ------------------------------------------------------------- commands

  typed() {
    const text = this.input.value;
    if (!text.startsWith("/")) return this.suggest([]);
    const asked = fold(text.slice(1).trimStart());
    const exact = this.page.commands().find((c) => [c.label, c.path].some((name) => asked === fold(name) + " "));
    if (exact) return this.begin(exact);
    const found = this.page.commands()
      .map((command) => ({ command, rank: rank(command, asked.trim()) }))
      .filter((entry) => entry.rank < 9)
      .sort((a, b) => a.rank - b.rank || a.command.label.localeCompare(b.command.label));
    return this.suggest(found.slice(0, 12).map(({ command }) => ({
      text: "/" + command.label, note: command.description, pick: () => this.chosen(command),
    })), { first: true, empty: word("unknownCommand") });
  }

  chosen(command) {
    if (command.options.length) this.begin(command);
    else {
      this.begin(command);
      this.send();
    }
  }

  begin(command) {
    this.command = command;
    this.fields.clear();
    this.input = null;
    this.line.replaceChildren(node("span", { class: "chip" }, "/" + command.label));
    this.suggest([]);
    for (const option of command.options) if (option.required) this.addField(option);
    this.more = node("span", { class: "more" });
    this.line.append(this.more);
    this.offerMore();
    const first = [...this.fields.values()][0];
    if (first) first.input.focus();
    else this.more.querySelector("button")?.focus();
  }

  offerMore() {
    const left = this.command.options.filter((option) => !this.fields.has(option.name));
    this.more.replaceChildren(...left.map((option) => {
      const button = node("button", { type: "button", class: "add", title: option.description }, "+ " + option.label);
      button.addEventListener("click", () => this.addField(option).input.focus());
      button.addEventListener("keydown", (event) => this.key(event));
      return button;
    }));
  }

  addField(option) {
    const input = node("input", { type: "text", size: 10, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": option.label, enterkeyhint: "send" });
    const field = { option, input, value: undefined };
    input.addEventListener("input", () => {
      field.value = undefined;
      this.offer(field);
    });
    input.addEventListener("focus", () => this.offer(field));
    input.addEventListener("keydown", (event) => this.key(event, field));
    this.fields.set(option.name, field);
    const made = node("label", { class: "field-in", title: option.description }, node("span", {}, option.label), input);
    if (this.more?.isConnected) this.line.insertBefore(made, this.more);
    else this.line.append(made);
    if (this.more?.isConnected) this.offerMore();
    return field;
  }

  async offer(field) {
    const { option, input } = field;
    const turn = ++this.turn;
    const text = input.value;
    let choices = null;
    if (option.type === BOOLEAN) choices = [{ name: word("yes"), value: true }, { name: word("no"), value: false }];
    else if (option.type === USER || option.type === MENTIONABLE) choices = this.page.people().map((p) => ({ name: p.name, value: { user: p.id } }));
    else if (option.type === ROLE) choices = this.page.roles().map(([id, name]) => ({ name: "@" + name.replace(/^@/, ""), value: { role: id } }));
    else if (option.type === CHANNEL) choices = this.page.channels().map((c) => ({ name: "#" + c.name, value: { channel: c.id } }));
    else if (option.choices.length) choices = option.choices;
    if (choices) choices = choices.filter((choice) => fold(choice.name).includes(fold(text)) || field.value !== undefined);
    else if (option.autocomplete) {
      await new Promise((done) => setTimeout(done, 90));
      if (turn !== this.turn) return;
      const answer = await this.page.call("complete", {
        path: this.command.path, options: this.values(field), focused: option.name, value: text,
      });
      if (turn !== this.turn || document.activeElement !== input) return;
      choices = answer.choices || [];
    }
    if (!choices) return this.suggest([]);
    return this.suggest(choices.map((choice) => ({
      text: choice.name,
      pick: () => {
        field.input.value = choice.name;
        field.input.size = Math.max(6, choice.name.length);
        field.value = choice.value;
        this.suggest([]);
        const next = [...this.fields.values()].find((other) => other.option.required && !other.input.value);
        (next || field).input.focus({ preventScroll: true });
        if (!next) this.suggest([]), this.turn++;
      },
    })), { first: Boolean(text) || option.required, empty: text ? word("nothing") : "" });
  }

  values(except = null) {
    const values = {};
    for (const field of this.fields.values()) {
      if (field === except || field.input.value === "") continue;
      values[field.option.name] = this.value(field);
    }
    return values;
  }

  value(field) {
    if (field.value !== undefined) return field.value;
    const text = field.input.value.trim();
    const named = field.option.choices.find((choice) => fold(choice.name) === fold(text));
    if (named) return named.value;
    if (NUMBERS.has(field.option.type)) return Number(text.replace(",", "."));
    if (field.option.type === BOOLEAN) return fold(text) === fold(word("yes")) || text === "true";
    return text;
  }

  // ---------------------------------------------------------- suggestions

  suggest(items, { first = false, empty = "" } = {}) {
    this.items = items;
    this.at = first && items.length ? 0 : -1;
    this.list.replaceChildren(...items.map((item) => {
      const made = node("button", { type: "button", role: "option", tabindex: "-1" }, node("span", {}, item.text), item.note && node("small", {}, item.note));
      made.addEventListener("pointerdown", (event) => event.preventDefault());
      made.addEventListener("click", () => item.pick());
      return made;
    }));
    if (!items.length && empty) this.list.append(node("div", { class: "none" }, empty));
    this.list.hidden = !this.list.children.length;
    this.mark();
  }

  mark() {
    [...this.list.children].forEach((made, index) => {
      made.setAttribute("aria-selected", index === this.at);
      if (index === this.at) made.scrollIntoView({ block: "nearest" });
    });
  }

  key(event, field = null) {
    const { key } = event;
    if ((key === "ArrowDown" || key === "ArrowUp") && this.items.length) {
      event.preventDefault();
      this.at = (this.at + (key === "ArrowDown" ? 1 : -1) + this.items.length) % this.items.length;
      this.mark();
    } else if (key === "Tab" && this.items.length && this.at >= 0 && !event.shiftKey) {
      event.preventDefault();
      this.items[this.at].pick();
    } else if (key === "Enter" && event.target.localName === "input") {
      event.preventDefault();
      if (this.at >= 0 && !(field && field.value !== undefined)) this.items[this.at].pick();
      else this.send();
    } else if (key === "Escape" || (key === "Backspace" && this.command && (event.target.localName === "button" || !event.target.value))) {
      event.preventDefault();
      if (key === "Escape" && !this.list.hidden) return this.suggest([]);
      this.clear();
      this.input.focus();
    }
    return undefined;
  }

  // ----------------------------------------------------------------- send

  async send() {
    if (this.command) {
      const command = this.command;
      const missing = command.options.find((option) => option.required && !this.fields.get(option.name)?.input.value);
      if (missing) {
        this.page.toast(word("missing", missing.label));
        this.fields.get(missing.name)?.input.focus();
        return;
      }
      const body = { path: command.path, options: this.values() };
      this.clear();
      this.input.focus({ preventScroll: true });
      await this.page.call("command", body);
      return;
    }
    const text = this.input.value.trim();
    if (!text) return;
    if (text.startsWith("/")) {
      const named = this.page.commands().find((c) => [c.label, c.path].some((name) => fold(text.slice(1)) === fold(name)));
      if (named) this.chosen(named);
      else this.page.toast(word("unknownCommand"));
      return;
    }
    this.clear();
    this.input.focus({ preventScroll: true });
    await this.page.call("say", { text });
  }
}

// Small letters without accents: "écart" is found by "ecart".
function fold(text) {
  return String(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function rank(command, asked) {
  const names = [fold(command.label), fold(command.path)];
  if (names.some((name) => name.startsWith(asked))) return 0;
  const words = asked.split(/\s+/);
  if (names.some((name) => words.every((part) => name.split(" ").some((piece) => piece.startsWith(part))))) return 1;
  return names.some((name) => name.includes(asked)) ? 2 : 9;
}
