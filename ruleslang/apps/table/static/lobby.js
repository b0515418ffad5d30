// The lobby: which rulebook, who sits where, with which options.
"use strict";

const by = (id) => document.getElementById(id);
let games = [], wording = {};

function t(text, values = {}) { // what the page says, in the language that is chosen
  return (wording[text] || text).replace(/\{(\w+)\}/g, (braces, name) => values[name] ?? braces);
}

function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

const chosen = () => games.find((game) => game.rulebook === by("rulebook").value);
const plain = (name) => name.replaceAll("_", " ");

function filled(select, values) {
  select.replaceChildren(...values.map(([value, text]) => make("option", { value }, text)));
}

function showGame() {
  const game = chosen();
  const counts = [];
  for (let n = game.fewest; n <= game.most; n += 1) counts.push([n, String(n)]);
  filled(by("players"), counts);
  const rows = Object.entries(game.options).map(([name, values]) => {
    const select = make("select", { name });
    const { asked, values: texts } = game.meanings[name];
    filled(select, values.map((value) => [value, texts[value] ? `${plain(value)}: ${texts[value]}` : plain(value)]));
    return make("p", {}, make("label", {}, asked ? `${asked} (${plain(name)}) ` : `${plain(name)} `, select));
  });
  const number = (id, text, max, value = "") => rows.push(make("p", {}, make("label", {}, `${t(text)} `, make("input", { id, type: "number", min: 1, max, value, inputmode: "numeric" }))));
  number("minutes", "minutes for each player, or none", 10000);
  number("increment", "seconds that each choice adds to the clock, or none", 86400);
  number("patience", "minutes until the others may let a bot play for someone who is away, or never", 1440, "10");
  rows.push(make("p", {}, make("label", {}, make("input", { id: "chat", type: "checkbox" }), ` ${t("the players can chat")}`)));
  if (game.positions) {
    const lines = make("textarea", { id: "position", rows: 4, placeholder: t("given … (as for `--from`; empty: from the start)") });
    rows.push(make("p", {}, make("label", {}, `${t("start from a position")} `, lines)));
  }
  by("options").replaceChildren(...rows);
  by("note").textContent = game.note;
  showSeats();
}

function showSeats() {
  const game = chosen();
  const number = Number(by("players").value);
  const rows = [];
  for (let seat = 0; seat < number; seat += 1) {
    const select = make("select", { class: "sitter" });
    const [least, most] = game.automatic;
    const ruled = seat >= number - most ? [["automatic", t("nobody: the rules play it")]] : [];
    const bots = [["", t("a person")], ...game.bots.map((bot) => [bot, t("bot: {name}", { name: plain(bot) })])];
    filled(select, seat >= number - least ? ruled : [...bots, ...ruled]);
    if (seat && seat < number - least) select.value = game.bots.find((bot) => bot !== "random") || game.bots[0] || "";
    const name = game.names[seat] ? plain(game.names[seat]) : t("player {number}", { number: seat + 1 });
    const called = make("input", { class: "called", maxlength: 24, placeholder: t("name"), "aria-label": t("name of the player of {seat}", { seat: name }) });
    const show = () => { called.hidden = Boolean(select.value); };
    select.addEventListener("change", show);
    show();
    rows.push(make("p", {}, make("label", {}, `${name} `, select), " ", called));
  }
  by("seats").replaceChildren(...rows);
}

async function begin(event) {
  event.preventDefault();
  by("problem").textContent = "";
  const options = {};
  const game = chosen();
  for (const select of by("options").querySelectorAll("select[name]")) {
    if (select.value !== game.options[select.name][0]) options[select.name] = select.value;
  }
  const seats = [...document.querySelectorAll(".sitter")].map((select) => select.value);
  const lang = game.languages.includes(by("lang").value) ? by("lang").value : "";
  const number = (id) => by(id).value ? Number(by(id).value) : null;
  const [minutes, increment, patience] = ["minutes", "increment", "patience"].map(number);
  const names = [...document.querySelectorAll(".called")].map((each) => each.hidden ? "" : each.value);
  const position = by("position") ? by("position").value.trim() : "";
  const body = JSON.stringify({ rulebook: game.rulebook, seats, options, lang, minutes, increment, patience, names, position, chat: by("chat").checked });
  by("begin").disabled = true;
  try {
    const answer = await fetch("matches", { method: "POST", body });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.text);
    keep([{ title: game.title, at: Date.now(), links: found.links }, ...kept()]);
    showKept();
    by("list").querySelector("a").focus();
  } catch (problem) {
    by("problem").textContent = t(problem instanceof TypeError ? "The server does not answer: please try again." : problem.message);
  } finally {
    by("begin").disabled = false;
  }
}

// ---------------------------------------------------------------- the links, which nobody else has

const KEPT = `ruleslang ${location.pathname}`;
const MOST_KEPT = 20; // matches

function kept() {
  try {
    const matches = JSON.parse(localStorage.getItem(KEPT) || "[]");
    return matches.filter((match) => Array.isArray(match.links));
  } catch { // a browser that keeps nothing, or something else under this name
    return kept.here || [];
  }
}

function keep(matches) {
  kept.here = matches.slice(0, MOST_KEPT);
  try { localStorage.setItem(KEPT, JSON.stringify(kept.here)); } catch { /* until the page is closed */ }
}

function showKept() {
  const matches = kept();
  by("links").hidden = !matches.length;
  by("list").replaceChildren(...matches.map((match, nth) => {
    const forget = make("button", { type: "button" }, t("Forget these links"));
    forget.addEventListener("click", () => { keep(kept().filter((_, other) => other !== nth)); showKept(); });
    const links = match.links.map((link) => make("li", {},
      make("a", { href: link.link, target: "_blank" }, link.bot || link.called ? `${t(link.name)} (${link.called || t("bot")})` : t(link.name)),
      " ", make("code", {}, new URL(link.link, location.href).href)));
    const summary = make("summary", {}, `${match.title} · ${new Date(match.at).toLocaleString(document.documentElement.lang)}`);
    return make("details", nth ? {} : { open: "" }, summary, make("ul", {}, ...links), forget);
  }));
}

async function list(lang) { // the rulebooks, in a language
  if (!games.length) by("note").textContent = t("The rulebooks are being loaded …");
  const answer = await (await fetch(`rulebooks?lang=${encodeURIComponent(lang)}`)).json();
  const before = by("rulebook").value;
  ({ games, wording } = answer);
  const languages = [...new Set(["en", ...games.flatMap((game) => game.languages)])];
  const names = new Intl.DisplayNames([lang], { type: "language" });
  filled(by("lang"), languages.map((each) => [each, names.of(each)]));
  by("lang").value = lang;
  by("spoken").hidden = languages.length < 2;
  document.documentElement.lang = lang;
  for (const each of document.querySelectorAll("[data-t]")) each.textContent = t(each.dataset.t);
  filled(by("rulebook"), games.map((game) => [game.rulebook, game.title]));
  if (before) by("rulebook").value = before;
  showGame();
  showKept();
}

by("rulebook").addEventListener("change", showGame);
by("lang").addEventListener("change", () => list(by("lang").value));
by("players").addEventListener("change", showSeats);
by("form").addEventListener("submit", begin);
addEventListener("pageshow", showKept); // also when one comes back to this page
addEventListener("storage", showKept);
list(navigator.language.slice(0, 2));
