// A match at this browser: the table's own page in a frame, and who sits where.
import { by, el, inWords, plain } from "./dom.js";
import { ownBot, seated, seats } from "./seats.js";

export class Play {
  constructor(ask, page) { // `page` has announce(text), place(found), show(found), stopped(found)
    this.ask = ask;
    this.page = page;
    this.frame = null;
    this.turn = Promise.resolve();
    this.match = 0;
    this.seat = 0;
    this.from = null;
    addEventListener("message", (event) => {
      if (event.origin !== location.origin || !this.frame || event.source !== this.frame.contentWindow) return;
      if (event.data.do === "hello") this.greet();
      else if (event.data.do === "say") this.queue({ do: "say", message: event.data.message });
    });
  }

  async offer(from = null) { // what may be chosen for a match, if the rulebook can be played
    this.from = from;
    const game = await this.ask({ do: "offer" });
    const panel = by("play");
    if (game.problem || game.ended) {
      panel.replaceChildren(el("p", { text: game.problem || game.ended }));
      return;
    }
    const sitters = [["", "a person"], ...game.bots.map((bot) => [bot, `bot: ${plain(bot)}`])];
    const options = Object.entries(game.options).map(([name, values]) => el("p", {}, el("label", {}, `${plain(name)} `,
      el("select", { "data-option": name }, ...values.map((value) => el("option", { value, text: plain(value) }))))));
    const lang = game.languages.length > 1 ? el("p", {}, el("label", {}, "language ",
      el("select", { id: "lang" }, ...game.languages.map((each) => el("option", { value: each, text: each }))))) : null;
    panel.replaceChildren(el("form", { onsubmit: (event) => { event.preventDefault(); this.begin(); } },
      el("h2", { text: `A match of ${game.title}` }),
      from ? el("p", { text: `It begins in the position of “${from.title}”.` }) : null,
      ...seats(game, sitters, (seat) => (seat ? ownBot(game) : "")), lang,
      options.length ? el("details", {}, el("summary", { text: "Options" }), ...options) : null,
      el("p", {}, el("button", { class: "go", type: "submit", text: "Begin" }))));
  }

  async begin() {
    const panel = by("play");
    const options = Object.fromEntries([...panel.querySelectorAll("[data-option]")].map((each) => [each.dataset.option, each.value]));
    const from = this.from ? { file: this.from.file, at: this.from.from } : {};
    const begun = await this.ask({ do: "begin", seats: seated(panel), options, lang: by("lang") ? by("lang").value : "", ...from });
    if (begun.problem || begun.ended) {
      this.page.announce(begun.problem || begun.ended);
      return;
    }
    this.match += 1;
    this.waiting = begun;
    const { seats: names, seat } = begun.messages[0];
    this.seat = seat;
    const look = el("select", { id: "look", onchange: () => this.look() }, el("option", { value: "follow", text: "who is asked" }),
      ...names.map((each, n) => el("option", { value: n, text: each.text })), el("option", { value: "", text: "a spectator" }));
    this.frame = el("iframe", { id: "table-frame", src: "table/table.html", title: "The table" });
    panel.replaceChildren(el("div", { id: "at-table" }, el("label", {}, "View as ", look),
      el("button", { text: "New match", onclick: () => this.leave() }),
      el("button", { text: "Full screen", onclick: () => this.frame.requestFullscreen && this.frame.requestFullscreen() }),
      el("span", { id: "thinking", role: "status" })), el("div", { id: "match-notes", role: "status" }), this.frame);
  }

  get goesOn() { return Boolean(this.frame && this.frame.isConnected); }

  textChanged(isPlayable) { // what is played follows the rules as they were when it began
    if (!this.goesOn) return;
    const replay = el("button", { id: "replay", text: "Replay it on the new text", disabled: !isPlayable, onclick: () => this.replay() });
    by("match-notes").replaceChildren(el("p", {}, "This match follows the older text. ", replay));
  }

  async replay() {
    const match = this.match;
    const answer = await this.ask({ do: "replay" });
    if (match !== this.match || !this.goesOn) return;
    if (answer.problem || answer.ended) {
      by("match-notes").replaceChildren(el("p", { class: "bad", text: `The match stays on the older text: ${answer.problem || answer.ended}.` }));
      return;
    }
    const { repeated, made } = answer;
    by("match-notes").replaceChildren(el("p", { text: repeated === made ? `Replayed on the new text: ${made} ${made === 1 ? "choice" : "choices"}.`
      : `Replayed on the new text: ${repeated} of ${made} choices; the next one is not possible there.` }));
    await this.hear(answer);
  }

  showStopped(stopped) {
    const what = "The match was stopped by an error in the rulebook";
    by("match-notes").replaceChildren(el("div", { class: "row error stopped" }, el("p", {}, el("b", { text: `${what} ` }),
      stopped.file ? el("button", { class: "where", text: this.page.place(stopped), onclick: () => this.page.show(stopped) }) : null), el("p", {}, ...inWords(stopped.message))));
    this.page.stopped({ ...stopped, what });
  }

  forget() { // another game is open: the match belonged to the one before
    this.frame = null;
    this.match += 1;
  }

  leave() {
    this.frame = null;
    this.match += 1;
    this.offer(this.from);
  }

  greet() { // the frame is there (again): everything from the beginning
    if (this.waiting) {
      const first = this.waiting;
      this.waiting = null;
      this.hear(first);
    } else this.look();
  }

  look() {
    const value = by("look").value;
    const seat = value === "follow" ? this.seat : value === "" ? null : Number(value);
    this.queue({ do: "sit", seat, follows: value === "follow" });
  }

  queue(message) {
    const match = this.match;
    this.turn = this.turn.then(async () => { if (match === this.match) await this.hear(await this.ask(message)); });
  }

  async hear(answer) {
    const match = this.match;
    for (;;) {
      if (match !== this.match || !this.frame) return;
      if (answer.ended || answer.problem) {
        this.tell([{ type: "closed", text: answer.ended ? "The match was stopped." : answer.problem }]);
        break;
      }
      this.tell(answer.messages);
      if (answer.stopped) this.showStopped(answer.stopped);
      if (!answer.more) break;
      const slow = setTimeout(() => { if (by("thinking")) by("thinking").textContent = "A bot is thinking …"; }, 300);
      answer = await this.ask({ do: "go on" });
      clearTimeout(slow);
    }
    if (by("thinking")) by("thinking").textContent = "";
  }

  tell(messages) {
    for (const message of messages) {
      if (message.type === "declared" && message.seat !== null) this.seat = message.seat;
      this.frame.contentWindow.postMessage(message, location.origin);
    }
  }
}
