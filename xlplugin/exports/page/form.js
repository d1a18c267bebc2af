// Fields that somebody fills in: a few choices and small numbers as large buttons, many as a list, and what is typed.

/** The most choices that are shown as buttons. */
const MOST_BUTTONS = 12;

/** Letters of a choice from which on two stand side by side, not three. */
const LONG = 12;

const isNumber = (field) => !field.choices && typeof field.least === "number";

/** What can be chosen for a field, as [text, value]; null for what is typed. */
function choicesOf(field) {
  if (field.choices) return field.optional && field.choices.length > 1 ? [...field.choices, [t("None of these"), ""]] : field.choices;
  if (!isNumber(field) || typeof field.most !== "number" || field.most - field.least >= MOST_BUTTONS) return null;
  const all = Array.from({ length: field.most - field.least + 1 }, (_, i) => [String(field.least + i), field.least + i]);
  return field.optional ? [...all, ["–", ""]] : all;
}

/** Elements for all fields; what is answered goes into `answers`, what is wrong comes from `problems`, by header. */
const fieldsOf = (fields, answers, problems) => fields.map((field, i) => oneField(field, `field-${i}`, answers, problems[field.header]));

function oneField(field, id, answers, problem) {
  const wrong = problem ? el("p", { class: "wrong", id: `${id}-wrong`, dir: "auto" }, problem) : null;
  const label = field.optional ? t("{field} (may be left out)", { field: field.label }) : field.label;
  const choices = choicesOf(field);
  const inside = choices && !isLong(field) ? chosen(field, choices, id, answers) : (choices ? listed : typed)(field, id, answers, label, wrong);
  if (!choices || isLong(field)) return el("div", { class: "field" }, inside, wrong);
  return el("fieldset", { class: "field", "aria-describedby": wrong && wrong.id }, el("legend", { dir: "auto" }, label), inside, wrong);
}

const isLong = (field) => Boolean(field.choices) && field.choices.length > MOST_BUTTONS;

function listed(field, id, answers, label, wrong) {
  const change = (event) => {
    const place = Number(event.target.value);
    if (place >= 0) answers[field.header] = field.choices[place][1];
    else delete answers[field.header];
  };
  const options = field.choices.map(([text, value], i) => el("option", { value: String(i), selected: answers[field.header] === value }, text));
  const list = el("select", { id, dir: "auto", onchange: change, ...faultOf(wrong) }, el("option", { value: "-1" }, "–"), options);
  return [el("label", { for: id, dir: "auto" }, label), list];
}

/** What says that a field is wrong, to those who listen. */
const faultOf = (wrong) => (wrong ? { "aria-invalid": "true", "aria-describedby": wrong.id } : {});

function chosen(field, choices, id, answers) {
  const isSingle = field.optional && choices.length === 1;
  const buttons = choices.map(([text, value], i) => {
    const change = (event) => {
      if (event.target.checked && value !== "") answers[field.header] = value;
      else delete answers[field.header];
    };
    const input = el("input", { type: isSingle ? "checkbox" : "radio", name: id, id: `${id}-${i}`, onchange: change });
    input.checked = answers[field.header] === value;
    return el("label", { class: "choice", for: `${id}-${i}` }, input, el("span", { dir: "auto" }, text));
  });
  const longest = Math.max(...choices.map(([text]) => text.length));
  return el("div", { class: `choices ${isNumber(field) ? "numbers" : longest > LONG ? "long" : ""}` }, buttons);
}

function typed(field, id, answers, label, wrong) {
  const change = (event) => {
    const text = event.target.value.trim();
    if (text) answers[field.header] = isNumber(field) && /^-?\d+$/.test(text) ? Number(text) : text;
    else delete answers[field.header];
  };
  const range = isNumber(field) && typeof field.most === "number" ? t("{least} to {most}", field) : "";
  const input = el("input", {
    id,
    dir: "auto",
    autocomplete: field.header === "name" ? "name" : "off",
    inputmode: isNumber(field) && field.least >= 0 ? "numeric" : null,
    maxlength: isNumber(field) ? null : field.most,
    oninput: change,
    ...faultOf(wrong),
  });
  input.value = answers[field.header] === undefined ? "" : String(answers[field.header]);
  return [el("label", { for: id, dir: "auto" }, label, range ? el("span", { class: "quiet" }, ` ${range}`) : null), input];
}

/** A form with one large button. */
function formOfFields(parts, button, send, isSending) {
  const submit = (event) => {
    event.preventDefault();
    if (!isSending) send();
  };
  return el("form", { novalidate: true, onsubmit: submit }, parts, el("button", { type: "submit", id: "send", class: "main large", "aria-disabled": isSending ? "true" : null }, isSending ? t("Sending …") : button));
}

/** Where the first thing that is wrong can be mended. */
const firstWrong = () => document.querySelector("#content .field .wrong")?.closest(".field").querySelector("input, select");
