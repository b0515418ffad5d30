// The list of the games: a person's own, each with its earlier states, and those to learn from.
import { zipped } from "./compressed.js";
import { askName, askWhether, download } from "./dialogs.js";
import { by, el } from "./dom.js";

const when = (time) => new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
const many = (number, one, several) => `${number.toLocaleString("en")} ${number === 1 ? one : several}`;

export const stemOf = (title) => title.normalize("NFC").replace(/[^\p{L}\p{N}_-]+/gu, "_").replace(/^_+|_+$/g, "").toLowerCase() || "game";

export async function downloadGame(title, files) { // a folder in a zip, as `ruleslang check` reads one
  const folder = stemOf(title);
  download(`${folder}.zip`, await zipped(Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]))));
}

export class GamesPanel {
  // `page` has games (the store), current() (an id), openOwn(id), openTexts(files, id), begin(name), beginNew(), bring(), renamed(id, title), saveNow()
  constructor(page) {
    this.page = page;
    this.starts = [];
    by("open-games").addEventListener("click", () => this.show());
  }

  async show() {
    await this.page.saveNow();
    await this.draw();
    if (!by("games-dialog").open) by("games-dialog").showModal();
  }

  close() { by("games-dialog").close(); }

  async draw() {
    const all = await this.page.games.list();
    const own = all.filter(({ binned }) => !binned), binned = all.filter((game) => game.binned);
    const { problem } = this.page.games;
    by("games-inside").replaceChildren(...[
      el("div", { class: "acts" }, el("button", { class: "go", id: "game-new", text: "New game", onclick: () => { this.close(); this.page.beginNew(); } }),
        el("button", { id: "game-bring", text: "Add files …", onclick: () => { this.close(); this.page.bring(); } }),
        own.length ? el("button", { id: "games-download", text: "Download all my games", onclick: () => this.downloadAll(own) }) : null),
      el("p", { class: "soft", text: "You can also drop files, a folder or a zip anywhere on this page." }),
      problem ? el("p", { class: "bad", text: problem }) : null,
      el("h2", { text: "My games" }),
      own.length ? el("ul", { class: "games", id: "own-games" }, ...own.map((game) => this.row(game)))
        : el("p", { class: "soft", text: "Nothing yet: as soon as you write, your text is kept here, in this browser." }),
      binned.length ? el("details", {}, el("summary", { text: `Deleted in the last 30 days (${binned.length})` }), el("ul", { class: "games", id: "binned-games" }, ...binned.map((game) => this.binnedRow(game)))) : null,
      ...this.groups()].filter(Boolean));
  }

  row(game) {
    const { id, title } = game;
    const details = el("details", { class: "earlier", ontoggle: (event) => { if (event.target.open) this.drawEarlier(event.target, id); } }, el("summary", { text: "Earlier states" }));
    return el("li", { "data-game": id, class: id === this.page.current() ? "current" : null },
      el("button", { class: "title", text: title, onclick: () => { this.close(); this.page.openOwn(id); } }),
      el("span", { class: "soft", text: `${when(game.changed)} · ${many(game.files, "file", "files")} · ${many(game.letters, "letter", "letters")}` }),
      el("span", { class: "acts" }, el("button", { text: "Rename", onclick: () => this.rename(id, title) }),
        el("button", { text: "Download", onclick: async () => { const { files } = await this.page.games.read(id); await downloadGame(title, files); } }),
        el("button", { text: "Delete", onclick: () => this.bin(id, title) }), details));
  }

  async drawEarlier(details, id) {
    const states = await this.page.games.earlier(id);
    details.replaceChildren(details.firstChild, ...(states.length ? states.map(({ at, files }) => el("button", { class: "state", onclick: () => { this.close(); this.page.openTexts(files, id); },
      text: `${when(at)} · ${many(Object.values(files).reduce((sum, text) => sum + text.length, 0), "letter", "letters")}` }))
      : [el("p", { class: "soft", text: "One is kept every few minutes while you write." })]));
  }

  binnedRow({ id, title }) {
    return el("li", {}, el("span", { class: "title", text: title }), el("span", { class: "acts" },
      el("button", { text: "Restore", onclick: async () => { await this.page.games.bin(id, false); await this.draw(); } }),
      el("button", { text: "Delete for good", onclick: async () => {
        if (await askWhether(`Delete “${title}” for good, with its earlier states?`, ["yes", "Delete it for good"])) { await this.page.games.remove(id); await this.draw(); }
      } })));
  }

  async rename(id, title) {
    const name = await askName("A name for this game in the list", title);
    if (!name) return;
    await this.page.games.rename(id, name);
    await this.page.renamed(id);
    await this.draw();
  }

  async bin(id, title) {
    if (!await askWhether(`Delete “${title}”? You can bring it back for 30 days.`, ["yes", "Delete it"])) return;
    await this.page.games.bin(id);
    await this.page.binned(id);
    await this.draw();
  }

  async downloadAll(own) {
    const all = {};
    for (const { id, title } of own) {
      let folder = stemOf(title);
      while (Object.keys(all).some((name) => name.startsWith(`${folder}/`))) folder += "_";
      const { files } = await this.page.games.read(id);
      for (const [name, text] of Object.entries(files)) all[`${folder}/${name}`] = text;
    }
    download("my_games.zip", await zipped(all));
  }

  groups() {
    const groups = [...new Set(this.starts.map(({ group }) => group))];
    return groups.flatMap((group) => [el("h2", { text: group }), el("ul", { class: "games starts" }, ...this.starts.filter((each) => each.group === group).map(({ name, title, about }) =>
      el("li", {}, el("button", { class: "title", "data-start": name, text: title, onclick: () => { this.close(); this.page.begin(name); } }), about ? el("span", { class: "soft", text: about }) : null)))]);
  }
}
