// The tutorial next to the text: the prose of a step, a check that the text has what it asks for, and
// a way on. What a step asks for is the text that the tutorial has after it.
import { by, el } from "./dom.js";

const HERE = "ruleslang tutorial";
const MOST = 4; // of what is missing, that is listed

const plainLines = (text) => text.split("\n").map((line) => line.replace(/\s*#[^"]*$/, "").trimEnd()).filter(Boolean);

function declarations(text) { // by their first line: the lines of each
  const found = new Map();
  let inside = null;
  for (const line of plainLines(text)) {
    if (!/^\s/.test(line)) found.set(line, inside = []);
    else if (inside) inside.push(line.trim());
  }
  return found;
}

export function missing(wanted, written) { // in words: what a text lacks of another
  const there = declarations(written), lacks = [];
  for (const [head, lines] of declarations(wanted)) {
    const own = there.get(head);
    if (!own) lacks.push(`\`${head}\``);
    else lacks.push(...lines.filter((line) => !own.includes(line)).map((line) => `\`${line}\`, below \`${head}\``));
  }
  return lacks;
}

export class Tutorial {
  // `page` has text(), known(), open(text), learns(is) and problems()
  constructor(page) {
    this.page = page;
    this.steps = [];
    this.at = Number(localStorage.getItem(HERE)) || 0;
  }

  async show(number = this.at) {
    if (!this.steps.length) {
      const found = await fetch("starts/tutorial.json");
      if (!found.ok) throw new Error("the tutorial could not be loaded");
      this.steps = await found.json();
    }
    this.at = Math.min(Math.max(number, 0), this.steps.length - 1);
    localStorage.setItem(HERE, String(this.at));
    this.page.learns(true);
    this.draw();
    by("tutorial").scrollTop = 0;
  }

  hide() { this.page.learns(false); }

  draw() {
    const step = this.steps[this.at], last = this.at === this.steps.length - 1;
    const choose = el("select", { "aria-label": "Step", onchange: (event) => this.show(Number(event.target.value)) },
      ...this.steps.map(({ title }, n) => el("option", { value: n, selected: n === this.at, text: title })));
    by("tutorial").replaceChildren(
      el("div", { class: "acts" }, choose, el("button", { id: "tutorial-close", text: "Close", onclick: () => this.hide() })),
      el("h2", { text: step.title }), ...step.blocks.map(shownBlock),
      el("p", { id: "step-state", role: "status" }),
      el("div", { class: "acts" },
        this.at === 0 ? el("button", { id: "step-begin", text: "Begin with an empty text", onclick: () => this.page.open("") }) : null,
        el("button", { disabled: this.at === 0, text: "Back", onclick: () => this.show(this.at - 1) }),
        step.text ? el("button", { id: "step-check", class: "go", text: "Check this step", onclick: () => this.check() }) : null,
        step.text ? el("button", { id: "step-text", title: "As a separate game, next to yours", text: "Show its text", onclick: () => this.page.open(step.text) }) : null,
        el("button", { id: "step-next", disabled: last, text: "Next step", onclick: () => this.show(this.at + 1) })));
  }

  async check() {
    const lacks = missing(this.steps[this.at].text, this.page.text()), errors = await this.page.errors();
    const state = by("step-state");
    state.className = lacks.length || errors ? "bad" : "good";
    if (!lacks.length && !errors) { state.textContent = "✓ This step is done."; by("step-next").classList.add("go"); return; }
    const listed = lacks.slice(0, MOST).flatMap((each) => [el("br"), ...words(each)]);
    const more = lacks.length > MOST ? [el("br"), `and ${lacks.length - MOST} more lines`] : [];
    state.replaceChildren(errors ? `${errors} ${errors === 1 ? "mistake" : "mistakes"} to correct first: see Problems. ` : "",
      ...(lacks.length ? ["Your text still lacks:", ...listed, ...more] : []));
  }
}

function shownBlock({ sort, text }) {
  if (sort === "rules" || sort === "console") return el("pre", { class: sort, text });
  if (sort === "head") return el("h2", { text });
  if (sort === "list") return el("ul", {}, ...text.split("\n").map((item) => el("li", {}, ...words(item))));
  return el("p", {}, ...words(text));
}

function words(text) { // code, stress and links; a link leads to the page in the documentation
  return text.split(/(`[^`]*`|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/).map((part) => {
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
    if (link) return el("a", { href: link[2], target: "_blank", text: link[1].replaceAll("`", "") });
    if (/^`.*`$/.test(part)) return el("code", { text: part.slice(1, -1) });
    return /^\*.+\*$/.test(part) ? el("em", { text: part.slice(1, -1) }) : part;
  });
}
