// Texts of the catalogue, elements, remembered things, and texts as people search for them.

/** A text, translated, with the values at its {named} places. */
const t = (text, values) => filled(TEXTS[text] ? TEXTS[text][0] : text, values);

/** A text about a number of things, translated, with the number at {n}. */
const tn = (one, many, n, values) => filled((TEXTS[one] || [one, many])[formOf(n)], { n, ...values });

const filled = (text, values) => (values ? text.replace(/\{(\w+)\}/g, (place, name) => (Object.hasOwn(values, name) ? values[name] : place)) : text);

/** The parts of a text with elements at its {named} places. */
const withElements = (text, elements) => text.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? elements[part] : part));

/** The language of the page, as browsers call it: names and numbers follow it. */
const LANGUAGE = document.documentElement.lang.replace("_", "-") || undefined;

/** A number as the language writes it: 1,5 in most of Europe. */
const asRead = (child) => (typeof child === "number" && !Number.isInteger(child) ? child.toLocaleString(LANGUAGE, { useGrouping: false, maximumFractionDigits: 9 }) : child);

const byId = (id) => document.getElementById(id);

/** An element; texts become text, never markup. */
function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined).map(asRead));
  return element;
}

const hidden = (text) => el("span", { class: "sr" }, text);

/** A name in its own direction, so that it does not turn its neighbours around. */
const person = (name) => el("bdi", { class: "name" }, name);

/** A name that leads to the rounds of its player; on the projector nobody clicks. */
const linked = (name) => (projector.isOn ? person(name) : el("bdi", { class: "name" }, el("a", { href: `#player=${encodeURIComponent(name)}` }, name)));

/** Text without capitals and accents. */
const folded = (text) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();

/** What the browser keeps; a page opened as a file may be refused that, and then forgets. */
const kept = {
  memory: new Map(),
  get(key) {
    try {
      const text = localStorage.getItem(key);
      return text === null ? this.memory.get(key) : JSON.parse(text);
    } catch {
      return this.memory.get(key);
    }
  },
  set(key, value) {
    this.memory.set(key, value);
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // remembered for as long as the page is open
    }
  },
};
