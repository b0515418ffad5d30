// How many play, and who sits at each seat.
import { el, plain } from "./dom.js";

export function ownBot({ bots }) { // a bot that the rulebook declares, if there is one
  return bots.find((bot) => !["random", "search"].includes(bot)) || "random";
}

export function seats(game, sitters, first) { // `first(seat)`: which of the sitters is chosen to begin with
  const rows = el("div");
  const show = (number) => rows.replaceChildren(...Array.from({ length: number }, (_, seat) => {
    const sitter = el("select", { class: "sitter" }, ...sitters.map(([value, text]) => el("option", { value, text })));
    sitter.value = first(seat);
    return el("p", {}, el("label", {}, `${plain(game.names[seat] || `player ${seat + 1}`)} `, sitter));
  }));
  const players = el("select", { name: "players", onchange: () => show(Number(players.value)) });
  for (let n = game.fewest; n <= game.most; n += 1) players.append(el("option", { value: n, text: n }));
  show(game.fewest);
  return [el("p", {}, el("label", {}, "Players ", players)), rows];
}

export function seated(panel) {
  return [...panel.querySelectorAll(".sitter")].map(({ value }) => value);
}
