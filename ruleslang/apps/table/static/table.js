// The page at a table: shows what the server sends, and sends what is picked. It knows no game.
"use strict";

const by = (id) => document.getElementById(id);
let state = null;
let declared = null;
let lost = false; // whether what had the focus is no longer there
let next = ""; // the link of the match that these seats play next
let scrolled = ""; // the question that was brought into sight
const story = [];

// ---------------------------------------------------------------- messages to and from the server

function hear(message) {
  if (message.type === "declared") {
    declared = message;
    Draw.learn(declared);
    document.title = declared.title;
    if (declared.language) document.documentElement.lang = declared.language;
    for (const [id, text] of Object.entries(FIXED)) by(id).textContent = t(text);
    by("clock").setAttribute("aria-label", t("your time"));
    by("table").setAttribute("aria-label", t("The table"));
    by("ask").setAttribute("aria-label", t("Your question"));
    by("told").setAttribute("aria-label", t("What happened"));
    by("title").textContent = declared.title;
    tools();
  } else if (message.type === "state") {
    by("problem").textContent = "";
    state = message;
    Reading.past = null;
    if (message.afresh) { story.length = 0; by("log").replaceChildren(); }
    const shout = announce(message.entries);
    Choices.begin(state.question);
    Moving.remember();
    draw();
    if (!message.afresh) { Moving.run(); Moving.shout(shout); }
    clock();
  } else if (message.type === "refused") {
    if (state) { Choices.begin(state.question); draw(); }
    by("problem").textContent = t(message.text);
  } else if (HEARD[message.type]) {
    HEARD[message.type](message);
  } else {
    by("problem").textContent = t(message.text);
  }
}

const FIXED = {
  "log-button": "Log", rules: "Rules", undo: "Undo", more: "More", "log-title": "What happened", close: "Close",
};

const link = (text) => { // how the connection is
  by("link").textContent = text;
  document.body.classList.toggle("lost", text === t(LOST));
};
const LOST = "No connection; reconnecting …";

const HEARD = {
  sending: () => link(t(document.body.classList.contains("lost") ? LOST : "Sending …")),
  lost: () => link(t(LOST)),
  connected: () => link(""),
  opening: () => link(t("The match is being opened …")),
  unsent: ({ message }) => { by("problem").textContent = unsent(message); },
  why: (message) => Reading.why(message),
  rules: (message) => Reading.texts(message),
  position: (message) => Reading.position(message),
  past: (message) => Reading.look(message),
  record: (message) => Reading.record(message),
  chat: (message) => Reading.chatMessage(message),
  again: (message) => {
    next = message.link;
    if (message.goes) location.assign(next);
    else if (state) drawQuestion();
  },
};

const send = (message) => Connection.send(message);

function choose(place) { // nothing is lit until the server says that it has it
  const { ticket, choices } = Choices.question;
  Choices.begin(null);
  draw();
  send({ do: "choose", ticket, place, of: choices[place].text });
}

function unsent(message) { // what to say of a message that may not have come through
  if (message.do === "say") {
    by("saying").value = by("saying").value || message.text;
    return t("That was not sent: please try again.");
  }
  const isAskedAgain = state.question && state.question.choices.some((choice) => choice.text === message.of);
  if (message.do === "choose" && !isAskedAgain) return ""; // it came through, and play went on
  return t(message.do === "choose" ? "Your choice was not sent: please choose again." : "That was not sent: please try again.");
}

function clock() { // one's own clock, which the page counts down until the server speaks again
  const own = state.clock;
  by("clock").hidden = !own;
  if (!own) return;
  const since = Date.now();
  clearInterval(clock.ticking);
  const show = () => {
    const left = Math.max(0, Math.round(own.left - (own.runs ? (Date.now() - since) / 1000 : 0)));
    by("clock").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    by("clock").classList.toggle("late", left < 30);
  };
  show();
  if (own.runs) clock.ticking = setInterval(show, 500);
}

// ---------------------------------------------------------------- the story

