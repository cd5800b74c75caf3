// A form (modal) over the page.
import { markdown, node } from "./markdown.js";
import { word } from "./words.js";

const TEXT = 4;
const PARAGRAPH = 2;

export function form(answer, submit) {
  const dialog = document.getElementById("form");
  const fields = new Map();
  const body = node("form", { method: "dialog" }, node("h2", {}, answer.modal.title));
  for (const part of answer.modal.components) body.append(piece(part, fields));
  const cancel = node("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, word("cancel"));
  body.append(node("div", { class: "form-end" }, cancel, node("button", { type: "submit", class: "button primary" }, word("submit"))));
  body.addEventListener("submit", () => {
    const values = {};
    for (const [name, read] of fields) {
      const value = read();
      if (value !== null) values[name] = value;
    }
    submit(values);
  });
  dialog.replaceChildren(body);
  dialog.showModal();
}

function piece(part, fields) {
  switch (part.type) {
    case 1:
      return node("div", {}, part.components.map((inner) => control(inner, inner.label, "", fields)));
    case 18:
      return control(part.component, part.label, part.description, fields);
    case 10:
      return markdown(part.content, { users: {}, channels: {}, roles: {} });
    default:
      return node("div", {}, `[${part.type}]`);
  }
}

function control(part, label, description, fields) {
  const made = node("label", { class: "control" }, node("span", {}, label, part.required !== false && node("b", {}, " *")), description && node("small", {}, description));
  if (part.type === TEXT) {
    const input = node(part.style === PARAGRAPH ? "textarea" : "input", {
      name: part.custom_id, placeholder: part.placeholder, maxlength: part.max_length, minlength: part.min_length,
      required: part.required !== false, rows: part.style === PARAGRAPH ? 4 : null,
    });
    input.value = part.value || part.default || "";
    fields.set(part.custom_id, () => input.value);
    made.append(input);
    return made;
  }
  const many = (part.max_values ?? 1) > 1;
  const select = node("select", { name: part.custom_id, multiple: many, required: part.required !== false },
    !many && node("option", { value: "" }, part.placeholder || word("choose")),
    (part.options || []).map((option) => node("option", { value: option.value, selected: option.default }, option.label)));
  fields.set(part.custom_id, () => {
    const values = [...select.selectedOptions].map((option) => option.value).filter(Boolean);
    return part.type === 21 ? values[0] ?? null : values;
  });
  made.append(select);
  return made;
}
