// Many games between bots, some at a time; what was done when they are stopped is kept.
import { by, el, inWords, plain } from "./dom.js";
import { ownBot, seated, seats } from "./seats.js";

const percent = (part) => `${(100 * part).toFixed(1)}%`;
const number = (value) => String(Number(value.toPrecision(4)));

const ENGINES = { wasm: "WebAssembly", python: "Python", interpreter: "the interpreter" };

export class Simulate {
  constructor(ask, page) { // `page` has place(found), show(found), stopped(found)
    this.ask = ask;
    this.page = page;
    this.run = 0;
  }

  async offer() {
    if (this.running) return;
    const game = await this.ask({ do: "offer" });
    const panel = by("simulate");
    if (game.problem || game.ended) {
      panel.replaceChildren(el("p", { text: game.problem || game.ended }));
      return;
    }
    const games = el("input", { id: "games", type: "number", min: 1, max: 100000, value: 1000, required: true });
    const sitters = game.bots.map((bot) => [bot, plain(bot)]);
    const engine = el("select", { id: "engine" }, ...Object.entries(ENGINES).map(([value, text]) => el("option", { value, text })));
    panel.replaceChildren(el("form", { onsubmit: (event) => { event.preventDefault(); this.begin(); } },
      el("h2", { text: `Games of ${game.title} between bots` }), el("p", {}, el("label", {}, "Games ", games)), ...seats(game, sitters, () => ownBot(game)), el("p", {}, el("label", {}, "Engine ", engine)),
      el("p", { class: "acts" }, el("button", { class: "go", id: "simulate-go", type: "submit", text: "Simulate" }),
        el("button", { id: "simulate-stop", type: "button", text: "Stop", hidden: true, onclick: () => { this.run += 1; } }))),
    el("progress", { id: "progress", hidden: true, "aria-label": "Games played" }), el("p", { id: "so-far", role: "status" }), el("div", { id: "report" }));
  }

  async begin() {
    const run = this.run += 1;
    const games = Number(by("games").value);
    const players = seated(by("simulate"));
    this.shows(true);
    by("progress").max = games;
    by("progress").removeAttribute("value");
    by("report").replaceChildren();
    by("so-far").textContent = "The rules are being compiled …";
    let answer = await this.ask({ do: "simulate", games, players, seed: 1, engine: by("engine").value });
    while (run === this.run && answer.goes_on) {
      this.tell(answer, games);
      answer = await this.ask({ do: "more" });
    }
    if (run !== this.run && !answer.ended) answer = await this.ask({ do: "stop" });
    this.shows(false);
    if (answer.report) this.tell(answer, games, true);
    else by("so-far").textContent = answer.problem || answer.ended || "No game was finished.";
  }

  shows(running) {
    this.running = running;
    by("progress").hidden = !running;
    by("simulate-go").disabled = running;
    by("simulate-stop").hidden = !running;
  }

  tell({ report, engine }, games, done) {
    if (!report) return;
    by("progress").value = report.games;
    const now = performance.now();
    if (!done && now - (this.drawn || 0) < 250) return;
    this.drawn = now;
    const stopped = report.failed ? `: ${report.finished} finished, ${report.failed} stopped by an error in the rulebook` : "";
    by("so-far").textContent = `${report.games} of ${games} games${done && report.games < games ? ", then stopped" : ""}, by ${ENGINES[engine]}${stopped}`;
    by("so-far").className = report.failed ? "bad" : "";
    if (done) for (const each of report.failures) this.page.stopped({ ...each, what: `${report.failed} of ${report.games} games stopped by an error` });
    by("report").replaceChildren(...drawn(report, this.page));
  }
}

function drawn(report, page) {
  const rows = report.winners.map(({ seat, share }) => [`${seat} wins`, share]);
  if (report.draws[0]) rows.push(["nobody wins", report.draws]);
  const wins = el("table", {}, ...rows.map(([name, [part, low, high]]) => {
    const bar = el("span", { class: "bar" });
    bar.style.width = `${100 * part}%`;
    return el("tr", {}, el("td", { text: name }), el("td", {}, bar), el("td", { class: "number", text: percent(part) }),
      el("td", { class: "number", text: `${percent(low)} – ${percent(high)}` }));
  }));
  const measures = el("table", {}, el("tr", {}, ...["", "mean", "95%", "least", "most"].map((text) => el("th", { text }))),
    ...Object.entries(report.measures).map(([name, each]) => el("tr", {}, el("td", { text: name }),
      ...[number(each.mean), `${number(each.low)} – ${number(each.high)}`, each.minimum, each.maximum].map((text) => el("td", { class: "number", text })))));
  const found = [];
  if (report.finished) found.push(el("h2", { text: report.failed ? `Who wins the ${report.finished} finished games` : "Who wins" }), wins);
  if (report.finished && Object.keys(report.measures).length) found.push(el("h2", { text: "Measures" }), measures);
  if (report.capped) found.push(el("p", { text: `${report.capped} games were ended by the header's decision cap.` }));
  const failures = report.failures.map((each) => el("div", { class: "row error stopped" }, el("p", {}, el("b", { text: `${each.games} × ` }),
    each.file ? el("button", { class: "where", text: page.place(each), onclick: () => page.show(each) }) : null), el("p", {}, ...inWords(each.message))));
  return [...failures, ...found];
}
