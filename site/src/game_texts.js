// The texts of the game that is open, and how they are saved: a moment after the last key, when the
// page is hidden, and before another game is opened. An example or a link becomes a game of one's own
// with the first change to it.
import { checked, hasHeader, mainFile, titleOf, tooMuch } from "./file_names.js";

const PAUSE = 500, MOST_PAUSE = 4000; // milliseconds from the last, and the first unsaved key until it is saved
const HERE = "ruleslang here", UNSAVED = "ruleslang unsaved ", OLD = ["ruleslang text before", "ruleslang draft"];

const stored = (name) => { try { return JSON.parse(localStorage.getItem(name)); } catch { return null; } };
const store = (name, value) => { try { localStorage.setItem(name, JSON.stringify(value)); return true; } catch { return false; } };
const forget = (name) => { try { localStorage.removeItem(name); } catch { /* it is forbidden, so nothing is there */ } };

const leaveLink = () => { if (location.hash) history.replaceState(null, "", location.pathname); }; // it holds another text now

export class GameTexts {
  // `on` has opened(), fileShown(), filesChanged(), saving() and conflict(title)
  constructor(games, view, on) {
    Object.assign(this, { games, view, on });
    this.files = new Map(); // name: {text, state of the editor once it was shown}
    this.shown = "";
    this.about = {}; // {id, title, named, version, start}: of an unchanged example or link `id` is null
    this.sessions = new Map(); // id: files, with their undo
    this.dirty = false;
    this.since = 0; // when the first unsaved key was pressed
    this.saves = Promise.resolve();
    this.saving = false;
    this.unsaved = new Set(); // where texts are kept that were not saved when the page was hidden
  }

  // ---------------------------------------------------------------- texts

  names() { return [...this.files.keys()]; }

  textOf(name) { return name === this.shown ? this.view.text() : this.files.get(name).text; }

  all() { return Object.fromEntries(this.names().map((name) => [name, this.textOf(name)])); }

  toCheck() { // the file of rules first that the shown one is about: the worker takes the first for the rulebook
    const all = this.all();
    const first = this.shown.endsWith(".rules") && (hasHeader(all[this.shown]) || this.names().length === 1) ? this.shown : mainFile(all);
    return { [first]: all[first], ...all };
  }

  get severalGames() { return this.names().filter((name) => name.endsWith(".rules") && hasHeader(this.textOf(name))).length > 1; }

  get title() { return this.about.named ? this.about.title : titleOf(this.all()); }

  get isOwn() { return Boolean(this.about.id) || this.dirty; }

  open(texts, about = {}) { // the game that was open has been saved before
    const session = about.id && this.sessions.get(about.id);
    const isSame = session && session.size === Object.keys(texts).length && [...session].every(([name, { text }]) => texts[name] === text);
    this.files = isSame ? session : new Map(Object.entries(texts).map(([name, text]) => [name, { text, state: null }]));
    this.about = { id: null, version: 0, named: false, title: "", start: "", ...about };
    this.dirty = false;
    this.shown = "";
    this.remember();
    this.show(mainFile(texts), true);
    this.on.opened();
  }

  keepSession() {
    if (!this.shown) return;
    this.files.set(this.shown, { text: this.view.text(), state: this.view.view.state });
    if (this.about.id) this.sessions.set(this.about.id, this.files);
  }

  show(name, isOpening = false) {
    if (name === this.shown) return;
    if (this.shown && this.files.has(this.shown)) this.files.set(this.shown, { text: this.view.text(), state: this.view.view.state });
    const next = this.files.get(name);
    this.shown = name;
    this.view.open(next.state || this.view.made(next.text));
    if (!isOpening) this.on.fileShown();
  }

  put(name, text) { // another text for a file, or another file
    if (name === this.shown) this.view.replace(text);
    else this.files.set(name, { text, state: null });
    this.touched();
  }

  edit(name, edits) { // edits of one file, which may be another than the one that is shown
    if (name === this.shown) { this.view.change(edits); return; }
    let { text } = this.files.get(name);
    for (const { from, to, text: put } of [...edits].sort((a, b) => b.from - a.from)) text = text.slice(0, from) + put + text.slice(to);
    this.put(name, text);
  }

