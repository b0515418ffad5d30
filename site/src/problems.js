// What is wrong with the texts, each problem with its place, its fix and its page; and what is still
// wrong when a match or a simulation has stopped.
import { by, el, inWords } from "./dom.js";

export class Problems {
  // `page` has ask(message), place(found), show(found), fix(fix), actions(): elements below "No problems found."
  constructor(page) {
    this.page = page;
    this.stopped = []; // {message, file, line, from, to, what}: why matches of this text stopped
  }

  stop(found) {
    if (!this.stopped.some(({ message, line }) => message === found.message && line === found.line)) this.stopped.push(found);
  }

  draw(known) {
    const number = known.diagnostics.length + this.stopped.length;
    const errors = this.errors(known);
    by("count").textContent = number ? String(number) : "";
    by("count").className = errors ? "" : "soft";
    const rows = [...this.stopped.map((found) => this.stoppedRow(found)), ...known.diagnostics.map((found) => this.row(found)),
      ...known.elsewhere.map((text) => el("div", { class: "row warning" }, el("p", {}, ...inWords(text))))];
    const none = el("div", {}, el("p", { class: "good", text: "No problems found." }), el("div", { class: "acts" }, ...this.page.actions()));
    by("problems").replaceChildren(...(rows.length ? rows : [none]));
  }

  errors(known) {
    return known.diagnostics.filter(({ severity }) => severity === "error").length + this.stopped.length;
  }

  summary(known) { // one sentence for the status
    const errors = this.errors(known) - this.stopped.length, others = known.diagnostics.length - errors;
    if (errors) return `${errors} ${errors === 1 ? "mistake" : "mistakes"}`;
    if (this.stopped.length) return this.stopped[0].what;
    return others ? `It can be played; ${others} ${others === 1 ? "suggestion" : "suggestions"}` : "No problems found";
  }

  row(found) {
    return el("div", { class: `row ${found.severity}` },
      el("p", {}, el("button", { class: "where", text: this.page.place(found), onclick: () => this.page.show(found) }), " ", el("span", { class: "kind", text: found.severity })),
      el("p", {}, ...inWords(found.message)), found.help && !(found.fix && found.fix.title === found.help) ? el("p", {}, ...inWords(found.help)) : null,
      ...found.related.map((each) => el("p", {}, el("button", { class: "where", text: this.page.place(each), onclick: () => this.page.show(each) }), " ", ...inWords(each.text))),
      el("div", { class: "acts" }, found.fix ? el("button", { class: "go", onclick: () => this.page.fix(found.fix) }, ...inWords(found.fix.title)) : null,
        el("button", { text: "Explain", onclick: () => this.explain(found.slug) })));
  }

  stoppedRow(found) {
    return el("div", { class: "row error stopped" },
      el("p", {}, found.file ? el("button", { class: "where", text: this.page.place(found), onclick: () => this.page.show(found) }) : null, " ", el("span", { class: "kind", text: found.what })),
      el("p", {}, ...inWords(found.message)));
  }

  async explain(slug) {
    const { text, problem } = await this.page.ask({ do: "explain", slug });
    const more = slug && text ? el("p", {}, el("a", { href: `../messages/${slug}/`, target: "_blank", text: "This page in the documentation" })) : "";
    by("page-inside").replaceChildren(...read(text || problem), more);
    by("page").showModal();
  }
}

function read(page) { // a page of the documentation: headings, blocks, sentences
  return page.split(/^(```[^\n]*\n[^]*?^```$)/m).flatMap((part) => {
    if (part.startsWith("```")) return [el("pre", { text: part.split("\n").slice(1, -1).join("\n") })];
    return part.split(/\n\n+/).filter((each) => each.trim()).map((each) =>
      each.startsWith("#") ? el("h2", { text: each.replace(/^#+ */, "") }) : el("p", {}, ...inWords(each.trim())));
  });
}
