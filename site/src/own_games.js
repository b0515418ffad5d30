// The games that a person keeps in this browser (IndexedDB): each is saved by itself, with earlier
// states to go back to. Where nothing can be stored they live as long as the page, and `problem` is
// the reason in words.
const DATABASE = "ruleslang", GAMES = "games", EARLIER = "earlier";
const PAUSE = 3 * 60_000; // between two earlier states, in milliseconds
const MOST_EARLIER = 60; // of one game
const DAYS_IN_BIN = 30;
const SHRINKS = 300; // letters: of a text that loses more than this, the state before is kept at once

const newId = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
const letters = (files) => Object.values(files).reduce((sum, text) => sum + text.length, 0);
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function done(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error || new DOMException("the browser gave up", "AbortError"));
  });
}

function database() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(GAMES, { keyPath: "id" });
      asked.result.createObjectStore(EARLIER, { keyPath: ["game", "at"] });
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = asked.onblocked = () => reject(asked.error || new Error("blocked"));
  });
}

export async function openOwnGames() {
  try {
    const opened = await database();
    opened.onversionchange = () => opened.close();
    return new OwnGames(opened);
  } catch {
    return new OwnGames(null);
  }
}

function inWordsOf(problem) {
  return /Quota/.test(problem.name || "")
    ? "This browser has no space left for your games. Your text is not lost while this page is open: download it, or delete games that you no longer need."
    : "This browser could not save your game. Your text is not lost while this page is open: download it before you close the page.";
}

const NOT_HERE = "This browser saves nothing on this page (a private window, or a setting). Your text is there while the page is open: download it before you close it.";

class OwnGames {
  constructor(opened) {
    this.opened = opened;
    this.unstored = new Map(); // games that could not be stored, by id
    this.problem = opened ? "" : NOT_HERE;
  }

  async list() { // newest first, without their texts
    const stored = this.opened ? await answered(this.opened.transaction(GAMES).objectStore(GAMES).getAll()) : [];
    const all = new Map(stored.map((game) => [game.id, game]));
    for (const [id, game] of this.unstored) all.set(id, game);
    return [...all.values()].sort((a, b) => b.changed - a.changed)
      .map(({ files, ...about }) => ({ ...about, files: Object.keys(files).length, letters: letters(files) }));
  }

  async read(id) {
    if (this.unstored.has(id) || !this.opened) return this.unstored.get(id) ?? null;
    return (await answered(this.opened.transaction(GAMES).objectStore(GAMES).get(id))) ?? null;
  }

  // Saves a game and returns it as stored. `version` is that of the state it was made from: if
  // another page saved the game meanwhile, this one becomes a separate game, so none is lost.
  async save({ id, title, files, version, named = false }, { keepBefore = false } = {}) {
    const game = { id: id || newId(), title, files, named, version: version || 0, changed: Date.now(), keptAt: 0, binned: 0 };
    if (!this.opened) return this.keepUnstored(game);
    for (const withEarlier of [true, false]) { // a full browser stores the text before its history
      try {
        const stored = await this.store({ ...game }, withEarlier, keepBefore);
        this.unstored.delete(stored.id);
        this.problem = "";
        return stored;
      } catch (problem) {
        this.problem = inWordsOf(problem);
      }
    }
    return this.keepUnstored(game);
  }

  keepUnstored(game) {
    const before = this.unstored.get(game.id);
    const kept = { ...game, version: game.version + (this.opened ? 0 : 1), earlier: [...(before?.earlier ?? [])] };
    if (before && Date.now() - (kept.earlier.at(-1)?.at ?? 0) > PAUSE) kept.earlier.push({ game: game.id, at: before.changed, files: before.files });
    this.unstored.set(game.id, kept);
    return kept;
  }

  async store(game, withEarlier, keepBefore) {
    const transaction = this.opened.transaction([GAMES, EARLIER], "readwrite");
    const finished = done(transaction);
    finished.catch(() => {});
    const games = transaction.objectStore(GAMES), before = await answered(games.get(game.id));
    if (before && same(before.files, game.files) && before.title === game.title) {
      if (before.binned) games.put({ ...before, binned: 0, version: before.version + 1 });
      await finished;
      return { ...before, version: before.version + (before.binned ? 1 : 0), binned: 0 };
    }
    if (before && before.version !== game.version) Object.assign(game, { id: newId(), title: `${game.title} (from another page)`, named: true, version: 0 });
    else if (before) {
      game.keptAt = before.keptAt;
      const isDue = keepBefore || Date.now() - before.keptAt >= PAUSE || letters(before.files) - letters(game.files) > SHRINKS;
      if (withEarlier && isDue && !same(before.files, game.files)) {
        transaction.objectStore(EARLIER).put({ game: game.id, at: before.changed, files: before.files });
        game.keptAt = Date.now();
      }
    }
    game.version += 1;
    games.put(game);
    await finished;
    if (before && game.keptAt !== before.keptAt) await this.thinOut(game.id);
    return game;
  }

  async thinOut(id) { // of the older half of too many earlier states every other one goes
    const keys = await answered(this.opened.transaction(EARLIER).objectStore(EARLIER).getAllKeys(ofGame(id)));
    if (keys.length <= MOST_EARLIER) return;
    const transaction = this.opened.transaction(EARLIER, "readwrite");
    keys.slice(1, keys.length / 2).forEach((key, n) => { if (n % 2) transaction.objectStore(EARLIER).delete(key); });
    await done(transaction);
  }

  async earlier(id) { // the earlier states of a game, newest first
    if (this.unstored.has(id) || !this.opened) return [...(this.unstored.get(id)?.earlier ?? [])].reverse();
    const all = await answered(this.opened.transaction(EARLIER).objectStore(EARLIER).getAll(ofGame(id)));
    return all.reverse();
  }

  async rename(id, title) {
    await this.change(id, (game) => ({ ...game, title, named: true, version: game.version + 1 }));
  }

  async bin(id, isBinned = true) { // deleted games can be brought back for some days
    await this.change(id, (game) => ({ ...game, binned: isBinned ? Date.now() : 0, version: game.version + 1 }));
  }

  async change(id, changed) {
    if (this.unstored.has(id)) { this.unstored.set(id, changed(this.unstored.get(id))); return; }
    const transaction = this.opened.transaction(GAMES, "readwrite"), finished = done(transaction);
    finished.catch(() => {});
    const game = await answered(transaction.objectStore(GAMES).get(id));
    if (game) transaction.objectStore(GAMES).put(changed(game));
    await finished;
  }

  async remove(id) { // for good, with its earlier states
    this.unstored.delete(id);
    if (!this.opened) return;
    const transaction = this.opened.transaction([GAMES, EARLIER], "readwrite");
    transaction.objectStore(GAMES).delete(id);
    transaction.objectStore(EARLIER).delete(ofGame(id));
    await done(transaction);
  }

  async emptyBin() {
    for (const { id, binned } of await this.list()) if (binned && Date.now() - binned > DAYS_IN_BIN * 86_400_000) await this.remove(id);
  }
}

const ofGame = (id) => IDBKeyRange.bound([id, 0], [id, Infinity]);
