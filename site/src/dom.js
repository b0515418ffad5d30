// Elements are made of data, never of HTML: what a text says is only ever shown as a text.
export const by = (id) => document.getElementById(id);

export function el(tag, said = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(said)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...inside.filter((each) => each !== null && each !== undefined));
  return element;
}

export const plain = (name) => String(name).replaceAll("_", " ");

export function inWords(text) { // with what stands in backticks as code
  return text.split(/`([^`]*)`/).map((part, n) => (n % 2 ? el("code", { text: part }) : part));
}
