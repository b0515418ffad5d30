// The examples of the texts: each can be run, shows its story, and is a position to play from. A result
// is of one text: after a change it is shown as an earlier one, until the example runs again.
import { by, el, inWords } from "./dom.js";

const key = ({ file, title }) => `${file} ${title}`;
const MARKS = { passed: "✓", failed: "✗", "not reached": " " };

export class ExampleList {
  // `page` has ask(message), place(found), show(found), mark(places), playFrom(example)
  constructor(page) {
    this.page = page;
    this.results = new Map(); // by file and title
    this.known = null;
    this.edits = 0;
  }

  textChanged() {
    this.edits += 1;
    if (this.known && [...this.results.values()].some(({ edits }) => edits === this.edits - 1)) this.draw(this.known);
  }

  isEarlier(result) { return result.edits !== this.edits; }

  forget() { this.results.clear(); }

  draw(known) {
    this.known = known;
    const rows = known.examples.map((each) => this.row(each));
    const all = el("div", { class: "acts" }, el("button", { class: "go", id: "run-all", text: `Run all ${rows.length}`, onclick: () => this.runAll() }));
    const wrong = known.diagnostics.some(({ severity }) => severity === "error");
    const none = el("p", {}, ...inWords(wrong ? "Fix the mistakes first; then the examples can be read." : "This text has no examples. Write one: `example \"a title\"`, then lines `given …`, `when …`, `then …`."));
    by("examples").replaceChildren(...(rows.length ? [all, el("p", {}), ...rows] : [none]));
    const failed = known.examples.filter((each) => {
      const result = this.results.get(key(each));
      return result?.message && !this.isEarlier(result);
    }).length;
    by("failed").textContent = failed ? String(failed) : "";
  }

  row(each) {
    const result = this.results.get(key(each));
    const verdict = !result ? "" : this.isEarlier(result) ? "earlier" : result.message || result.problem ? "fails" : "holds";
    const row = el("div", { class: `row ${verdict}` },
      el("p", {}, el("button", { class: "where", text: this.page.place(each), onclick: () => this.page.show(each) }), " ", el("b", { text: each.title })));
    if (result) row.append(...resultOf(result, this.isEarlier(result)));
    row.append(el("div", { class: "acts" }, el("button", { text: result ? "Run again" : "Run", onclick: () => this.run(each) }),
      each.kind === "example" ? el("button", { text: "Play from here", onclick: () => this.page.playFrom(each) }) : ""));
    return row;
  }

  async run(example) {
    let edits = this.edits;
    const found = await this.page.ask(() => { // where it is after the check that was waited for
      edits = this.edits;
      const { file, from } = this.known.examples.find((each) => key(each) === key(example)) ?? example;
      return { do: "run", file, at: from };
    });
    this.results.set(key(example), { ...(found.ended ? { problem: found.ended, lines: [] } : found), edits });
    this.page.mark(edits === this.edits && found.worked || []);
    this.draw(this.known);
    return !found.message && !found.problem && !found.ended;
  }

  async runAll() { // whether all of them hold
    let hold = true;
    for (const each of this.known.examples) hold = await this.run(each) && hold;
    return hold;
  }
}

function resultOf(result, isEarlier) {
  if (result.problem) return [el("p", { class: "bad", text: result.problem })];
  const lines = result.lines.map(({ text, status, below }) => el("li", { class: status === "failed" ? "failed" : status === "passed" ? "" : "unreached",
    "data-mark": /^then|^and then/.test(text) || status === "failed" ? MARKS[status] : " " }, el("code", { text }), ...below.map((each) => el("p", { text: each }))));
  const before = isEarlier ? "before the last change: " : "";
  const verdict = result.message
    ? el("p", {}, el("span", { class: "kind", text: `${before}does not hold: ` }), ...inWords(result.message), result.help ? ` (${result.help})` : "")
    : el("p", {}, el("span", { class: "kind", text: `${before}holds` }));
  return [verdict, lines.length ? el("details", { open: result.open ?? Boolean(result.message), ontoggle: (event) => { result.open = event.target.open; } }, el("summary", { text: "its story" }), el("ol", { class: "story" }, ...lines)) : ""];
}
