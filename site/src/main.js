// The page: texts, what is wrong with them, their examples, a match, simulations, links.
import { by, el, inWords } from "./dom.js";
import { editor } from "./editor.js";
import { Engine } from "./engine.js";
import { checked, fromFragment, toFragment } from "./link.js";
import { Play } from "./play.js";
import { Simulate } from "./simulate.js";

const PATIENCE = 120; // milliseconds after the last key, until the text is checked
const SLOW = 400; // what a check has taken, from which on mistakes of writing are asked for before it
const LONG = 1500; // after which a button offers to stop what is being done
const TOO_LONG = 25000; // after which a check is stopped: nobody waits so long for it
const DRAFT = "ruleslang draft", BEFORE = "ruleslang text before";

const files = new Map(); // name: {text, state of the editor once it was shown}
let shown = "";
let known = null; // the last answer to a check
let stale = 0; // the timer of the next check
let checking = false;
let again = false;
let noted = "";
let took = 0; // milliseconds, of the last check
let opened = false; // whether the worker has these files
const results = new Map(); // of examples, by file and title

// ---------------------------------------------------------------- what is asked of the worker

const pending = new Set();
let engine = null;

async function ask(message) {
  const mark = { since: performance.now() };
  pending.add(mark);
  setTimeout(tellState, LONG);
  const answer = await engine.ask(message);
  pending.delete(mark);
  tellState();
  return answer;
}

async function askOpened(message) { // of what needs the files: after a worker was stopped they are opened anew
  if (!opened) await check();
  return ask(message);
}

function tellState() {
  const waits = [...pending].some(({ since }) => performance.now() - since >= LONG - 50);
  by("stop").hidden = !(waits && engine.state === "ready");
  let text = "";
  if (engine.state === "loading") text = "Loading the language … you can read and write meanwhile";
  else if (engine.state !== "ready") text = `The language could not be loaded (${engine.state.slice(8)}); load the page again.`;
  else if (waits) text = "Still at it …";
  else if (noted) text = noted;
  else if (known) text = summary();
  if (by("state").textContent !== text) by("state").textContent = text;
  document.body.dataset.engine = engine.state;
}

function summary() {
  const errors = known.diagnostics.filter(({ severity }) => severity === "error").length;
  const others = known.diagnostics.length - errors;
  if (errors) return `${errors} ${errors === 1 ? "mistake" : "mistakes"}`;
  return others ? `It can be played; ${others} ${others === 1 ? "doubt" : "doubts"}` : "Nothing is wrong";
}

// ---------------------------------------------------------------- checks

function textOf(name) {
  return name === shown ? view.text() : files.get(name).text;
}

function allTexts() {
  return Object.fromEntries([...files.keys()].map((name) => [name, textOf(name)]));
}

async function check() {
  clearTimeout(stale);
  if (checking) { again = true; return checking; }
  if (engine.state !== "ready" || !files.size) return null;
  let end;
  checking = new Promise((resolve) => { end = resolve; });
  do {
    again = false;
    await checkOnce();
  } while (again && engine.state === "ready");
  checking = false;
  end();
  return null;
}

async function checkOnce() {
  const file = shown, text = view.text(), began = performance.now();
  const wasOpened = opened;
  if (wasOpened && took > SLOW && !await readFirst(file, text)) { again = true; return; }
  const limit = setTimeout(() => { engine.stop(); }, TOO_LONG);
  opened = true;
  const message = wasOpened ? { do: "check", file, text } : { do: "open", files: inOrder() };
  const answer = await ask(message);
  clearTimeout(limit);
  if (answer.ended) {
    opened = true; // not at once again: what it does not get done, it will not get done the next time
    by("problems").replaceChildren(el("p", { class: "bad", text: `The check was given up (${answer.ended}). Change the text, and it is tried again.` }));
    setTimeout(() => { opened = false; }, 0);
    again = false;
    return;
  }
  if (answer.problem) {
    by("problems").replaceChildren(el("p", { class: "bad", text: answer.problem }));
    return;
  }
  took = Math.round(performance.now() - began);
  document.body.dataset.took = String(took);
  if (file !== shown || text !== view.text()) { again = true; if (file !== shown) return; }
  known = answer;
  tell();
}

async function readFirst(file, text) { // shows what cannot be read; false when the text is another one by then
  const { diagnostics } = await ask({ do: "syntax", file, text });
  if (file !== shown || text !== view.text()) return false;
  if (known && diagnostics && diagnostics.length) view.learn(diagnostics.map(shownInText), null, known.examples.filter((each) => each.file === file));
  return true;
}

function inOrder() { // the shown file first, where it is of rules: the worker colours the first one
  const all = allTexts();
  return shown.endsWith(".rules") ? { [shown]: all[shown], ...all } : all;
}

