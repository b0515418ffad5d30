// Short questions in a dialog of the page: a name, or whether something is meant.
import { by, el } from "./dom.js";

function asked(...inside) { // resolves with the value of the button that was pressed; "" if it was closed
  const dialog = el("dialog", { class: "asked" }, ...inside);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => { dialog.remove(); resolve(dialog.returnValue); });
  });
}

export async function askName(title, value, problemOf = () => "") { // the name that was typed; null: none
  const input = el("input", { value, "aria-label": title, required: true, maxlength: 120, autocomplete: "off" });
  const problem = el("p", { class: "bad", role: "alert" });
  const form = el("form", { method: "dialog", onsubmit: (event) => {
    const text = problemOf(input.value.trim());
    if (event.submitter?.value === "yes" && text) { event.preventDefault(); problem.textContent = text; }
  } }, el("h2", { text: title }), el("p", {}, input), problem,
  el("p", { class: "acts" }, el("button", { class: "go", value: "yes", text: "OK" }), el("button", { value: "", formnovalidate: true, text: "Cancel" })));
  const waits = asked(form);
  input.select();
  return (await waits) === "yes" ? input.value.trim() : null;
}

export async function askWhether(text, ...choices) { // choices: [value, words], the first one is suggested
  return asked(el("form", { method: "dialog" }, el("p", { text }),
    el("p", { class: "acts" }, ...choices.map(([value, words], n) => el("button", { value, text: words, class: n ? null : "go" })), el("button", { value: "", text: "Cancel" }))));
}

export function report(sentences) { // what could not be done, until it is closed
  if (!sentences.length) return;
  by("page-inside").replaceChildren(...sentences.slice(0, 12).map((text) => el("p", { class: "reported", text })));
  if (!by("page").open) by("page").showModal();
}

export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
