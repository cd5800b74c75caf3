// The line where one writes: text, or a command with its options and the choices the bot offers.
import { choicesOf, fold, found, parse, read, share } from "./commands.js";
import { node } from "./markdown.js";
import { word } from "./words.js";

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
    this.turn++;
    this.command = null;
    this.tail = null;
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
    const whole = parse(this.page.commands(), text);
    if (whole && (whole.rest || /\s$/.test(text))) return this.begin(whole.command, whole.rest);
    return this.suggest(found(this.page.commands(), fold(text.slice(1)).trim()).map((command) => ({
      text: "/" + command.label, note: command.description, command, pick: () => this.begin(command),
    })), { first: true, empty: word("unknownCommand") });
  }

  // Puts the command into the line, `rest` into its fields, and the caret where one goes on.
  begin(command, rest = "") {
    this.turn++;
    this.command = command;
    this.fields.clear();
    this.input = null;
    this.tail = this.entry("/" + command.label, () => this.offerFields(), null);
    this.tail.className = "plain-input tail";
    if (!command.options.some((option) => option.required)) this.tail.placeholder = word("pressEnter");
    this.more = node("span", { class: "more" });
    this.line.replaceChildren(node("span", { class: "chip" }, "/" + command.label), this.tail, this.more);
    this.suggest([]);
    for (const option of command.options) if (option.required) this.addField(option);
    this.offerMore();
    this.tail.value = this.absorb(rest);
    const fields = [...this.fields.values()];
    const open = fields.find((field) => field.option.required && !field.input.value);
    if (open) open.input.focus();
    else this.rest(this.tail.value ? null : fields.at(-1));
  }

  // The caret at the end of a filled field (null: behind them all), with nothing offered: Enter sends.
  rest(field) {
    (field?.input || this.tail).focus({ preventScroll: true });
    this.turn++;
    this.suggest([]);
  }

  // Gives a typed text to the fields that are still free; returns what none of them takes.
  absorb(text) {
    const free = this.command.options.filter((option) => !this.fields.get(option.name)?.input.value);
    const { texts, left } = share(free, text, this.page);
    for (const [name, part] of texts) {
      const field = this.fields.get(name) || this.addField(free.find((option) => option.name === name));
      this.write(field, part);
    }
    return left;
  }

  write(field, text, value = undefined) {
    field.input.value = text;
    field.input.size = Math.min(30, Math.max(6, text.length));
    field.value = value;
  }

  freeOptions() {
    return this.command.options.filter((option) => !this.fields.has(option.name));
  }

  offerMore() {
    this.more.replaceChildren(...this.freeOptions().map((option) => {
      const button = node("button", { type: "button", class: "add", title: option.description }, "+ " + option.label);
      button.addEventListener("click", () => this.addField(option).input.focus());
      button.addEventListener("keydown", (event) => this.key(event));
      return button;
    }));
  }

  // Behind the fields: the names of those that may be added.
  offerFields() {
    const text = fold(this.tail.value).trim();
    const options = text ? this.freeOptions().filter((option) => [option.label, option.name].some((name) => fold(name).startsWith(text.replace(/\s?:$/, "")))) : [];
    const pick = (option) => {
      this.tail.value = "";
      this.addField(option).input.focus();
    };
    if (options.length && text.endsWith(":")) return pick(options[0]);
    return this.suggest(options.map((option) => ({ text: option.label, note: option.description, pick: () => pick(option) })), { first: true });
  }

  entry(label, changed, field) {
    const input = node("input", { type: "text", size: 10, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": label, enterkeyhint: "send" });
    input.addEventListener("input", changed);
    input.addEventListener("focus", changed);
    input.addEventListener("keydown", (event) => this.key(event, field));
    return input;
  }

  addField(option) {
    const field = { option, input: null, value: undefined };
    field.input = this.entry(option.label, (event) => {
      if (event.type === "input") {
        field.value = undefined;
        field.input.removeAttribute("aria-invalid");
      }
      this.offer(field);
    }, field);
    this.fields.set(option.name, field);
    this.line.insertBefore(node("label", { class: "field-in", title: option.description }, node("span", {}, option.label), field.input), this.tail);
    this.offerMore();
    return field;
  }

  removeField(field) {
    this.fields.delete(field.option.name);
    field.input.closest("label").remove();
    this.offerMore();
    this.rest(null);
  }

  async offer(field) {
    const { option, input } = field;
    const { command } = this;
    const turn = ++this.turn;
    const text = input.value;
    let choices = choicesOf(option, this.page);
    if (choices) choices = choices.filter((choice) => fold(choice.name).includes(fold(text)) || field.value !== undefined);
    else if (option.autocomplete) {
      // What is still listed is for another field or another text: Enter must not choose it.
      if (this.listed !== field) this.suggest([]);
      this.at = -1;
      this.mark();
      await new Promise((done) => setTimeout(done, 90));
      if (turn !== this.turn) return;
      const answer = await this.page.call("complete", {
        path: command.path, options: this.values(field), focused: option.name, value: text,
      });
      // Meanwhile the command may have been sent, or another field entered.
      if (turn !== this.turn || document.activeElement !== input) return;
      choices = answer.choices || [];
    }
    if (!choices) return this.suggest([]);
    return this.suggest(choices.map((choice) => ({
      text: choice.name,
      pick: () => {
        this.write(field, choice.name, choice.value);
        const next = [...this.fields.values()].find((other) => other.option.required && !other.input.value);
        if (next) next.input.focus({ preventScroll: true });
        else this.rest(field);
      },
    })), { first: Boolean(text) || option.required, empty: text ? word("nothing") : "", field });
  }

  // The fields' values but for those that do not fit.
  values(except = null) {
    const values = {};
    for (const field of this.fields.values()) {
      if (field === except || field.input.value.trim() === "") continue;
      const { value } = this.read(field);
      if (value !== undefined) values[field.option.name] = value;
    }
    return values;
  }

  read(field) {
    return field.value !== undefined ? { value: field.value } : read(field.option, field.input.value.trim(), this.page);
  }

  // ---------------------------------------------------------- suggestions

  suggest(items, { first = false, empty = "", field = null } = {}) {
    this.listed = field;
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
    if (!this.list.hidden) {
      // On a phone the pane is low: the list keeps inside it.
      const room = this.list.offsetParent.getBoundingClientRect().top - this.root.parentElement.getBoundingClientRect().top;
      this.list.style.maxHeight = `${Math.max(80, Math.min(320, room - 8))}px`;
      this.list.scrollTop = 0;
    }
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
      if (this.at >= 0 && !(field && field.value !== undefined) && !this.whole()) this.items[this.at].pick();
      else this.send();
    } else if (key === "Escape" || (key === "Backspace" && this.command && (event.target.localName === "button" || !event.target.value))) {
      event.preventDefault();
      if (key === "Escape" && !this.list.hidden) return this.suggest([]);
      if (key === "Backspace" && field && !field.option.required) return this.removeField(field);
      if (key === "Backspace" && event.target === this.tail && this.fields.size) return this.rest([...this.fields.values()].at(-1));
      this.clear();
      this.input.focus();
    }
    return undefined;
  }

  // Whether the line holds the whole name of the command that is marked: then Enter sends it at once.
  whole() {
    return !this.command && parse(this.page.commands(), this.input.value)?.command === this.items[this.at].command;
  }

  // ----------------------------------------------------------------- send

  async send() {
    if (this.command) return this.sendCommand();
    const text = this.input.value.trim();
    if (!text) return undefined;
    if (text.startsWith("/")) {
      const whole = parse(this.page.commands(), text);
      if (!whole) return this.page.toast(word("unknownCommand"));
      this.begin(whole.command, whole.rest);
      const open = [...this.fields.values()].some((field) => !field.input.value);
      return open ? undefined : this.sendCommand();
    }
    this.clear();
    this.input.focus({ preventScroll: true });
    return this.page.call("say", { text });
  }

  // Sends the command, or says what keeps it from being sent and leaves it in the line.
  async sendCommand() {
    this.tail.value = this.absorb(this.tail.value.trim());
    if (this.tail.value) return this.refuse(null, word("noField", this.tail.value));
    for (const { option, input } of this.fields.values()) {
      if (option.required && !input.value.trim()) {
        this.page.toast(word("missing", option.label));
        return input.focus();
      }
    }
    for (const field of this.fields.values()) {
      const problem = field.input.value.trim() && this.read(field).problem;
      if (problem) return this.refuse(field, problem);
    }
    const body = { path: this.command.path, options: this.values() };
    this.clear();
    this.input.focus({ preventScroll: true });
    return this.page.call("command", body);
  }

  refuse(field, text) {
    field?.input.setAttribute("aria-invalid", "true");
    this.page.toast(text);
    this.rest(field);
  }
}