function tell() {
  const here = known.diagnostics.filter(({ file }) => file === shown);
  const colours = known.file === shown && !again ? known.colours : null;
  if (!again) view.learn(here.map(shownInText), colours, known.examples.filter(({ file }) => file === shown));
  document.body.dataset.checked = String(Number(document.body.dataset.checked || 0) + 1);
  drawProblems();
  drawExamples();
  tellState();
}

function shownInText(found) {
  const actions = found.fix ? [{ name: found.fix.title.replaceAll("`", ""), apply: () => fix(found.fix) }] : [];
  const severity = found.severity === "advice" ? "info" : found.severity;
  const renderMessage = () => el("div", {}, el("div", {}, ...inWords(found.message)), found.help ? el("div", {}, ...inWords(found.help)) : null);
  return { from: found.from, to: found.to, severity, message: found.message, source: found.slug, renderMessage, actions };
}

function fix({ edits }) {
  const byFile = Map.groupBy ? Map.groupBy(edits, ({ file }) => file) : new Map(edits.map(({ file }) => [file, edits.filter((each) => each.file === file)]));
  for (const [file, own] of byFile) {
    if (file === shown) view.change(own);
    else {
      const kept = files.get(file);
      let { text } = kept;
      for (const { from, to, text: put } of [...own].sort((a, b) => b.from - a.from)) text = text.slice(0, from) + put + text.slice(to);
      files.set(file, { text, state: null });
      opened = false;
    }
  }
  changed();
}

function drawProblems() {
  const errors = known.diagnostics.filter(({ severity }) => severity === "error").length;
  by("count").textContent = known.diagnostics.length ? String(known.diagnostics.length) : "";
  by("count").className = errors ? "" : "soft";
  const rows = known.diagnostics.map((found) => el("div", { class: `row ${found.severity}` },
    el("p", {}, el("button", { class: "where", text: place(found), onclick: () => show(found) }), " ", el("span", { class: "kind", text: found.severity })),
    el("p", {}, ...inWords(found.message)), found.help && !(found.fix && found.fix.title === found.help) ? el("p", {}, ...inWords(found.help)) : null,
    ...found.related.map((each) => el("p", {}, el("button", { class: "where", text: place(each), onclick: () => show(each) }), " ", ...inWords(each.text))),
    el("div", { class: "acts" }, found.fix ? el("button", { class: "go", onclick: () => fix(found.fix) }, ...inWords(found.fix.title)) : null,
      el("button", { text: "Explain", onclick: () => explain(found.slug) }))));
  const elsewhere = known.elsewhere.map((text) => el("div", { class: "row warning" }, el("p", {}, ...inWords(text))));
  const examples = known.examples.length ? el("button", { text: "Run its examples", onclick: () => { select("examples"); runAll(); } }) : null;
  const none = el("div", {}, el("p", { class: "good", text: "Nothing is wrong." }),
    el("div", { class: "acts" }, el("button", { class: "go", text: "Play it", onclick: () => select("play") }), examples, el("button", { text: "Let bots play it", onclick: () => select("simulate") })));
  by("problems").replaceChildren(...(rows.length + elsewhere.length ? [...rows, ...elsewhere] : [none]));
}

function place({ file, line }) {
  return files.size > 1 ? `${file.split("/").pop()}, line ${line}` : `line ${line}`;
}

async function explain(slug) {
  const { text, problem } = await ask({ do: "explain", slug });
  const more = slug && text ? el("p", {}, el("a", { href: `../messages/${slug}/`, target: "_blank", text: "This page in the documentation" })) : "";
  by("page-inside").replaceChildren(...read(text || problem), more);
  by("page").showModal();
}