function announce(entries) {
  const log = by("log");
  let shout = "";
  for (const entry of entries) {
    story.push(entry);
    const item = el("li", { class: entry.kind });
    const announced = (entry.parts || []).filter((part) => part.announced).map((part) => part.text);
    if (announced.length) { item.classList.add("announced"); shout = announced[announced.length - 1]; }
    if (entry.by !== undefined) item.style.setProperty("--colour", Draw.colour(entry.by));
    const [head, ...changes] = entry.text.split(" · ");
    const rest = changes.filter((each) => !announced.includes(each));
    item.append(el("span", { text: head }), ...changes.filter((each) => announced.includes(each)).map((each) => el("p", { text: each })));
    const shown = rest.length > 7 ? rest.splice(0, 6) : rest.splice(0);
    item.append(...shown.map((each) => el("p", { text: each })));
    if (rest.length) {
      item.append(el("details", {}, el("summary", { text: t("{number} more changes", { number: rest.length }) }), ...rest.map((each) => el("p", { text: each }))));
    }
    log.append(item);
  }
  const heads = story.filter(({ kind, text }) => ["happened", "over"].includes(kind) && text).slice(-2);
  by("latest").textContent = heads.map(({ text }) => text.split(" · ")[0]).join(" · ");
  if (entries.length) by("aside").scrollTop = by("aside").scrollHeight;
  return shout;
}

// ---------------------------------------------------------------- the table

function lightUp() {
  const lit = new Map();
  const sets = Choices.sets();
  if (sets) {
    for (const offer of sets) for (const each of offer.part.members || []) {
      for (const key of [Choices.key(each), ...Choices.alike(each)]) {
        const act = () => { Choices.toggle(key); draw(); };
        lit.set(key, { key, on: Choices.members.includes(key), verb: each.prompt, act });
      }
    }
    return lit;
  }
  const offers = Choices.offers().filter((offer) => Choices.stands(offer.part));
  const light = (key, offer) => lit.set(key, { key, verb: offer.part.prompt, act: () => pick(offer) });
  for (const offer of offers) for (const key of Choices.alike(offer.part)) light(key, offer);
  for (const offer of offers) light(offer.key, offer);
  for (const offer of Choices.offers().filter(({ part }) => part.kind === "title")) { // a stock of it
    for (const { name, owner } of declared.zones) {
      const cards = owner === null && state.view.zones[name] ? state.view.zones[name].cards : [];
      const key = `card ${name} 0`;
      if (cards.length && cards.every((card) => card === offer.part.name) && !lit.has(key)) {
        lit.set(key, { key: offer.key, verb: offer.part.prompt, act: () => pick(offer) });
      }
    }
  }
  return lit;
}

function pick(offer) {
  const place = Choices.pick(offer);
  if (place !== null) choose(place);
  else draw();
}

