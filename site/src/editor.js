// The editor: CodeMirror with what the worker knows of the text.
import { autocompletion, closeBrackets, closeBracketsKeymap, closeCompletion, completionKeymap, selectedCompletion, snippetCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { indentService, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { ChangeSet, EditorState, Prec, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, drawSelection, gutter, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { indentationRules } from "../../editors/vscode/language-configuration.json";
import { el, inWords } from "./dom.js";
import { language } from "./language.js";

const setColours = StateEffect.define();
const setExamples = StateEffect.define();
const setWorked = StateEffect.define();
const setChecked = StateEffect.define();

function decorations(effect, make, follows = true) { // what was said of a text moves with it until more is known
  return StateField.define({
    create: () => Decoration.none,
    update(value, transaction) {
      const news = transaction.effects.find((each) => each.is(effect));
      if (news) return make(news.value, transaction.state);
      return follows || !transaction.docChanged ? value.map(transaction.changes) : Decoration.none;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

const coloured = decorations(setColours, (flat, state) => {
  const marks = [];
  for (let n = 0; n < flat.length; n += 3) {
    if (flat[n + 1] > state.doc.length) break;
    if (flat[n] < flat[n + 1]) marks.push(Decoration.mark({ class: `n-${flat[n + 2]}` }).range(flat[n], flat[n + 1]));
  }
  return Decoration.set(marks, true);
});

const checked = StateField.define({ // what was changed since each of the last checks was asked for, by its number
  create: () => new Map(),
  update(value, transaction) {
    const news = transaction.effects.find((each) => each.is(setChecked));
    if (!news && !transaction.docChanged) return value;
    const since = new Map([...value].slice(-5).map(([number, changes]) => [number, changes.compose(transaction.changes)]));
    return news ? since.set(news.value, ChangeSet.empty(transaction.state.doc.length)) : since;
  },
});

const worked = decorations(setWorked, (places, state) => {
  const lines = new Set(places.filter(({ from }) => from <= state.doc.length).map(({ from }) => state.doc.lineAt(from).from));
  return Decoration.set([...lines].map((at) => Decoration.line({ class: "cm-worked" }).range(at)), true);
}, false);

class RunMarker extends GutterMarker {
  toDOM() { return el("span", { class: "cm-run", text: "▶", title: "Run this example" }); }
}
const runMarker = new RunMarker();

const examples = StateField.define({
  create: () => RangeSet.empty,
  update(value, transaction) {
    const news = transaction.effects.find((each) => each.is(setExamples));
    if (!news) return value.map(transaction.changes);
    const places = news.value.filter(({ from }) => from <= transaction.state.doc.length);
    return RangeSet.of(places.map(({ from }) => runMarker.range(transaction.state.doc.lineAt(from).from)), true);
  },
});

function runGutter(run) {
  const pressed = (view, line) => {
    let has = false;
    view.state.field(examples).between(line.from, line.from, () => { has = true; });
    if (has) run(line.from);
    return has;
  };
  return [examples, gutter({ class: "cm-runs", markers: (view) => view.state.field(examples), initialSpacer: () => runMarker, domEventHandlers: { mousedown: pressed } })];
}

function completing(asks) {
  return async (context) => {
    const begun = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
    if (!begun && !context.explicit) return null;
    const found = await asks.complete(context.state.doc.toString(), context.pos);
    if (!found || !found.options || context.aborted) return null;
    return {
      from: found.from,
      validFor: found.whole ? /^[\p{L}\p{N}_]*$/u : undefined,
      options: found.options.map(({ label, type, detail, snippet, fits }, number) => {
        const item = { label, detail, type, boost: (fits === false ? -60 : 20) - Math.min(30, number / 10) };
        return snippet ? snippetCompletion(snippet, item) : item;
      }),
    };
  };
}

function endLine(view) { // Enter behind a word that is whole already ends the line, whatever is offered
  const chosen = selectedCompletion(view.state), at = view.state.selection.main.head;
  if (chosen && !chosen.apply && view.state.sliceDoc(at - chosen.label.length, at) === chosen.label) closeCompletion(view);
  return false;
}

function hovering(asks) {
  return hoverTooltip(async (view, at) => {
    const { about } = await asks.about(at);
    if (!about || about.to > view.state.doc.length) return null;
    const create = () => ({
      dom: el("div", { class: "cm-hover" }, el("p", {}, el("b", { text: about.name }), ` — `, ...inWords(about.what)),
        about.code ? el("pre", { text: about.code }) : null, ...about.notes.map((note) => el("p", {}, ...inWords(note))), reference(about.page)),
    });
    return { pos: about.from, end: about.to, above: true, create };
  });
}

function reference(page) { // a link to the section of the documentation that explains a word
  return page ? el("p", {}, el("a", { href: `../reference/${page[0]}/#${page[1]}`, target: "_blank", text: page[2] })) : null;
}

// Tab indents for whoever writes, and goes on for whoever only came by with Tab; Escape, then Tab, always leaves.
const tabLeaves = EditorView.domEventHandlers({
  mousedown: (_, view) => { view.setTabFocusMode(false); },
  focus: (_, view) => { if (view.dom.matches(":not(:active)")) view.setTabFocusMode(true); },
  keydown: ({ key }, view) => { if (key.length === 1 || key === "Enter") view.setTabFocusMode(false); },
});

const opens = new RegExp(indentationRules.increaseIndentPattern);

function indentation(context, at) { // below a head further in, below an empty line at the margin
  const { doc } = context.state, { number } = doc.lineAt(at);
  const above = context.simulatedBreak === at ? context.lineAt(at, -1).text : number > 1 ? doc.line(number - 1).text : "";
  if (!above.trim()) return 0;
  return /^ */.exec(above)[0].length + (opens.test(above) ? 4 : 0);
}

export function editor(parent, asks) {
  const follow = (view) => {
    asks.about(view.state.selection.main.head).then(({ about }) => { if (about && about.declared.length) asks.show(about.declared[0]); });
    return true;
  };
  const extensions = [
    lineNumbers(), checked, runGutter(asks.run), lintGutter(), history(), drawSelection(), highlightActiveLine(), highlightSelectionMatches(),
    closeBrackets(), language, coloured, worked, indentUnit.of("    "), indentService.of(indentation), EditorState.tabSize.of(4), EditorView.lineWrapping,
    Prec.highest(keymap.of([{ key: "Enter", run: endLine }])), // before the completions' own keys
    autocompletion({ override: [completing(asks)], activateOnTypingDelay: 120, icons: false }), hovering(asks),
    tabLeaves, EditorView.contentAttributes.of({ tabindex: "0", "aria-describedby": "editor-keys", "aria-label": "The text of the rules", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
    EditorView.updateListener.of((update) => { if (update.docChanged) asks.changed(update.state.doc.toString()); }),
    EditorView.theme({
      "&": { fontSize: "14px" }, "&.cm-focused": { outline: "none" },
      ".cm-scroller": { fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace', lineHeight: "1.45" },
      ".cm-gutters": { background: "var(--soft)", color: "inherit", border: "0" },
      ".cm-activeLine": { background: "#8881" }, ".cm-cursor": { borderLeftColor: "var(--ink)" },
      ".cm-tooltip": { background: "var(--paper)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "7px" },
      ".cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "var(--go)", color: "#fff" },
      ".cm-panels": { background: "var(--soft)", color: "var(--ink)" },
    }),
    keymap.of([
      { key: "Mod-s", run: () => { asks.format(); return true; } }, { key: "F12", run: follow },
      ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab,
    ]),
  ];
  const made = (doc) => EditorState.create({ doc, extensions });
  const view = new EditorView({ parent, state: made("") });
  return {
    view,
    made,
    text: () => view.state.doc.toString(),
    open(state) { view.setState(state); },
    learn(diagnostics, colours, places) {
      const size = view.state.doc.length;
      const within = ({ from, to }) => from <= to && to <= size;
      view.dispatch({ effects: [setExamples.of(places), ...(colours ? [setColours.of(colours)] : [])] });
      view.dispatch(setDiagnostics(view.state, diagnostics.filter(within)));
    },
    mark(places) { view.dispatch({ effects: setWorked.of(places) }); },
    show({ from, to }) {
      const size = view.state.doc.length;
      view.dispatch({ selection: { anchor: Math.min(from, size), head: Math.min(to, size) }, effects: EditorView.scrollIntoView(Math.min(from, size), { y: "center" }) });
      view.focus();
    },
    showLine(number) {
      const { from, to } = view.state.doc.line(Math.min(Math.max(number, 1), view.state.doc.lines));
      this.show({ from, to });
    },
    asked(number) { view.dispatch({ effects: setChecked.of(number) }); },
    moved(edits, number) { // edits of the text of a check, as edits of the present one; null: it was changed there
      const since = view.state.field(checked).get(number);
      if (!since || edits.some(({ from, to }) => since.touchesRange(from, to))) return null;
      return edits.map((edit) => ({ ...edit, from: since.mapPos(edit.from), to: since.mapPos(edit.to) }));
    },
    change(edits) { view.dispatch({ changes: edits.map(({ from, to, text }) => ({ from, to, insert: text })) }); },
    replace(text) {
      const at = Math.min(view.state.selection.main.head, text.length);
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: at } });
    },
  };
}