function read(page) { // a page of the documentation: headings, blocks, sentences
  return page.split(/^(```[^\n]*\n[^]*?^```$)/m).flatMap((part) => {
    if (part.startsWith("```")) return [el("pre", { text: part.split("\n").slice(1, -1).join("\n") })];
    return part.split(/\n\n+/).filter((each) => each.trim()).map((each) =>
      each.startsWith("#") ? el("h2", { text: each.replace(/^#+ */, "") }) : el("p", {}, ...inWords(each.trim())));
  });
}

// ---------------------------------------------------------------- examples

function drawExamples() {
  const rows = known.examples.map((each) => {
    const result = results.get(key(each));
    const row = el("div", { class: `row ${result ? (result.message || result.problem ? "fails" : "holds") : ""}` },
      el("p", {}, el("button", { class: "where", text: place(each), onclick: () => show(each) }), " ", el("b", { text: each.title })));
    if (result) row.append(...resultOf(result));
    row.append(el("div", { class: "acts" }, el("button", { text: result ? "Run again" : "Run", onclick: () => run(each) }),
      each.kind === "example" ? el("button", { text: "Play from here", onclick: () => playFrom(each) }) : null));
    return row;
  });
  const all = el("div", { class: "acts" }, el("button", { class: "go", id: "run-all", text: `Run all ${rows.length}`, onclick: runAll }));
  const wrong = known.diagnostics.some(({ severity }) => severity === "error");
  const none = el("p", {}, ...inWords(wrong ? "No example can be read before the mistakes are mended." : "This text has no examples. Write one: `example \"a title\"`, then lines `given …`, `when …`, `then …`."));
  by("examples").replaceChildren(...(rows.length ? [all, el("p", {}), ...rows] : [none]));
  const failed = known.examples.filter((each) => { const result = results.get(key(each)); return result && result.message; }).length;
  by("failed").textContent = failed ? String(failed) : "";
}

const key = ({ file, title }) => `${file} ${title}`;

function resultOf(result) {
  if (result.problem) return [el("p", { class: "bad", text: result.problem })];
  const marks = { passed: "✓", failed: "✗", "not reached": " " };
  const lines = result.lines.map(({ text, status, below }) => el("li", { class: status === "failed" ? "failed" : status === "passed" ? "" : "unreached",
    "data-mark": /^then|^and then/.test(text) || status === "failed" ? marks[status] : " " }, el("code", { text }), ...below.map((each) => el("p", { text: each }))));
  const verdict = result.message
    ? el("p", {}, el("span", { class: "kind", text: "does not hold: " }), ...inWords(result.message), result.help ? ` (${result.help})` : "")
    : el("p", {}, el("span", { class: "kind", text: "holds" }));
  return [verdict, lines.length ? el("details", { open: result.open ?? Boolean(result.message), ontoggle: (event) => { result.open = event.target.open; } }, el("summary", { text: "its story" }), el("ol", { class: "story" }, ...lines)) : ""];
}

async function run(example) {
  const found = await askOpened({ do: "run", file: example.file, at: example.from });
  results.set(key(example), found.ended ? { problem: found.ended, lines: [] } : found);
  view.mark((found.worked || []).filter(({ file }) => file === shown));
  drawExamples();
}

async function runAll() {
  for (const each of known.examples) await run(each);
}

function playFrom(example) {
  select("play", false);
  play.offer(example);
}

// ---------------------------------------------------------------- files, drafts and links

const view = editor(by("editor"), {
  changed: () => changed(),
  complete: (text, at) => ask({ do: "complete", file: shown, text, at }),
  about: async (at) => { const found = await askOpened({ do: "about", file: shown, at }); return found.about ? found : { about: null }; },
  show,
  format,
  run: (from) => {
    const line = view.view.state.doc.lineAt(from).from;
    const example = known && known.examples.find((each) => each.file === shown && view.view.state.doc.lineAt(each.from).from === line);
    if (example) { select("examples"); run(example); }
  },
});

function changed() {
  noted = "";
  clearTimeout(stale);
  stale = setTimeout(() => { keepDraft(); check(); }, Math.max(PATIENCE, Math.min(took / 4, LONG)));
}

function keep(name, value) {
  try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* it is full, or forbidden: a link still holds the text */ }
}

function kept(name) {
  try { return checked(JSON.parse(localStorage.getItem(name))); } catch { return null; }
}

function keepDraft() {
  keep(DRAFT, allTexts());
  if (location.hash) history.replaceState(null, "", location.pathname); // the link says something else now
}

function open(texts) {
  files.clear();
  results.clear();
  known = null;
  opened = false;
  for (const [name, text] of Object.entries(texts)) files.set(name, { text, state: null });
  shown = "";
  showFile([...files.keys()].find((name) => name.endsWith(".rules")) || [...files.keys()][0]);
  for (const each of ["play", "simulate"]) by(each).replaceChildren();
  check();
  if (["play", "simulate"].includes(tab)) select("problems");
}

function showFile(name) {
  if (name === shown) return;
  if (shown) files.set(shown, { text: view.text(), state: view.view.state });
  const next = files.get(name);
  shown = name;
  view.open(next.state || view.made(next.text));
  by("files").replaceChildren(...(files.size > 1 ? [...files.keys()].map((each) => el("button", { role: "tab", "aria-selected": String(each === name),
    text: each.split("/").pop(), title: each, onclick: () => showFile(each) })) : []));
  if (known) check();
}

function show(at) {
  if (!files.has(at.file)) return;
  showFile(at.file);
  if (getComputedStyle(by("written")).display === "none") select("text");
  view.show(at);
}

async function format() {
  const { text, problem } = await ask({ do: "format", file: shown, text: view.text() });
  if (text !== undefined && text !== view.text()) view.replace(text);
  if (problem) announce(problem);
}

async function share() {
  const fragment = await toFragment(allTexts());
  history.replaceState(null, "", `#${fragment}`);
  let copied = true;
  try { await navigator.clipboard.writeText(location.href); } catch { copied = false; }
  const { length } = location.href;
  announce(`${copied ? "The link is copied" : "The link stands above, where the address is"}: it holds the whole text, in ${length.toLocaleString("en")} letters.${length > 8000 ? " Some programs for messages cut a link as long as that." : ""}`);
}

function announce(text) { // said until something changes
  noted = text;
  tellState();
}

// ---------------------------------------------------------------- where one begins

const EMPTY = 'rulebook my_game "My game"\n    language 1\n    players 2\n    starts with game\n    at most 1000 decisions, then nobody wins\n\nphase game\n    nobody wins\n';

async function begin() {
  const found = await fetch("starts/index.json");
  const starts = await found.json();
  const groups = Map.groupBy ? Map.groupBy(starts, ({ group }) => group) : new Map(starts.map(({ group }) => [group, starts.filter((each) => each.group === group)]));
  const select = by("starts");
  select.append(el("option", { value: "", text: "…" }), el("option", { value: "new", text: "a new game" }), el("option", { value: "before", text: "the text before this one" }),
    ...[...groups].map(([group, own]) => el("optgroup", { label: group }, ...own.map(({ name, title }) => el("option", { value: name, text: title })))));
  select.addEventListener("change", () => { beginWith(select.value); });
  addEventListener("hashchange", () => { fromLink(); });
  if (await fromLink()) return;
  const draft = kept(DRAFT);
  if (draft) open(draft);
  else await beginWith(starts.findLast(({ group }) => group === starts[0].group).name, false);
}

async function fromLink() {
  if (location.hash.length < 2) return false;
  try {
    const start = /^#start=([\w-]+)$/.exec(location.hash);
    const texts = start ? await startTexts(start[1]) : await fromFragment(location.hash);
    if (!texts) return false;
    if (files.size) keep(BEFORE, allTexts());
    else if (kept(DRAFT)) keep(BEFORE, kept(DRAFT));
    open(texts);
    const line = /&line=(\d+)$/.exec(location.hash);
    if (line) view.showLine(Number(line[1]));
    return true;
  } catch (problem) {
    open({ "game.rules": EMPTY });
    by("problems").replaceChildren(el("p", { class: "bad", text: problem.message }));
    setTimeout(() => announce(problem.message), 0);
    return true;
  }
}

async function startTexts(name) {
  const found = await fetch(`starts/${name}.json`);
  if (!found.ok) throw new Error(`there is no text called ${name}`);
  return checked(await found.json());
}

async function beginWith(name, byHand = true) {
  if (!name) return;
  const before = kept(BEFORE);
  if (byHand && files.size) keep(BEFORE, allTexts());
  if (name === "new") open({ "game.rules": EMPTY });
  else if (name === "before") open(before || { "game.rules": EMPTY });
  else open(await startTexts(name));
  by("starts").value = "";
  if (byHand) keepDraft();
}

// ---------------------------------------------------------------- tabs

let tab = "text";
function select(name, offers = true) {
  tab = name;
  document.body.dataset.shown = name;
  for (const each of document.querySelectorAll("[data-tab]")) {
    const own = each.dataset.tab === name || (name === "text" && each.dataset.tab === "problems" && innerWidth > 800);
    each.setAttribute("aria-selected", String(own));
  }
  if (name === "play" && offers && !(play.frame && play.frame.isConnected)) askOpenedThen(() => play.offer());
  if (name === "simulate") askOpenedThen(() => simulate.offer());
  if (name === "text") view.view.requestMeasure();
}

async function askOpenedThen(act) {
  if (engine.state !== "ready") { by(tab).replaceChildren(el("p", { text: "The language is still being loaded." })); await engine.now.ready; }
  if (stale || !opened) await check();
  act();
}

engine = new Engine((state) => { opened = false; if (engine) tellState(); if (state === "ready") check(); });
const play = new Play(ask, announce);
const simulate = new Simulate(ask, announce);
for (const each of document.querySelectorAll("[data-tab]")) each.addEventListener("click", () => select(each.dataset.tab));
by("format").addEventListener("click", format);
by("share").addEventListener("click", share);
by("stop").addEventListener("click", () => engine.stop());
addEventListener("pagehide", () => { if (files.size) keep(DRAFT, allTexts()); });
select("text");
tellState();
begin();
if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("offline.js");
