// The page: puts the parts together, and asks the worker for checks of the texts.
import { filesIn, textsOf } from "./brought_files.js";
import { askWhether, report } from "./dialogs.js";
import { by, el, inWords } from "./dom.js";
import { editor } from "./editor.js";
import { Engine } from "./engine.js";
import { ExampleList } from "./example_list.js";
import { checked, hasHeader, lastPart, mainFile, titleOf, tooMuch } from "./file_names.js";
import { FileTree } from "./file_tree.js";
import { GameTexts } from "./game_texts.js";
import { GamesPanel, downloadGame } from "./games_panel.js";
import { fromFragment, toFragment } from "./link.js";
import { openOwnGames } from "./own_games.js";
import { Play } from "./play.js";
import { Problems } from "./problems.js";
import { Simulate } from "./simulate.js";
import { Tutorial } from "./tutorial.js";

const PATIENCE = 120; // milliseconds after the last key, until the text is checked
const SLOW = 400; // how long a check takes from which on syntax errors are asked for before it
const LONG = 1500; // after which a button offers to stop what is being done
const MOVED = "The text was changed here since it was checked: the button is shown again if it is still needed";

let known = null; // the last answer to a check
let stale = 0; // the timer of the next check
let checking = false;
let again = false;
let noted = "";
let sends = 0; // checks that were asked for
let took = 0; // milliseconds, of the last check
let checkedText = ""; // all texts at the last check
let opened = false; // whether the worker has these files
let games = null;
let texts = null;
let panel = null;

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

async function askChecked(message) { // of the texts as they are now; the message may be made from what the check says
  if (stale || checking || !opened) await check();
  return ask(typeof message === "function" ? message() : message);
}

function tellState() {
  const waits = [...pending].some(({ since }) => performance.now() - since >= LONG - 50);
  by("stop").hidden = !(waits && engine.state === "ready");
  let text = "";
  if (noted) text = noted;
  else if (engine.state === "loading") text = "Loading the language … you can read and write meanwhile";
  else if (engine.state !== "ready") text = `The language could not be loaded (${engine.state.slice(8)}); reload the page.`;
  else if (waits) text = "Still working …";
  else if (known) text = problems.summary(known);
  if (by("state").textContent !== text) by("state").textContent = text;
  document.body.dataset.engine = engine.state;
}

function tellSaved() {
  if (!texts) return;
  const { problem } = games;
  by("game-title").textContent = texts.title;
  by("saved").textContent = !texts.isOwn ? "unchanged: your first change makes your own copy" : problem ? "not saved" : texts.dirty ? "…" : "saved";
  by("saved").classList.toggle("bad", Boolean(texts.isOwn && problem));
  by("unsaved").hidden = !(texts.isOwn && problem);
  by("unsaved-why").textContent = problem;
  document.title = `${texts.title} · Ruleslang playground`;
  document.body.dataset.saved = !texts.isOwn ? "no" : texts.dirty ? "soon" : "yes";
}

// ---------------------------------------------------------------- checks