  add(name, text) {
    this.files.set(name, { text, state: null });
    this.show(name);
    this.filesChanged();
  }

  rename(from, to) {
    const wasShown = this.shown === from;
    if (wasShown) this.files.set(from, { text: this.view.text(), state: this.view.view.state });
    this.files = new Map([...this.files].map(([name, file]) => [name === from ? to : name, file]));
    if (wasShown) this.shown = to;
    this.filesChanged();
  }

  remove(name) {
    const next = this.names().find((each) => each !== name);
    if (this.shown === name) this.show(next);
    this.files.delete(name);
    this.filesChanged(true);
  }

  replace(texts, keepBefore = true) { // all texts of the game: an earlier state of it, or files that were brought
    const problem = tooMuch(texts);
    if (problem) throw new Error(problem);
    const shown = this.shown;
    this.files = new Map(Object.entries(texts).map(([name, text]) => [name, { text, state: null }]));
    this.shown = "";
    this.show(shown in texts ? shown : mainFile(texts), true);
    this.filesChanged(keepBefore);
  }

  filesChanged(keepBefore = false) {
    this.dirty = true;
    leaveLink();
    this.save({ keepBefore });
    this.on.filesChanged();
  }

  // ---------------------------------------------------------------- saving

  touched() {
    if (!this.dirty) this.since = performance.now();
    this.dirty = true;
    leaveLink();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), Math.max(0, Math.min(PAUSE, MOST_PAUSE - (performance.now() - this.since))));
    this.on.saving();
  }

  save(options = {}) { // resolves when everything that was written until now is saved
    clearTimeout(this.timer);
    this.saves = this.saves.then(() => this.saveNow(options));
    return this.saves;
  }

  async saveNow(options) {
    if (!this.dirty || !this.files.size) return;
    const { about } = this;
    this.dirty = false;
    const own = Boolean(about.id);
    this.saving = true; // until it is stored: a page that ends now has not saved this text yet
    const game = await this.games.save({ id: about.id, title: this.title, named: about.named, version: about.version, files: this.all() }, options);
    this.saving = false;
    if (!this.dirty && !this.games.problem) this.forgetUnsaved(); // else what is kept there is newer, or all there is
    const conflict = own && game.id !== about.id;
    Object.assign(about, { id: game.id, version: game.version, named: game.named, title: game.title, start: "" });
    if (this.about !== about) return;
    if (this.games.problem) this.dirty = true; // so that it is tried again, and the page asks before it closes
    this.remember();
    if (!own) navigator.storage?.persist?.();
    this.on.saving();
    if (conflict) this.on.conflict(game.title);
  }

  leaving() { // the page may end now: what no transaction finishes is kept where writing does not wait
    if (!this.dirty && !this.saving) return;
    const { id, version, named } = this.about;
    this.unsaved.add(UNSAVED + (id || ""));
    store(UNSAVED + (id || ""), { id, version, named, title: this.title, files: this.all() });
    this.save();
  }

  forgetUnsaved() {
    for (const key of this.unsaved) forget(key);
    this.unsaved.clear();
  }

  remember() {
    const { id, start } = this.about;
    if (id || start) store(HERE, id ? { id } : { start });
  }

  // ---------------------------------------------------------------- what was there before

  async recover() { // texts of a page that ended too early, and of older versions of this page
    let keys = [];
    try { keys = Object.keys(localStorage).filter((key) => key.startsWith(UNSAVED)); } catch { /* it is forbidden */ }
    for (const key of [...keys, ...OLD]) {
      const found = stored(key);
      try {
        const isOld = OLD.includes(key);
        if (found) {
          const files = checked(isOld ? found : found.files);
          const game = await this.games.save(isOld ? { title: titleOf(files), files } : { ...found, files, title: found.title || titleOf(files) });
          if (isOld || !found.id) store(HERE, { id: game.id });
        }
      } catch { /* it is no text of rules */ }
      if (!this.games.problem) forget(key);
    }
  }

  async last() { // where one was: {game} or {start}; null: nowhere
    const here = stored(HERE);
    const game = here?.id ? await this.games.read(here.id) : null;
    if (game && !game.binned) return { game };
    return typeof here?.start === "string" ? { start: here.start } : null;
  }
}
