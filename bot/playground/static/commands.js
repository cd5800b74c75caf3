// What a typed line means: which command, which of its fields, and whether a text fits a field.
import { word } from "./words.js";

const INTEGER = 4;
const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const ROLE = 8;
const MENTIONABLE = 9;
const NUMBER = 10;

// What one needs first comes first; the others follow by name.
const FIRST = [
  "table open", "table start", "table join", "play", "bid", "call", "discard", "declare", "hand", "trick", "score",
  "rules", "referee", "here", "deal", "rematch", "help", "table computer", "table options", "table status", "table leave", "table close",
];

// Small letters without accents: "écart" is found by "ecart".
export function fold(text) {
  return String(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

// The commands that a half-typed name may mean, the likeliest first.
export function found(commands, asked) {
  return commands
    .map((command) => ({ command, rank: rank(command, asked), place: FIRST.indexOf(command.path) >>> 0 }))
    .filter((entry) => entry.rank < 9)
    .sort((a, b) => a.rank - b.rank || a.place - b.place || a.command.label.localeCompare(b.command.label))
    .map((entry) => entry.command);
}

function rank(command, asked) {
  const names = [fold(command.label), fold(command.path)];
  if (names.some((name) => name.startsWith(asked))) return 0;
  const words = asked.split(/\s+/);
  if (names.some((name) => words.every((part) => name.split(" ").some((piece) => piece.startsWith(part))))) return 1;
  return names.some((name) => name.includes(asked)) ? 2 : 9;
}

// "/jouer 7 de pique" is the command "jouer" and the rest "7 de pique"; the longest name counts. null: no command.
export function parse(commands, text) {
  const words = text.replace(/^\//, "").trim().split(/\s+/);
  let best = null;
  for (const command of commands) {
    for (const name of [command.label, command.path]) {
      const length = name.split(" ").length;
      if (fold(words.slice(0, length).join(" ")) !== fold(name) || (best && best.length >= length)) continue;
      best = { command, length, rest: words.slice(length).join(" ") };
    }
  }
  return best;
}

// The texts that `rest` gives to the free options: "name:text" by name, the others in order, required ones first.
// `left` is what no option takes.
export function share(options, rest, page) {
  const texts = new Map();
  let left = named(options, rest.normalize("NFC").trim(), texts);
  const order = [...options].sort((a, b) => b.required - a.required);
  for (let taken = true; left && taken;) {
    taken = false;
    for (const option of order) {
      const part = left && !texts.has(option.name) ? take(option, left, page) : "";
      if (!part) continue;
      texts.set(option.name, part);
      left = left.slice(part.length).trim();
      taken = true;
    }
  }
  const open = order.find((option) => !texts.has(option.name));
  if (left && open) {
    texts.set(open.name, left); // it does not fit: the field will say why
    left = "";
  }
  return { texts, left };
}

function named(options, text, texts) {
  const plain = Array.from(text, fold).join("");
  if (!options.length || plain.length !== text.length) return text;
  const names = new Map(options.flatMap((option) => [option.label, option.name].map((name) => [fold(name), option])));
  const marks = [...plain.matchAll(new RegExp(`(?<=^|\\s)(${[...names.keys()].join("|")})\\s?:\\s*`, "gu"))];
  marks.forEach((mark, index) => {
    const given = text.slice(mark.index + mark[0].length, marks[index + 1]?.index).trim();
    if (given) texts.set(names.get(mark[1]).name, given);
  });
  return text.slice(0, marks[0]?.index).trim();
}

// The beginning of `text` that fits the option; "" when none does.
function take(option, text, page) {
  const choices = choicesOf(option, page);
  if (choices) {
    const plain = Array.from(text, fold).join("");
    const names = choices.flatMap((choice) => [fold(choice.name), bare(choice.name)]).sort((a, b) => b.length - a.length);
    const name = names.find((known) => known && (plain + " ").startsWith(known + " "));
    return name && plain.length === text.length ? text.slice(0, name.length) : "";
  }
  if (option.type !== INTEGER && option.type !== NUMBER) return text;
  const first = text.split(" ", 1)[0];
  return Number.isNaN(number(first)) ? "" : first;
}

// The closed list an option chooses from, or null.
export function choicesOf(option, page) {
  switch (option.type) {
    case BOOLEAN: return [{ name: word("yes"), value: true }, { name: word("no"), value: false }];
    case USER:
    case MENTIONABLE: return page.people().map((person) => ({ name: person.name, value: { user: person.id } }));
    case ROLE: return page.roles().map(([id, name]) => ({ name: "@" + name.replace(/^@/, ""), value: { role: id } }));
    case CHANNEL: return page.channels().map((channel) => ({ name: "#" + channel.name, value: { channel: channel.id } }));
    default: return option.choices.length ? option.choices : null;
  }
}

// What a typed text is worth for an option: {value}, or {problem} in the page's language.
export function read(option, text, page) {
  const choices = choicesOf(option, page);
  if (choices) {
    const choice = choices.find((known) => bare(known.name) === bare(text));
    return choice ? { value: choice.value } : { problem: word("notInList", option.label) };
  }
  if (option.type !== INTEGER && option.type !== NUMBER) return { value: text };
  const value = number(text);
  if (Number.isNaN(value) || (option.type === INTEGER && !Number.isSafeInteger(value))) return { problem: word("notNumber", option.label) };
  if (option.min !== null && value < option.min) return { problem: word("tooSmall", option.label, option.min) };
  if (option.max !== null && value > option.max) return { problem: word("tooBig", option.label, option.max) };
  return { value };
}

function number(text) {
  const plain = text.trim().replace("\u2212", "-").replace(",", ".");
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : NaN;
}

function bare(name) {
  return fold(name).trim().replace(/^[@#]/, "");
}