function draw() {
  const focused = document.activeElement && document.activeElement.getAttribute("data-key");
  const lit = lightUp();
  Draw.look(state.view);
  const me = declared.seat;
  const seats = declared.seats.map((_, seat) => seat);
  const others = seats.filter((seat) => seat !== me);
  const after = me === null ? others : [...others.filter((s) => s > me), ...others.filter((s) => s < me)];
  by("table").replaceChildren(
    ...(state.over && !Reading.past ? [scores()] : []),
    el("div", { class: "others" }, ...after.map((seat) => seatOf(seat, lit))),
    middle(lit),
    ...(me === null ? [] : [seatOf(me, lit)]),
  );
  const boards = by("table").querySelectorAll(".board");
  by("table").classList.toggle("boarded", boards.length > 0);
  by("table").classList.toggle("tall", boards.length === 1 && boards[0].classList.contains("tall"));
  for (const [, key] of Choices.picks) markPicked(key);
  markLast();
  Draw.fit(by("table"));
  drawQuestion(lit);
  Draw.enlarge(by("table"));
  if (by("orders")) by("orders").value = state.passing;
  by("undo").hidden = declared.seat === null || Boolean(state.over);
  document.title = `${Choices.question && !state.over ? `● ${t("Your turn")} · ` : ""}${declared.title}`;
  by("phase").textContent = state.over ? state.over.text : [phase(), Choices.question ? t("Your turn") : waitsFor()].filter(Boolean).join(" · ");
  remind();
  const again = focused && document.querySelector(`[data-key="${CSS.escape(focused)}"]`);
  if (focused) lost = !again;
  if (again) again.focus({ preventScroll: true });
  if (lost && Choices.question && document.activeElement === document.body) { // for who plays with the keyboard
    const next = document.querySelector("#table .lit, #buttons > button");
    if (next) next.focus({ preventScroll: true });
  }
  if (!again && Choices.question && Choices.question.ticket !== scrolled) {
    scrolled = Choices.question.ticket;
    const first = by("table").querySelector(".lit");
    if (first) first.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

function markLast() { // what the last player did, on the board and among the cards
  const last = story.filter((entry) => entry.by !== undefined && entry.kind === "happened").pop();
  if (!last || Reading.past) return;
  const cards = new Set(last.parts.flatMap((part) => part.kind === "moved" ? part.cards || [] : []));
  const spaces = new Set(last.parts.flatMap((part) => part.kind === "did" ? part.chosen.map(({ name }) => name) : []));
  for (const each of by("table").querySelectorAll("[data-card], [data-space]")) {
    if (cards.has(each.dataset.card) || spaces.has(each.dataset.space)) each.classList.add("last");
  }
}

function markPicked(key) { // what was picked for an earlier part of a choice, where it stands
  const [kind, ...names] = key.split(" ");
  const name = names.join(" ");
  const nth = names.pop();
  const at = [...by("table").querySelectorAll("[data-space], [data-piece], [data-nth]")].find((each) => (
    (kind === "space" && each.dataset.space === name) || (kind === "piece" && each.dataset.piece === key)
    || (kind === "card" && each.dataset.nth === nth && each.closest("[data-zone]").dataset.zone === names.join(" "))));
  if (at) at.classList.add("taken");
}

function placesOf(owner) {
  const { view } = state;
  const zones = declared.zones.filter((zone) => Draw.beside(zone) === owner && view.zones[zone.name]);
  return zones.filter((zone) => {
    const seen = view.zones[zone.name];
    const lit = Choices.question && Choices.question.choices.some((choice) =>
      choice.parts.some((part) => part.kind === "zone" && part.name === zone.name));
    if (zone.drawn.includes("hidden")) return lit;
    return lit || seen.cards.length || (seen.count === null && seen.seen === "owner") || seen.count > 0;
  });
}

function things(owner, lit) {
  const { view } = state;
  const dice = declared.dice.filter((place) => place.owner === owner)
    .map((place) => Draw.dice(place, view.dice[place.name], owner, lit));
  const zones = placesOf(owner);
  const empty = zones.filter((zone) => view.zones[zone.name].count === 0);
  const full = zones.filter((zone) => view.zones[zone.name].count !== 0);
  const wide = (zone) => zone.owner !== null && zone.owner === declared.seat && view.zones[zone.name].cards.some(Boolean);
  full.sort((a, b) => wide(b) - wide(a));
  return [
    el("div", { class: "chips" }, ...Draw.chips(view, owner), ...dice.filter(Boolean)),
    el("div", { class: "zones" }, ...full.map((zone) => Draw.zone(zone, view.zones[zone.name], owner, lit)),
      ...empty.map((zone) => Draw.zone(zone, view.zones[zone.name], owner, lit))),
  ];
}

function seatOf(seat, lit) {
  const { view } = state;
  const { waiting } = state;
  const active = !state.over && (waiting.for.length ? waiting.for.includes(seat) : view.active === seat);
  const name = declared.seats[seat].text;
  const person = state.sitters[seat] === "bot" || seat === declared.seat ? {} : state.people[seat];
  const who = [seat === declared.seat ? t("you") : "", state.sitters[seat] === "bot" ? t("bot") : "", state.people[seat].name].filter(Boolean).join(", ");
  const target = lit.get(`player ${declared.seats[seat].name}`);
  const out = !view.players.includes(seat);
  const title = el("h2", {}, el("span", { class: "dot" }), name, who ? el("small", { text: ` ${who}` }) : null,
    active ? el("span", { class: "turn", text: " ●", "aria-label": t("whose turn it is") }) : null,
    person.away && !state.over ? el("small", { class: "away", text: ` · ${t("away")}` }) : null,
    waiting.chosen.includes(seat) ? el("span", { class: "turn", text: ` ✓ ${t("has chosen")}` }) : null);
  const box = el("section", { class: `seat${seat === declared.seat ? " me" : ""}${active ? " active" : ""}${out ? " out" : ""}`, "aria-label": name },
    target ? Draw.lit(el("button", { class: "player" }, Draw.spoken(target.verb), title), target) : title,
    person.long && !state.over && declared.seat !== null ? standIn(seat) : null, ...things(seat, lit));
  box.style.setProperty("--colour", Draw.colour(seat));
  return box;
}

function standIn(seat) { // for who has been away for long, until they take their seat back
  const bot = declared.bots.find((each) => each !== "random") || declared.bots[0];
  return button(`stand in ${seat}`, t("Let a bot play"), () => send({ do: "stand in", seat, bot }), "small");
}

function called(seat) { // a seat with the name of who plays there
  const { name } = state.people[seat];
  const { text } = declared.seats[seat];
  return `${text}${name ? ` (${name})` : ""}${state.people[seat].away && state.sitters[seat] !== "bot" ? `, ${t("away")}` : ""}`;
}

function middle(lit) {
  const repeats = (did, nth) => { // a card behind the action that plays it
    const before = state.under_way[nth - 1];
    return Boolean(before) && before.by === did.by && before.text.endsWith(`: ${did.text}`);
  };
  const stack = state.under_way.filter((did, nth) => !repeats(did, nth)).map((did) => el("li", { text: `${declared.seats[did.by].text}: ${did.text}` }));
  return el("section", { class: "middle", "aria-label": t("The middle of the table") },
    ...Draw.boards(state.view, lit).map((board) => Draw.board(board, state.view, lit)),
    el("div", { class: "shared" }, ...things(null, lit)),
    stack.length ? el("ol", { class: "stack", "aria-label": t("Under way") }, ...stack) : null);
}

// ---------------------------------------------------------------- the question

function drawWish() { // whether one agrees that another takes a choice back, apart from one's own question
  const { wish } = state;
  by("wish").hidden = !wish || Boolean(state.over);
  if (by("wish").hidden) { by("wish").replaceChildren(); return; }
  const text = t("{name} would like to take a choice back.", { name: declared.seats[wish.by].text });
  if (by("wish").dataset.of === `${wish.id} ${wish.asked}` && by("wish").hasChildNodes()) return; // it is read out once
  by("wish").dataset.of = `${wish.id} ${wish.asked}`;
  const agree = (key, word, yes) => button(key, t(word), () => send({ do: "agree", wish: wish.id, yes }));
  by("wish").replaceChildren(el("p", { role: "status", text }), ...(wish.asked ? [agree("agree", "Agree", true), agree("no", "No", false)] : []));
}

function drawQuestion() {
  drawWish();
  const question = Choices.question;
  by("ask").classList.toggle("asked", Boolean(question));
  const buttons = [];
  let prompt = "";
  if (state.over) {
    prompt = Reading.past ? t("After {at} of {of} choices. {chose}", Reading.past) : result();
    if (next) buttons.push(button("next", t("To the next match"), () => location.assign(next), "go"));
    else if (declared.seat !== null && window.parent === window) buttons.push(button("again", t("Play again with the same seats"), () => send({ do: "again" }), "go"));
    buttons.push(...Reading.tools(Reading.past));
  } else if (!question) prompt = whose();
  if (question && !state.over) {
    const offers = Choices.offers();
    const sets = Choices.sets();
    const prompts = new Set(offers.filter((o) => o.part.kind !== "nothing").map((o) => o.part.prompt));
    prompt = Choices.picks.length && prompts.size === 1 ? [...prompts][0] : question.prompt;
    const deeds = new Set(offers.filter((o) => o.part.kind === "action").map((o) => o.key));
    if (question.kind === "offer" && deeds.size > 1 && !Choices.picks.length) prompt = t("What will you do?"); // its buttons say it
    if (question.moment.length && !Choices.picks.length) prompt = `${question.moment.map((word) => Draw.value(word)).join(", ")} · ${prompt}`;
    if (question.so_far) prompt = t("{prompt} (so far {texts})", { prompt, texts: question.so_far });
    const crumbs = Choices.picks.map(([at, key]) => question.choices.flatMap((c) => c.parts[at] && Choices.key(c.parts[at]) === key ? [c.parts[at].text] : [])[0]);
    if (crumbs.length) prompt = `${crumbs.join(" → ")} … ${crumbs[0] === prompt ? "" : prompt}`;
    if (sets) buttons.push(...setButtons(sets));
    const numbers = offers.filter((offer) => offer.part.kind === "number" && !more(offer));
    if (numbers.length >= MANY_NUMBERS) buttons.push(...numberField(numbers));
    for (const offer of offers) {
      const { kind } = offer.part;
      if (numbers.length >= MANY_NUMBERS && numbers.includes(offer)) continue;
      if (kind === "nothing") buttons.push(button(offer.key, t(offer.part.text), () => pick(offer), "quiet"));
      else if (!sets && !isDrawn(offer) && !isNeedless(offer, offers)) buttons.push(button(offer.key, `${offer.part.text}${more(offer) ? " …" : ""}`, () => pick(offer)));
    }
    if (Choices.picks.length || Choices.members.length) buttons.push(button("back", t("Back"), () => { Choices.back(); draw(); }, "quiet"));
    buttons.push(listed(question));
  }
  by("prompt").textContent = prompt;
  by("buttons").replaceChildren(...buttons);
}

const MANY_NUMBERS = 8; // for which a field and a slider take less room than buttons

function numberField(offers) { // one of many numbers
  const all = new Map(offers.map((offer) => [Number(offer.part.name), offer]));
  const values = [...all.keys()].sort((a, b) => a - b);
  const start = all.has(numberField.last) ? numberField.last : values[0];
  const range = { min: values[0], max: values[values.length - 1], value: start, "aria-label": t("a number") };
  const slider = el("input", { type: "range", "data-key": "slider", ...range });
  const field = el("input", { type: "number", "data-key": "number", ...range });
  const choose = el("button", { class: "go", "data-key": "number chosen" });
  const show = (value) => {
    numberField.last = Number(value);
    slider.value = field.value = value;
    choose.textContent = t("Choose {number}", { number: value });
    choose.disabled = !all.has(Number(value)) || value === "";
  };
  for (const each of [slider, field]) each.addEventListener("input", () => show(each.value));
  field.addEventListener("keydown", (event) => { if (event.key === "Enter" && !choose.disabled) choose.click(); });
  choose.addEventListener("click", () => pick(all.get(Number(field.value))));
  show(String(start));
  return [slider, field, choose];
}

function whose() { // who is asked, as far as one may know, and what one has chosen meanwhile
  const mine = (state.answered || []).length ? t("You have chosen: {texts}", { texts: state.answered.join(", ") }) : "";
  return [mine, waitsFor()].filter(Boolean).join(" · ");
}

function waitsFor() {
  const names = state.waiting.for.filter((seat) => seat !== declared.seat).map(called);
  return names.length ? t("Waiting for {names}", { names: names.join(", ") }) : t("Waiting …");
}

function phase() { // the present one; one of a player's own says less than whose turn it is
  const last = story.filter((entry) => entry.phase).pop();
  return last && !declared.seats.some((seat) => last.phase.includes(seat.text)) ? last.phase : "";
}

function scores() { // at the end: the result of each, and the numbers that it has beside it
  const { payoffs = [], winners = [] } = state.over;
  const columns = new Map(); // texts by states, whose values by seats
  for (const [place, value] of Draw.shown(state.view)) {
    const own = place.index.length === 1 && place.owner !== null && typeof value === "number";
    if (own) columns.set(place.of, { ...place, values: { ...(columns.get(place.of) || {}).values, [place.owner]: value } });
  }
  const informative = [...columns.values()].filter(({ drawn, values }) => drawn.includes("shown") || Object.values(values).some(Boolean));
  const cells = (seat) => informative.map(({ values }) => el("td", { text: values[seat] ?? "" }));
  const rows = declared.seats.map((seat, n) => el("tr", { class: winners.includes(n) ? "won" : "" },
    el("th", { scope: "row", text: seat.text }), el("td", { text: payoffs[n] ?? "" }), ...cells(n)));
  const head = el("tr", {}, el("td"), el("th", { scope: "col", text: t("Result") }), ...informative.map(({ text }) => el("th", { scope: "col", text })));
  const ofAll = declared.values.filter((place) => place.owner === null && place.name in state.view.values)
    .map((place) => `${place.text}: ${Draw.chip(state.view.values[place.name])}`);
  return el("section", { class: "scores", tabindex: "0", "aria-label": t("Result") }, el("h2", { text: state.over.text }),
    ...ending(),
    payoffs.length || informative.length ? el("table", {}, head, ...rows) : null,
    ofAll.length ? el("p", { text: ofAll.join(" · ") }) : null);
}

function ending() { // why it ended: the last move with what it changed, and what the rules did then
  if (!state.over.winners) return []; // the headline has the reason
  const events = story.filter((entry) => entry.kind === "happened" && entry.text);
  const last = events.map((entry) => (entry.parts || []).some((part) => part.kind === "did")).lastIndexOf(true);
  const texts = (entry) => entry.text.split(" · ");
  const announced = (entry) => (entry.parts || []).filter((part) => part.announced).map((part) => part.text);
  const short = (entry) => [...new Set([texts(entry)[0], ...announced(entry)])].join(" · ");
  const changes = last < 0 ? [] : texts(events[last]).slice(1, 4);
  const then = events.slice(last + 1).slice(-3).map(short);
  return [
    state.over.capped ? t("The match reached its limit of decisions.") : "",
    last < 0 ? "" : t("Last move: {text}", { text: [texts(events[last])[0], ...changes].join(" · ") }),
    then.length ? t("Then: {text}", { text: then.join("; ") }) : "",
  ].filter(Boolean).map((text) => el("p", { text }));
}

function result() { // who has won, and what each has got, where it is more than to win
  const payoffs = state.over.payoffs || [];
  if (payoffs.every((payoff) => Math.abs(payoff) <= 1)) return state.over.text;
  return `${state.over.text} · ${payoffs.map((payoff, seat) => `${declared.seats[seat].text} ${payoff}`).join(", ")}`;
}

function more(offer) { // whether more is asked after it
  return offer.choices.length > 1;
}

function isNeedless(offer, offers) { // whether it is all that can be done, and all that comes next is lit
  const { kind } = offer.part;
  if (kind !== "action" || offers.some((other) => other !== offer && other.part.kind === "action")) return false;
  return offer.choices.every((place) => {
    const next = Choices.question.choices[place].parts[offer.at + 1];
    return Choices.stands(next) && by("table").querySelector(`[data-key="${CSS.escape(Choices.key(next))}"]`);
  });
}

function isDrawn(offer) { // whether it is lit on the table itself
  return (Choices.stands(offer.part) || offer.part.kind === "title") && [...by("table").querySelectorAll("[data-key]")].some((each) => each.getAttribute("data-key") === offer.key);
}

function setButtons(sets) {
  const found = Choices.set(sets);
  const texts = Choices.members.length ? t("{number} chosen", { number: Choices.members.length }) : t("none chosen");
  const ready = button("ready", found ? t("Choose these ({texts})", { texts }) : texts, () => pick(found), "go");
  ready.disabled = !found;
  const drawn = (each) => [...by("table").querySelectorAll("[data-key]")].some((there) => there.getAttribute("data-key") === Choices.key(each));
  const loose = new Map(sets.flatMap((offer) => (offer.part.members || []).filter((each) => !drawn(each)).map((each) => [Choices.key(each), each])));
  return [...[...loose].map(([key, each]) => {
    const one = button(key, each.text, () => { Choices.toggle(key); draw(); });
    one.setAttribute("aria-pressed", String(Choices.members.includes(key)));
    return one;
  }), ready];
}

function listed(question) { // every choice in words: for keyboards and screen readers
  const open = by("all") && by("all").open;
  const rows = question.choices.slice(0, 400).map((choice, place) =>
    el("li", {}, button(`all ${place}`, t(choice.text), () => choose(place))));
  return el("details", { id: "all", open: open ? true : undefined }, el("summary", { text: t(question.choices.length === 1 ? "The only choice" : "All {number} choices", { number: question.choices.length }) }), el("ol", {}, ...rows));
}

function button(key, text, act, kind) {
  return el("button", { class: kind || "", "data-key": key, onclick: act, text });
}

// ---------------------------------------------------------------- signs to who looks elsewhere

const NAME = `name ${location.pathname.split("/").pop()}`; // of who plays at this link

function kept(name, text) { // what this browser keeps for its pages
  try {
    if (text !== undefined) localStorage.setItem(`ruleslang ${name}`, text);
    return localStorage.getItem(`ruleslang ${name}`);
  } catch { return null; }
}

function wanted(name, on) { // whether a sign is wanted, in this browser
  return kept(name, on === undefined ? undefined : on ? "on" : "") === "on";
}

function remind() { // of one's own turn, once
  const ticket = state.question && state.question.ticket;
  if (!ticket || ticket === remind.of) return;
  remind.of = ticket;
  if (!document.hidden) return;
  const text = t("Your turn");
  if (wanted("notify") && window.Notification && Notification.permission === "granted") {
    new Notification(declared.title, { body: state.question.prompt || text, tag: "ruleslang" });
  }
  if (wanted("sound")) sound();
}

function sound() {
  const at = new AudioContext();
  const tone = at.createOscillator();
  const loud = at.createGain();
  loud.gain.setValueAtTime(0.2, at.currentTime);
  loud.gain.exponentialRampToValueAtTime(0.001, at.currentTime + 0.6);
  tone.frequency.value = 660;
  tone.connect(loud).connect(at.destination);
  tone.start();
  tone.stop(at.currentTime + 0.6);
  tone.onended = () => at.close();
}

function sign(name, text, begin) {
  const box = el("input", { type: "checkbox", id: name });
  box.checked = wanted(name);
  box.addEventListener("change", () => { wanted(name, box.checked); if (box.checked) begin(); });
  return el("p", {}, el("label", {}, box, ` ${text}`));
}

// ---------------------------------------------------------------- tools

function tools() {
  const spectator = declared.seat === null;
  by("undo").onclick = () => send({ do: "undo" });
  by("rules").onclick = () => Reading.rules();
  if (declared.chat && !spectator && !by("chat")) by("aside").append(Reading.chat());
  by("latest").onclick = () => by("log-button").click();
  by("log-button").onclick = () => {
    const open = document.body.classList.toggle("log-open");
    by("log-button").setAttribute("aria-expanded", String(open));
    by("aside").scrollTop = by("aside").scrollHeight;
  };
  const bots = el("select", { "aria-label": t("a bot") }, ...declared.bots.map((bot) => el("option", { value: bot, text: plain(bot) })));
  const own = el("input", { id: "own-name", maxlength: "24", autocomplete: "nickname" });
  own.value = kept(NAME) || "";
  own.addEventListener("change", () => { kept(NAME, own.value); send({ do: "name", name: own.value }); });
  if (own.value && !spectator) send({ do: "name", name: own.value });
  by("tools").replaceChildren(...(spectator ? [] : [
    el("p", {}, el("label", {}, `${t("Your name")} `, own)),
    el("p", {}, bots, button("bot", t("plays for me"), () => send({ do: "bot", bot: bots.value })), button("me", t("I play myself"), () => send({ do: "bot", bot: "" }))),
    ...(declared.windows ? [el("p", {}, el("label", {}, t("Reactions: "), orders()))] : []),
    sign("notify", t("Notify me of my turn when this page is hidden"), () => { if (window.Notification) Notification.requestPermission(); }),
    sign("sound", t("… with a sound"), sound),
    el("p", {}, button("resign", t("Resign"), () => { if (confirm(t("Give up this match?"))) send({ do: "resign" }); })),
  ]), el("p", {}, button("position-button", t("Copy the position"), () => send({ do: "position" }))),
  el("p", { text: t("Press a card that isn't highlighted to read it, and why it can't be chosen. Hold a highlighted one, or press ? on it.") }));
}

function orders() { // when the server passes for this seat
  const kinds = [["", "always ask me"], ["event", "pass until something happens"], ["turn", "pass on others' turns"]];
  const select = el("select", { id: "orders" }, ...kinds.map(([value, text]) => el("option", { value, text: t(text) })));
  select.addEventListener("change", () => send({ do: "pass", until: select.value }));
  return select;
}

function openCard() { // what is read over the table; the browser's way back closes it
  if (window.parent === window && !by("card").open) history.pushState({ card: true }, "");
  by("card").showModal();
}
by("card").addEventListener("close", () => { if (history.state && history.state.card) history.back(); });
by("card").addEventListener("click", (event) => { // beside it
  const { left, right, top, bottom } = by("card").getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  if (event.target === by("card") && (x < left || x > right || y < top || y > bottom)) by("card").close();
});
addEventListener("popstate", () => { if (by("card").open) by("card").close(); });

document.addEventListener("click", (event) => {
  const at = event.target.closest("[data-read]");
  if (at && !held.opened) Reading.openAt(at);
});
const held = { timer: 0, opened: false, at: [0, 0] }; // a card that is lit is read by holding it
document.addEventListener("pointerdown", (event) => {
  const place = event.target.closest("#table button.lit.holds");
  held.opened = false;
  if (place && place.querySelector("[data-card]")) {
    held.at = [event.clientX, event.clientY];
    held.timer = setTimeout(() => { held.opened = true; Reading.openAt(place); }, 600);
  }
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(held.timer));
document.addEventListener("pointermove", (event) => { // a finger never holds quite still
  if (Math.hypot(event.clientX - held.at[0], event.clientY - held.at[1]) > 12) clearTimeout(held.timer);
});
document.addEventListener("click", (event) => { // the end of holding a card does not choose it
  if (held.opened && event.target.closest("#table button.lit")) { event.stopPropagation(); event.preventDefault(); held.opened = false; }
}, true);
document.addEventListener("contextmenu", (event) => {
  const place = event.target.closest("#table button.holds");
  if (place && place.querySelector("[data-card]")) { event.preventDefault(); if (!by("card").open) Reading.openAt(place); }
});
addEventListener("resize", () => {
  Draw.fit(by("table"));
  Draw.enlarge(by("table"));
  by("aside").scrollTop = by("aside").scrollHeight;
});
document.addEventListener("keydown", (event) => {
  const place = event.key === "?" && document.activeElement.closest("#table button.holds");
  if (place && !by("card").open) Reading.openAt(place);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !by("card").open && Choices.picks.length + Choices.members.length) { Choices.back(); draw(); }
});

Connection.open(hear);