async function check() {
  clearTimeout(stale);
  stale = 0;
  if (checking) { again = true; return checking; }
  if (engine.state !== "ready" || !texts?.shown) return null;
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
  const file = texts.shown, text = view.text(), began = performance.now();
  const wasOpened = opened;
  if (wasOpened && took > SLOW && !await readFirst(file, text)) { again = true; return; }
  const limit = setTimeout(() => { engine.stop(); }, engine.patience);
  opened = true;
  const sent = textsSent();
  const message = wasOpened ? { do: "check", file, text } : { do: "open", files: texts.toCheck(), shown: file };
  const answer = await ask(message);
  clearTimeout(limit);
  if (answer.ended) {
    opened = true; // not at once again: what it does not get done, it will not get done the next time
    by("problems").replaceChildren(el("p", { class: "bad", text: `The check was stopped (${answer.ended}). It runs again after your next change.` }));
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
  if (file !== texts.shown || text !== view.text()) { again = true; if (file !== texts.shown) return; }
  known = { ...answer, sent };
  const all = JSON.stringify(texts.all());
  if (checkedText && checkedText !== all) play.textChanged(known.playable);
  checkedText = all;
  tell();
}

function textsSent() { // what a check is asked of: its fixes are edits of these texts
  sends += 1;
  view.asked(sends);
  return { number: sends, shown: texts.shown, all: texts.all() };
}

async function readFirst(file, text) { // shows what cannot be read; false when the text is another one by then
  const sent = textsSent();
  const { diagnostics } = await ask({ do: "syntax", file, text });
  if (file !== texts.shown || text !== view.text()) return false;
  if (known && diagnostics && diagnostics.length) view.learn(diagnostics.map((found) => shownInText(found, { sent })), null, known.examples.filter((each) => each.file === file));
  return true;
}

function tell() {
  if (noted === MOVED) noted = "";
  const { shown } = texts;
  const here = known.diagnostics.filter(({ file }) => file === shown);
  const colours = known.file === shown && !again ? known.colours : null;
  if (!again) view.learn(here.map((found) => shownInText(found)), colours, known.examples.filter(({ file }) => file === shown));
  document.body.dataset.checked = String(Number(document.body.dataset.checked || 0) + 1);
  problems.draw(known);
  examples.draw(known);
  tellState();
}

function shownInText(found, { sent } = known) {
  const actions = found.fix ? [{ name: found.fix.title.replaceAll("`", ""), apply: () => fix(found.fix, sent) }] : [];
  const severity = found.severity === "advice" ? "info" : found.severity;
  const renderMessage = () => el("div", {}, el("div", {}, ...inWords(found.message)), found.help ? el("div", {}, ...inWords(found.help)) : null);
  return { from: found.from, to: found.to, severity, message: found.message, source: found.slug, renderMessage, actions };
}

function fix({ edits, file: table, renames }, sent = known.sent) { // all of its edits, or none where a text was changed since
  if (renames) { renameTable(table, renames); return; }
  const files = [...new Set(edits.map((edit) => edit.file))];
  const moved = files.map((file) => {
    const here = edits.filter((edit) => edit.file === file);
    if (texts.textOf(file) === sent.all[file]) return here;
    return file === texts.shown && file === sent.shown ? view.moved(here, sent.number) : null;
  });
  if (moved.includes(null)) { announce(MOVED); return; }
  files.forEach((file, number) => {
    texts.edit(file, moved[number]);
    if (file !== texts.shown) opened = false;
  });
  changed();
}

function renameTable(from, to) {
  const path = from.slice(0, from.length - lastPart(from).length) + to;
  if (texts.names().includes(path)) announce(`There is a ${to} already`);
  else texts.rename(from, path);
}

function place({ file, line }) {
  return texts.names().length > 1 ? `${lastPart(file)}, line ${line}` : `line ${line}`;
}

const problems = new Problems({ ask, place, show, fix, actions: () => [
  el("button", { class: "go", text: "Play it", onclick: () => select("play") }),
  known.examples.length ? el("button", { text: "Run its examples", onclick: () => { select("examples"); examples.runAll(); } }) : null,
  el("button", { text: "Let bots play it", onclick: () => select("simulate") }),
].filter(Boolean) });

const FERRY = "# The ferry: write the lines of each step here, below those of the step before.\n";

const tutorial = new Tutorial({
  text: () => Object.values(texts.all()).join("\n"),
  errors: async () => { await check(); return known ? known.diagnostics.filter(({ severity }) => severity === "error").length : 1; },
  open: (text) => pick(() => texts.open({ "ferry.rules": text || FERRY })),
  learns: (is) => {
    document.body.classList.toggle("learning", is);
    select(is && innerWidth <= 800 ? "tutorial" : "text");
  },
});

const examples = new ExampleList({ ask: askChecked, place, show,
  mark: (places) => view.mark(places.filter(({ file }) => file === texts.shown)),
  playFrom: (example) => { select("play", false); play.offer(example); } });

// ---------------------------------------------------------------- the texts

const view = editor(by("editor"), {
  changed: () => { texts.touched(); changed(); },
  complete: (text, at) => ask({ do: "complete", file: texts.shown, text, at }),
  about: async (at) => { const found = await askOpened({ do: "about", file: texts.shown, at }); return found.about ? found : { about: null }; },
  show,
  format,
  run: (from) => {
    const line = view.view.state.doc.lineAt(from).from;
    const example = known && known.examples.find((each) => each.file === texts.shown && view.view.state.doc.lineAt(each.from).from === line);
    if (example) { select("examples"); examples.run(example); }
  },
});

function changed() {
  noted = "";
  problems.stopped = [];
  examples.textChanged();
  clearTimeout(stale);
  stale = setTimeout(check, Math.max(PATIENCE, Math.min(took / 4, LONG)));
}

function gameOpened() {
  known = null;
  checkedText = "";
  opened = false;
  noted = "";
  examples.forget();
  problems.stopped = [];
  for (const each of ["play", "simulate"]) by(each).replaceChildren();
  play.forget();
  tree.draw();
  tellSaved();
  check();
  if (["play", "simulate"].includes(tab)) select("problems");
}

function filesChanged() {
  opened = false;
  tree.draw();
  tellSaved();
  changed();
}

const tree = new FileTree({
  names: () => texts.names(), shown: () => texts.shown, textOf: (name) => texts.textOf(name), open: (name) => texts.show(name), bring,
  add: (name, text) => texts.add(name, text), rename: (from, to) => texts.rename(from, to), remove: (name) => texts.remove(name),
});

function show(at) {
  if (!texts.files.has(at.file)) return;
  texts.show(at.file);
  document.body.classList.remove("guest");
  if (getComputedStyle(by("written")).display === "none") select("text");
  if (at.from === undefined) view.showLine(at.line);
  else view.show(at);
}

async function format() {
  const { text, problem } = await ask({ do: "format", file: texts.shown, text: view.text() });
  if (text !== undefined && text !== view.text()) view.replace(text);
  if (problem) announce(problem);
}

async function share(opensPlay) {
  let fragment;
  try { fragment = await toFragment(texts.all()); } catch (problem) { report([`There is no link for this game: ${problem.message}. Download it instead.`]); return; }
  history.replaceState(null, "", `#${opensPlay ? "play&" : ""}${fragment}`);
  let copied = true;
  try { await navigator.clipboard.writeText(location.href); } catch { copied = false; }
  const { length } = location.href;
  announce(`${copied ? "The link is copied" : "The link is in the address line"}: it contains the whole text, in ${length.toLocaleString("en")} letters${opensPlay ? ", and opens the table" : ""}.${length > 8000 ? " Some messaging programs cut off such a long link." : ""}`);
}

function announce(text) { // shown until something changes
  noted = text;
  tellState();
}

// ---------------------------------------------------------------- files that are brought

function bring() { by("file-input").click(); }

async function take(brought) {
  let found;
  try { found = await textsOf(brought); } catch { found = { files: {}, refused: ["These files could not be read."] }; }
  const { files, refused } = found, names = Object.keys(files);
  const headed = names.filter((name) => name.endsWith(".rules") && hasHeader(files[name]));
  const problem = names.length ? tooMuch(files) : "";
  if (problem) refused.push(`Nothing was added: ${problem}.`);
  else if (headed.length) await takeGames(files, headed, names);
  else if (names.length === 1 && isUnknownTable(names[0])) await takeTable(names[0], files);
  else if (names.length) await addFiles(files, names);
  report(refused);
}

async function takeGames(files, headed, names) { // each folder with a header is a separate game
  const top = (name) => (name.includes("/") ? name.slice(0, name.indexOf("/") + 1) : "");
  const folders = [...new Set(headed.map(top))];
  const apart = folders.length > 1 && folders.every(Boolean);
  for (const folder of apart ? folders : [""]) {
    const own = Object.fromEntries(names.filter((name) => name.startsWith(folder)).map((name) => [name.slice(folder.length), files[name]]));
    await openAsOwn(titleOf(own), own);
  }
  announce(apart ? `${folders.length} games were added to your games` : `${names.length} ${names.length === 1 ? "file was" : "files were"} opened as a separate game`);
}

function isUnknownTable(name) { // a table of no kind of this game
  const kind = lastPart(name).replace(/\.(csv|tsv)$/, "");
  if (kind === lastPart(name) || ["texts", "looks", "rules"].includes(kind)) return false;
  return !Object.values(texts.all()).some((text) => new RegExp(`^kind ${kind}\\b`, "m").test(text));
}

async function takeTable(name, files) {
  const chosen = await askWhether(`This game has no kind of cards called “${lastPart(name)}”.`, ["new", "Make a new game of these cards"], ["add", "Add the file to this game"]);
  if (chosen === "add") return addFiles(files, [name]);
  if (!chosen) return;
  const made = await ask({ do: "adopt", file: lastPart(name), text: files[name] });
  if (made.problem) return report([`“${lastPart(name)}” is not added: ${made.problem}.`]);
  await openAsOwn(made.title, made.files);
  report(made.remarks.map((remark) => `${remark}.`));
}

async function openAsOwn(title, files) {
  await texts.save();
  const game = await games.save({ title, files });
  texts.keepSession();
  texts.open(game.files, game);
}

async function addFiles(files, names) { // next to the files of the open game
  const there = texts.names(), main = mainFile(texts.all()), folder = main.slice(0, main.length - lastPart(main).length);
  const added = Object.fromEntries(names.map((name) => {
    const alike = there.filter((each) => lastPart(each) === lastPart(name));
    return [there.includes(name) ? name : alike.length === 1 ? alike[0] : folder + name, files[name]];
  }));
  const replaced = Object.keys(added).filter((name) => there.includes(name) && texts.textOf(name) !== added[name]);
  if (replaced.length && !await askWhether(`${replaced.map(lastPart).join(", ")} ${replaced.length === 1 ? "is" : "are"} in this game already. The current state is kept among its earlier states.`, ["yes", "Replace"])) return;
  await texts.save();
  try { texts.replace({ ...texts.all(), ...added }); } catch (problem) { report([`Nothing was added: ${problem.message}.`]); return; }
  texts.show(Object.keys(added)[0]);
  announce(`${names.length} ${names.length === 1 ? "file was" : "files were"} added to this game`);
}

// ---------------------------------------------------------------- where one begins

const EMPTY = 'rulebook my_game "My game"\n    language 1\n    players 2\n    starts with game\n    at most 1000 decisions, then nobody wins\n\nphase game\n    nobody wins\n';

async function begin() {
  games = await openOwnGames();
  texts = new GameTexts(games, view, { opened: gameOpened, filesChanged, saving: tellSaved,
    fileShown: () => { tree.draw(); if (texts.severalGames) opened = false; if (known) check(); },
    conflict: (title) => report([`This game was changed on another page of this browser, too. Your text is saved as “${title}”, next to the other one.`]) });
  panel = new GamesPanel({ games, current: () => texts.about.id, saveNow: () => texts.save(), bring, begin: beginWith, beginNew,
    openOwn: (id) => pick(async () => { const game = await games.read(id); texts.open(game.files, game); }),
    openTexts: (files, id) => pick(async () => { const game = await games.read(id); texts.open(game.files, game); texts.replace(files); announce("This is the earlier state. The state that it replaced is kept, too"); }),
    renamed: async (id) => { if (id === texts.about.id) { const { title, version } = await games.read(id); Object.assign(texts.about, { title, version, named: true }); tellSaved(); } },
    binned: async (id) => { if (id === texts.about.id) await openDefault(); } });
  await texts.recover();
  await games.emptyBin().catch(() => {});
  const found = await fetch("starts/index.json").catch(() => null);
  panel.starts = found?.ok ? await found.json() : [];
  addEventListener("hashchange", () => { const { hash } = location; leaveFor(() => fromLink(hash)); });
  if (await fromLink(location.hash)) return;
  await openLast();
}

const MODELS = [["higher", "Cards"], ["tic_tac_toe", "A board"], ["pig", "Dice"], ["hanabi", "Players who win together"], ["none", "Nothing yet"]];

async function beginNew() { // a small game of a kind, under a name of one's own
  const model = await askWhether("What does the game begin with?", ...MODELS);
  if (!model) return;
  const files = model === "none" ? {} : await startTexts(model).catch(() => ({}));
  const text = Object.values(files)[0]?.replace(/^rulebook \w+ "[^"]*"/m, 'rulebook my_game "My game"') ?? EMPTY;
  await pick(() => texts.open({ "game.rules": text }));
}

function pick(open) { // from the list of games: the address is no link any more
  return leaveFor(async () => { history.replaceState(null, "", location.pathname); await open(); });
}

async function leaveFor(open) { // everything is saved before another game takes the page
  await texts.save();
  texts.keepSession();
  await open();
}

async function openLast() {
  const last = await texts.last();
  if (last?.game) texts.open(last.game.files, last.game);
  else if (!last?.start || !await openStart(last.start)) await openDefault();
}

async function openDefault() {
  const steps = panel.starts.filter(({ group }) => group === panel.starts[0].group);
  if (!steps.length || !await openStart(steps.at(-1).name)) texts.open({ "game.rules": EMPTY });
}

async function openStart(name) {
  try { texts.open(await startTexts(name), { start: name }); return true; } catch { return false; }
}

async function fromLink(hash) { // whether a link was opened; of a damaged one the text before is kept
  if (hash.length < 2) return false;
  if (location.hash !== hash) history.replaceState(null, "", hash);
  try {
    const start = /^#(?:play&)?start=([\w-]+)$/.exec(hash);
    const files = start ? await startTexts(start[1]) : await fromFragment(hash);
    if (!files) return false;
    texts.open(files, start ? { start: start[1] } : {});
    const line = /&line=(\d+)$/.exec(hash);
    if (line) view.showLine(Number(line[1]));
    if (hash.startsWith("#play&")) { document.body.classList.add("guest"); select("play"); }
    return true;
  } catch (problem) {
    report([`The link could not be opened: ${problem.message}.`, texts.shown ? "Your text is unchanged." : "Your last text is shown instead."]);
    history.replaceState(null, "", location.pathname);
    return Boolean(texts.shown);
  }
}

async function startTexts(name) {
  const found = await fetch(`starts/${name}.json`);
  if (!found.ok) throw new Error(`there is no text called ${name}`);
  return checked(await found.json());
}

async function beginWith(name) {
  await pick(async () => { if (!await openStart(name)) report(["This text could not be loaded; your text is unchanged."]); });
}

// ---------------------------------------------------------------- tabs

let tab = "text";
function select(name, offers = true) {
  tab = name;
  document.body.dataset.shown = name;
  for (const each of document.querySelectorAll("[data-tab]")) {
    const own = each.dataset.tab === name || (name === "text" && each.dataset.tab === "problems" && innerWidth > 800);
    each.setAttribute("aria-selected", String(own));
    each.tabIndex = own ? 0 : -1;
  }
  if (name === "play" && offers && !(play.frame && play.frame.isConnected)) askOpenedThen(() => play.offer());
  if (name === "simulate") askOpenedThen(() => simulate.offer());
  if (name === "text") view.view.requestMeasure();
}

const TURNS = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };

function turnTabs(event) { // with the arrow keys, as in other lists of tabs
  const tabs = [...document.querySelectorAll("[data-tab]")].filter((each) => each.offsetParent);
  const at = tabs.indexOf(document.activeElement), turn = TURNS[event.key];
  if (at < 0 || turn === undefined) return;
  event.preventDefault();
  const to = Number.isFinite(turn) ? (at + turn + tabs.length) % tabs.length : turn < 0 ? 0 : tabs.length - 1;
  tabs[to].focus();
  tabs[to].click();
}

function closeMenus(pressed = null) { // those that were left by a click elsewhere, or by Escape
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (pressed && menu.contains(pressed) && !pressed.closest("button")) continue;
    if (!pressed && menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    menu.open = false;
  }
}

async function askOpenedThen(act) {
  if (engine.state !== "ready") { by(tab).replaceChildren(el("p", { text: "The language is still being loaded." })); await engine.now.ready; }
  if (stale || !opened) await check();
  act();
}

// ---------------------------------------------------------------- all of it

function listen() {
  for (const each of document.querySelectorAll("[data-tab]")) each.addEventListener("click", () => select(each.dataset.tab));
  by("tabs").addEventListener("keydown", turnTabs);
  addEventListener("keydown", (event) => { if (event.key === "Escape") closeMenus(); });
  addEventListener("click", (event) => closeMenus(event.target));
  by("format").addEventListener("click", format);
  by("tutorial-open").addEventListener("click", () => tutorial.show().catch((problem) => report([problem.message])));
  by("share").addEventListener("click", () => share(false));
  by("share-play").addEventListener("click", () => share(true));
  by("download").addEventListener("click", () => downloadGame(texts.title, texts.all()));
  by("unsaved-download").addEventListener("click", () => downloadGame(texts.title, texts.all()));
  by("edit").addEventListener("click", () => { document.body.classList.remove("guest"); select("text"); });
  by("stop").addEventListener("click", () => engine.stop());
  by("file-input").addEventListener("change", async (event) => {
    const brought = [...event.target.files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
    await take(brought);
    event.target.value = "";
  });
  addEventListener("pagehide", () => texts?.leaving());
  document.addEventListener("visibilitychange", () => { if (document.hidden) texts?.leaving(); });
  addEventListener("beforeunload", (event) => { if (texts?.isOwn && games.problem) event.preventDefault(); });
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => { if (hasFiles(event)) { event.preventDefault(); document.body.classList.add("dropping"); } }, true);
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); }, true);
  addEventListener("drop", async (event) => {
    document.body.classList.remove("dropping");
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (by("games-dialog").open) by("games-dialog").close();
    try { await take(await filesIn(event.dataTransfer)); } catch { report(["These files could not be read."]); }
  }, true);
}

engine = new Engine((state) => {
  opened = false;
  if (engine) tellState();
  if (state === "ready") { check(); keepOffline(); }
});
const stopped = (found) => { problems.stop(found); if (known) { problems.draw(known); tellState(); } };
const play = new Play(ask, { announce, place, show, stopped });
const simulate = new Simulate(ask, { place, show, stopped });

async function keepOffline() { // once the language is there: what was loaded is in the browser, and not loaded again
  if (!("serviceWorker" in navigator && isSecureContext)) return;
  const keep = (...given) => navigator.serviceWorker.register(...given).catch(() => {}); // a browser may keep nothing, and there may be no documentation beside this page
  await keep("offline.js");
  await keep("../offline_docs.js", { scope: "../" });
}

listen();
select("text");
tellState();
begin();
