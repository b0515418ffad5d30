// The files of a game as a tree, with what can be done to them.
import { askName, askWhether, download } from "./dialogs.js";
import { by, el } from "./dom.js";
import { MOST_FILES, fittingName, isFileName, lastPart } from "./file_names.js";

const WRONG = "A name has letters, digits and `_`, and ends in .rules, .cards, .csv or .tsv; folders are separated by `/`.";

export class FileTree {
  // `game` has names(), shown(), textOf(name), open(name), add(name, text), rename(from, to), remove(name), bring()
  constructor(game) {
    this.game = game;
    this.folded = new Set(); // folders
    by("file-new").addEventListener("click", () => this.create());
    by("file-rename").addEventListener("click", () => this.rename());
    by("file-delete").addEventListener("click", () => this.remove());
    by("file-download").addEventListener("click", () => this.download());
    by("file-bring").addEventListener("click", () => this.game.bring());
  }

  draw() {
    const names = this.game.names(), shown = this.game.shown();
    const isSeveral = names.length > 1, wasSeveral = document.body.classList.contains("several");
    document.body.classList.toggle("several", isSeveral);
    if (isSeveral && !wasSeveral && innerWidth > 1000) by("file-box").open = true;
    if (!isSeveral && wasSeveral) by("file-box").open = false;
    by("file-name").textContent = shown;
    by("file-number").textContent = names.length > 1 ? `${names.length} files` : "";
    by("file-delete").disabled = names.length < 2;
    by("file-tree").replaceChildren(...this.level(names, "", shown));
    by("file-tree").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  level(names, folder, shown) { // the entries of a folder: its folders, then its files
    const inside = names.map((name) => name.slice(folder.length));
    const folders = [...new Set(inside.filter((name) => name.includes("/")).map((name) => name.slice(0, name.indexOf("/") + 1)))];
    return [
      ...folders.map((each) => this.folder(names.filter((name) => name.startsWith(folder + each)), folder + each, shown)),
      ...names.filter((name) => !name.slice(folder.length).includes("/")).map((name) => el("button", { class: "file", text: lastPart(name), title: name,
        "data-file": name, "aria-current": name === shown ? "true" : null, onclick: () => this.game.open(name) })),
    ];
  }

  folder(names, path, shown) {
    const isOpen = !this.folded.has(path) || shown.startsWith(path);
    return el("details", { open: isOpen, ontoggle: (event) => { if (event.target.open) this.folded.delete(path); else this.folded.add(path); } },
      el("summary", { text: lastPart(path.slice(0, -1)) }), ...this.level(names, path, shown));
  }

  problemOf(name, except = "") {
    if (!isFileName(name)) return WRONG;
    if (name !== except && this.game.names().includes(name)) return "There is already a file of this name.";
    return this.game.names().length >= MOST_FILES && !except ? `A game has at most ${MOST_FILES} files.` : "";
  }

  async create() {
    const shown = this.game.shown(), folder = shown.slice(0, shown.length - lastPart(shown).length);
    const name = await askName("The name of the new file", `${folder}more.cards`, (typed) => this.problemOf(fittingName(typed) ?? typed));
    if (name) this.game.add(fittingName(name), "");
  }

  async rename() {
    const shown = this.game.shown();
    const name = await askName(`A new name for ${shown}`, shown, (typed) => this.problemOf(fittingName(typed) ?? typed, shown));
    if (name && fittingName(name) !== shown) this.game.rename(shown, fittingName(name));
  }

  async remove() {
    const shown = this.game.shown();
    if (await askWhether(`Delete the file ${shown}? The current state is kept among the earlier states of the game.`, ["yes", "Delete it"])) this.game.remove(shown);
  }

  download() {
    const shown = this.game.shown();
    download(lastPart(shown), new Blob([this.game.textOf(shown)], { type: "text/plain" }));
  }
}
