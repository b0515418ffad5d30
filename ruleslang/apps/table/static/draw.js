// Draws zones, cards, boards, dice and states of any game from what is declared.
"use strict";

const SIGNS = {
  hearts: "♥", diamonds: "♦", clubs: "♣", spades: "♠", king: "♚", queen: "♛", rook: "♜",
  bishop: "♝", knight: "♞", pawn: "♟", sun: "☀", rain: "☂", ball: "◉",
};
const COLOURS = {
  white: "#f5f1e6", black: "#22201d", red: "#c0392b", blue: "#2e6fb7", green: "#3b8f4a",
  yellow: "#d9ab22", orange: "#d97c22", purple: "#7a4fa3", brown: "#7d5a3c", pink: "#cf6d97",
};
const REGIONS = ["#f0c08f", "#a9cfe8", "#bcdca4", "#e2b8da", "#efdc86", "#c3c3ea"]; // of boards
const PALETTE = ["#2e6fb7", "#c0392b", "#3b8f4a", "#d9ab22", "#7a4fa3", "#d97c22"];
const LONGEST_TRACK = 24; // places
const LEAST_TITLE = 0.55; // of a title in its full size
const MANY = 8; // cards of a pile that nobody sees, beyond which one stands for all

const ICON = /\{([A-Za-z_]\w*)\}/; // a word in braces in a printed text

const STYLED = /\*\*(?!\s)([^*]+)(?<!\s)\*\*|\*(?!\s)([^*]+)(?<!\s)\*/; // in a printed text

const plain = (name) => String(name).replaceAll("_", " ");

const t = (text, values) => { // what the page says, in the language of the rulebook
  const wording = (Draw.declared && Draw.declared.wording) || {};
  return (wording[text] || text).replace(/\{(\w+)\}/g, (braces, name) => values && name in values ? values[name] : braces);
};

function el(tag, attributes, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...inside.filter((each) => each !== null && each !== undefined));
  return element;
}

const Draw = {
  declared: null,
  cards: new Map(),
  words: new Map(), // texts of words by name
  badges: new Map(), // what is so of a card: texts by its name
  signs: new Map(), // what stands for a word or a piece
  missing: new Set(), // paths of pictures
  backs: new Map(), // colours of the backs of cards, by the kind of which a zone has cards

  learn(declared) {
    this.declared = declared;
    this.cards = new Map(declared.cards.map((card) => [card.name, card]));
    this.isSmall = declared.cards.filter((card) => card.paper).every((card) => this.isBare(card));
    this.words.clear();
    this.signs = new Map(Object.entries(SIGNS));
    for (const word of Object.values(declared.words).flat()) {
      this.words.set(word.name, word.text);
      if (word.sign) this.signs.set(word.name, word.sign);
    }
    for (const piece of declared.pieces) if (piece.sign) this.signs.set(piece.of, piece.sign);
    this.seatOf = new Map(declared.seats.map((seat, n) => [seat.name, n]));
    this.spaces = new Map(declared.boards.flatMap((board) => board.spaces.map((space) => [space.name, space])));
    this.places = new Map([...declared.zones, ...declared.states, ...declared.values, ...declared.dice].map((p) => [p.name, p]));
    const kinds = [...new Set(declared.zones.map((zone) => zone.kind).filter(Boolean))];
    this.backs = new Map(kinds.map((kind, nth) => [kind, kinds.length > 1 ? Math.round(218 + (360 * nth) / kinds.length) % 360 : null]));
    this.pieces = new Map(declared.pieces.map((piece) => [piece.name, piece]));
    this.sorts = this.lettersOf(new Set(declared.pieces.map((piece) => piece.of)));
  },
  colour(seat) {
    const name = this.declared.seats[seat] && this.declared.seats[seat].name;
    return COLOURS[name] || PALETTE[seat % PALETTE.length];
  },
  paint(token, colour) { // with letters that can be read on it
    token.style.setProperty("--colour", colour);
    token.classList.toggle("light", colour === COLOURS.white || colour === COLOURS.yellow);
  },
  value(value) {
    if (value === true) return t("yes");
    if (value === false) return t("no");
    if (Array.isArray(value)) return value.map((each) => this.value(each)).join(", ") || t("nothing");
    const card = this.cards.get(value);
    const space = this.spaces.get(value);
    return card ? card.text : space ? space.text : plain(this.words.get(value) || value);
  },
  label(place, owner) { // what a place is called beside whom it belongs to
    const index = place.index.filter((each) => !(each.kind === "player" && this.seatOf.get(each.name) === owner));
    return index.length ? `${place.text} ${index.map((each) => plain(each.text)).join(", ")}` : place.text.replace(/ of$/, "");
  },

  // ------------------------------------------------------------ cards

  look(view) { // at the states of cards and the facts known about them, before they are drawn
    this.badges = new Map();
    this.facts = new Map();
    for (const fact of view.facts || []) {
      const key = `${fact.zone} ${fact.place}`;
      this.facts.set(key, [...(this.facts.get(key) || []), { text: this.value(fact.value), truth: fact.truth }]);
    }
    const add = (card, text) => this.badges.set(card, [...(this.badges.get(card) || []), text]);
    for (const [name, value] of Object.entries(view.states)) {
      const place = this.places.get(name);
      if (!place || place.quiet || [null, "none", false, 0].includes(value) || place.drawn.includes("hidden")) continue;
      if (place.drawn.includes("mark") && this.cards.has(value)) add(value, place.sign || place.text);
      const only = place.index.length === 1 && place.index[0].kind === "card" ? place.index[0].name : null;
      if (only) add(only, value === true ? place.sign || place.text : `${place.text} ${this.value(value)}`);
    }
  },

  isBare(card) { // whether it has no more on it than fits on a small card, as playing cards do
    return !card.printed && !card.art && card.fields.length <= 3;
  },
  card(name, attributes) { // cards of a game are of one size: small, if none has more on it
    if (name === null) return el("span", { class: "back", "aria-label": t("a card face down"), role: "img" });
    const card = this.cards.get(name);
    if (!card) return el("span", { class: "card", text: plain(name) });
    if (!card.paper) return el("span", { class: "token pin", "data-card": name, title: card.text, text: card.sign || card.text.slice(0, 1).toUpperCase() });
    const bare = this.isBare(card);
    const suit = card.fields.map((field) => this.signs.get(field.value)).find(Boolean);
    const red = card.fields.some((field) => ["hearts", "diamonds", "red"].includes(field.value));
    const face = el("span", { class: `card${this.isSmall ? " short" : ""}${red ? " red" : ""}`, "data-card": name, title: [card.text, this.spelled(card.printed)].filter(Boolean).join("\n"), ...attributes });
    const painted = card.fields.map((field) => COLOURS[field.value]).find(Boolean);
    const colour = card.colour || painted || (card.hue === null ? "" : `hsl(${Math.round(card.hue * 360)} 45% 42%)`);
    if (colour && !suit) face.style.setProperty("--kind", colour);
    face.append(el("b", { text: suit && bare ? this.corner(card) : card.text }));
    if (card.art) {
      face.classList.add("pictured");
      face.append(this.picture(card.art));
    }
    if (suit) face.append(el("span", { class: "suit", "aria-hidden": "true", text: suit }));
    if (!this.isSmall && !(suit && bare)) face.append(el("small", { text: card.kind_text }));
    if (!suit || !bare) {
      const title = card.text.toLowerCase();
      const isKnown = (field) => [null, 0, false].includes(field.value) || (bare && title.includes(String(field.shown).toLowerCase()));
      const fields = card.fields.filter((field) => !isKnown(field)).slice(0, 5);
      for (const field of fields) face.append(el("span", { class: "field" }, el("i", { text: `${field.sign || field.text}${field.index.length ? ` ${plain(field.index.join(", "))}` : ""} ` }), field.shown));
    }
    if (card.printed) face.append(el("span", { class: "printed" }, ...this.rich(card.printed)));
    for (const badge of this.badges.get(name) || []) face.append(el("span", { class: "badge", text: badge }));
    return face;
  },
  picture(path) { // one that is missing is named
    if (this.missing.has(path)) return el("span", { class: "art missing", text: t("picture missing: {path}", { path }) });
    const picture = el("img", { class: "art", alt: "", src: this.address(path), draggable: "false" });
    picture.addEventListener("error", () => { this.missing.add(path); picture.replaceWith(this.picture(path)); });
    return picture;
  },
  address(path) {
    const token = location.pathname.split("/").pop();
    return `../picture/${token}/${path.split("/").map(encodeURIComponent).join("/")}`;
  },
  back(facts) { // of a card, with the facts known about it
    const back = this.card(null);
    if (!facts.length) return back;
    const texts = facts.map(({ text, truth }) => truth ? text : t("not {value}", { value: text }));
    back.setAttribute("aria-label", t("a card face down: {facts}", { facts: texts.join(", ") }));
    back.setAttribute("title", texts.join(", "));
    back.classList.add("hinted");
    back.append(...facts.map(({ text, truth }) => el("span", { class: truth ? "fact" : "fact not", text })));
    return back;
  },
  corner(card) { // the title, with signs for its suits, so that it can be read in a fan
    const words = card.text.split(" ").map((word) => this.signs.get(word) || word);
    return words.some((word, nth) => word !== card.text.split(" ")[nth]) ? words.join(" ") : card.text;
  },
  enlarge(table) { // cards on a table with room
    const cards = table.querySelector(".card, .back") && !table.querySelector(".board") && innerWidth > 800;
    const squeezed = () => [...table.querySelectorAll(".fan > :not(:last-child)")].some((each) => each.offsetWidth < (each.matches(".back") ? 40 : each.firstElementChild.offsetWidth - 2));
    for (const big of cards ? [1.8, 1.5, 1.25, 1] : [1]) {
      table.style.setProperty("--big", big);
      if (big === 1 || (table.scrollHeight <= table.clientHeight && table.scrollWidth <= table.clientWidth && !squeezed())) return;
    }
  },
  fit(table) { // text that is too long for its card is set smaller, down to what can still be read
    for (const face of table.querySelectorAll(".card")) {
      face.classList.remove("crowded", "cut");
      face.style.removeProperty("--title");
      face.style.fontSize = "";
    }
    for (const title of table.querySelectorAll(".card > b")) {
      Object.assign(title.style, { overflowWrap: "normal", hyphens: "manual" }); // the longest word, whole
      const fitting = title.clientWidth / title.scrollWidth;
      title.parentElement.style.setProperty("--title", Math.max(LEAST_TITLE, fitting * 0.98).toFixed(2)); // widths are rounded
      Object.assign(title.style, { overflowWrap: "", hyphens: "" });
    }
    for (const zones of table.querySelectorAll(".zones")) { // small cards are as high as the highest beside them
      const small = [...zones.querySelectorAll(".card.short")];
      for (const face of small) face.style.height = "";
      const height = Math.max(...small.map((face) => face.offsetHeight));
      for (const face of small) face.style.height = `${height}px`;
    }
    const faces = [...table.querySelectorAll(".card:not(.short)")];
    for (const size of [10.5, 9.5, 8.5]) {
      const full = faces.filter((face) => face.scrollHeight > face.clientHeight + 1);
      for (const face of full) {
        face.style.fontSize = `${size}px`;
        if (face.querySelector(".printed")) face.classList.add("crowded"); // its text needs the place of its picture
      }
      if (!full.length) return;
    }
    for (const face of faces) face.classList.toggle("cut", face.scrollHeight > face.clientHeight + 1);
  },
  printed(name, heading) {
    const card = this.cards.get(name);
    if (!card) return el("p", { text: plain(name) });
    return el("div", {}, el(heading || "h2", { text: card.text }), el("p", { text: card.kind_text }),
      card.art && !heading ? this.picture(card.art) : null,
      el("dl", {}, ...card.fields.filter((field) => ![null, 0, false].includes(field.value)).flatMap((field) => [
        el("dt", { text: `${field.text} ${plain(field.index.join(", "))}` }), el("dd", { text: field.shown })])),
      el("p", {}, ...this.rich(card.printed)));
  },
  rich(text) { // a printed text with its icons: a picture or sign of each word in braces
    return text.split(ICON).flatMap((part, at) => at % 2 ? [this.icon(part)] : this.styled(part));
  },
  styled(text) { // `**bold**`, `*italic*`, and `\n` for a line break
    const parts = text.split(STYLED);
    const shown = [];
    for (let at = 0; at < parts.length; at += 3) {
      parts[at].split("\\n").forEach((line, nth) => shown.push(...(nth ? [el("br")] : []), line));
      if (parts[at + 1]) shown.push(el("strong", { text: parts[at + 1] }));
      if (parts[at + 2]) shown.push(el("em", { text: parts[at + 2] }));
    }
    return shown;
  },
  icon(name) {
    const { text, art, sign } = this.declared.icons[name];
    if (!art || this.missing.has(art)) return sign ? el("abbr", { class: "icon", title: text, text: sign }) : text;
    const picture = el("img", { class: "icon", alt: text, title: text, src: this.address(art), draggable: "false" });
    picture.addEventListener("error", () => { this.missing.add(art); picture.replaceWith(this.icon(name)); });
    return picture;
  },
  spelled(text) { // a printed text in words alone
    return text.split(ICON).map((part, at) => at % 2 ? this.declared.icons[part].text : part).join("")
      .replace(new RegExp(STYLED, "g"), "$1$2").replaceAll("\\n", "\n");
  },
  zone(place, seen, owner, lit) {
    const label = this.label(place, owner);
    const cards = seen.cards;
    const known = cards.filter((card) => card !== null).length;
    const few = owner !== null && place.seen !== "nobody" && cards.length <= MANY;
    const isDrawnAs = (word) => place.drawn.includes(word);
    const deep = (place.ordered && cards.length > MANY) || (!known && !few && (seen.count || 0) > 1);
    const picked = cards.some((_, nth) => nth > 0 && lit.has(`card ${place.name} ${nth}`));
    const stock = owner === null && known > 2 && known === cards.length && new Set(cards).size === 1 && !picked;
    const pile = isDrawnAs("pile") || ((deep || stock) && !isDrawnAs("row") && !isDrawnAs("fan"));
    const mine = owner !== null && owner === this.declared.seat && place.seen === "owner";
    const row = el("div", { class: pile ? "pile" : isDrawnAs("fan") || (cards.length > 4 && !mine && !isDrawnAs("row")) ? "row fan" : "row" });
    const shown = pile ? cards.slice(0, 1) : cards;
    shown.forEach((card, nth) => row.append(this.cardAt(place.name, card, nth, lit)));
    const hue = this.backs.get(place.kind) ?? null;
    for (const back of hue === null ? [] : row.querySelectorAll(".back")) {
      back.style.setProperty("--back", `hsl(${hue} 43% 38%)`);
      back.style.setProperty("--stripe", `hsl(${hue} 46% 31%)`);
    }
    if (seen.count === null && !cards.length) row.append(el("span", { class: "unknown", text: "?" }));
    if (!cards.length && seen.count === 0) row.append(el("span", { class: "none", "aria-label": t("empty") }));
    const count = pile && seen.count !== null ? el("span", { class: "count", text: seen.count }) : null;
    const target = lit.get(`zone ${place.name}`);
    const wide = owner === null && !pile && cards.length > MANY && !place.drawn.length && !row.querySelector(".lit");
    if (wide) return el("details", { class: "zone", "data-zone": place.name }, el("summary", { text: `${label} (${cards.length})` }), row);
    return el("div", { role: "group", class: `zone${owner === this.declared.seat && owner !== null && known && known === cards.length ? " own" : ""}`, "data-zone": place.name, "aria-label": seen.count === null ? label : `${label}, ${t(seen.count === 1 ? "{number} card" : "{number} cards", { number: seen.count })}` },
      row, count, target ? this.lit(el("button", { class: "place" }), target, label) : null, el("h3", { text: !pile && seen.count > 1 ? `${label} · ${seen.count}` : label }));
  },
  cardAt(zone, card, nth, lit) {
    const face = card === null ? this.back(this.facts.get(`${zone} ${nth}`) || []) : this.card(card);
    const target = lit.get(`card ${zone} ${nth}`) || (card !== null && lit.get(`card ${zone} ${card}`));
    if (target && card === null) return this.lit(el("button", { class: "holds", "data-nth": nth }, face), target, t("a card face down"));
    const verb = target ? target.verb : t("read");
    if (target) return this.lit(el("button", { class: "holds", "data-nth": nth }, this.spoken(verb), face), target);
    if (card === null) return face;
    return el("button", { class: "holds read", "data-key": `read ${zone} ${nth}`, "data-read": card, "data-nth": nth }, this.spoken(verb), face);
  },
  spoken(verb) { // what a screen reader says before a card
    return verb ? el("span", { class: "spoken", text: `${verb}: ` }) : null;
  },
  lit(button, target, label) {
    button.classList.add("lit");
    if (target.on) button.classList.add("picked");
    button.setAttribute("data-key", target.key);
    if (!button.textContent || label) button.setAttribute("aria-label", `${target.verb ? `${target.verb}: ` : ""}${label}`);
    button.setAttribute("aria-pressed", String(Boolean(target.on)));
    button.addEventListener("click", target.act);
    return button;
  },

  // ------------------------------------------------------------ boards

  boards(view, lit) { // all, or of several those on which something stands or can be picked
    const { boards } = this.declared;
    if (boards.length < 2) return boards;
    const on = this.standing(view);
    const used = (space) => on.has(space.name) || lit.has(`space ${space.name}`);
    return boards.filter((board) => board.spaces.some(used));
  },

  board(board, view, lit) {
    const on = this.standing(view);
    const flat = board.shape === "grid" || board.shape === "hexes";
    const turned = flat && this.declared.seat === 1 && this.declared.seats.length === 2;
    const grid = el("div", { class: `board ${board.shape}`, role: "group", "aria-label": board.text });
    grid.style.setProperty("--rows", flat ? board.rows : 1);
    grid.style.setProperty("--columns", flat ? board.columns : Math.min(board.spaces.length, 12));
    if (flat && board.columns < 2 * board.rows) grid.classList.add("tall");
    const regions = this.regions(board);
    const rows = [];
    for (let row = 1; row <= board.rows; row += 1) rows.push(board.spaces.filter((space) => space.row === row));
    if (flat && !turned) rows.reverse();
    for (const row of rows) {
      const rank = el("div", { class: "rank" }, flat ? el("span", { class: "edge", "aria-hidden": "true", text: row[0].text.replace(/^[A-Za-z]+/, "") }) : null);
      if (board.shape === "hexes" && row.length && row[0].row % 2 === 0) rank.classList.add("half");
      for (const space of turned ? [...row].reverse() : row) rank.append(this.space(board, space, on.get(space.name) || [], lit, regions));
      grid.append(rank);
    }
    if (flat) grid.append(this.letters(board, turned));
    const legend = this.legend(board, on, regions);
    if (legend) grid.append(legend);
    if (board.art) this.underlay(grid, board.art);
    return grid;
  },
  legend(board, on, regions) { // what colours and letters mean
    const named = new Map([...regions.values()].map(({ text, colour }) => [text, colour]));
    const letters = new Map();
    for (const space of board.spaces) {
      for (const { sign, of } of on.get(space.name) || []) if (of) letters.set(of, sign.replace(/\d+$/, ""));
    }
    const said = [...letters].filter(([of, sign]) => plain(of).toLowerCase() !== sign.toLowerCase());
    const colour = ([text, colour]) => {
      const swatch = el("i");
      swatch.style.background = colour;
      return el("li", {}, swatch, ` ${text}`);
    };
    const rows = [...[...named].map(colour), ...said.map(([of, sign]) => el("li", {}, el("b", { text: sign }), ` ${plain(of)}`))];
    return rows.length ? el("ul", { class: "legend", "aria-label": t("Legend") }, ...rows) : null;
  },
  underlay(grid, path) { // a picture below the spaces of a board
    if (this.missing.has(path)) { grid.prepend(this.picture(path)); return; }
    const picture = this.picture(path);
    picture.classList.add("under");
    picture.addEventListener("load", () => grid.classList.add("pictured"));
    grid.prepend(picture);
  },
  letters(board, turned) { // of the columns, below them
    const first = board.spaces.filter((space) => space.row === 1);
    if (turned) first.reverse();
    return el("div", { class: "rank letters", "aria-hidden": "true" }, el("span", { class: "edge" }),
      ...first.map((space) => el("span", { class: "edge", text: space.text.replace(/\d+$/, "") })));
  },
  regions(board) { // for each space the smallest region that it is in: its name and colour
    const found = new Map();
    const largest = [...board.regions].sort((a, b) => b.spaces.length - a.spaces.length);
    const names = [...new Set(largest.map((region) => region.name))];
    for (const region of largest) {
      const colour = region.colour || REGIONS[names.indexOf(region.name) % REGIONS.length];
      for (const space of region.spaces) found.set(space, { text: region.text, colour });
    }
    return found;
  },
  space(board, space, things, lit, regions) {
    const region = regions.get(space.name);
    const made = this.bareSpace(board, space, things, lit, region);
    if (region) made.style.background = region.colour;
    return made;
  },
  bareSpace(board, space, things, lit, region) {
    const target = lit.get(`space ${space.name}`);
    const texts = things.map((thing) => thing.text);
    const where = region ? `${space.text} (${region.text})` : space.text;
    const label = [...texts, texts.length ? `on ${where}` : where].join(", ").replace(", on ", " on ");
    const inside = things.map((thing) => thing.draw(lit));
    const dark = !board.regions.length && (space.column + space.row) % 2 === 0 ? " dark" : "";
    const flat = board.shape === "grid" || board.shape === "hexes";
    const said_there = board.named ? space.text : String(space.column);
    const name = flat && (!board.named || board.columns <= 12) ? null : el("small", { text: said_there });
    const own = things.some((thing) => thing.target && thing.target(lit));
    if (target && !own) return this.lit(el("button", { class: `space${dark}`, "data-space": space.name }, ...inside, name), target, label);
    return el("div", { class: `space${dark}`, "data-space": space.name, role: own ? "group" : "img", "aria-label": label, title: label }, ...inside, name);
  },
  standing(view) { // what stands on each space
    const on = new Map();
    const add = (space, thing) => on.set(space, [...(on.get(space) || []), thing]);
    const badges = new Map();
    const cells = new Map();
    for (const [name, value] of Object.entries(view.states)) {
      const place = this.places.get(name);
      if (!place || value === null || value === "none" || value === false || value === 0 || value.length === 0 || place.drawn.includes("hidden")) continue;
      const only = place.index.length === 1 ? place.index[0] : null;
      const there = place.index.find((each) => each.kind === "space");
      if (there && place.index.length === 2 && (typeof value === "number" || value === true)) {
        const besides = place.index.find((each) => each !== there);
        const text = `${value === true ? "" : `${value} `}${place.text} ${plain(besides.text)}`;
        add(there.name, this.token(text, value === true ? plain(besides.text).slice(0, 1) : String(value), place.owner));
      }
      if (only && only.kind === "piece" && value === true) badges.set(only.name, [...(badges.get(only.name) || []), place.text]);
      if (only && only.kind === "space") cells.set(only.name, [...(cells.get(only.name) || []), [place, value]]);
      if (place.type.kind === "space" && !place.quiet) add(value, this.token(this.label(place, place.owner), this.sign(place), place.owner));
    }
    for (const [space, states] of cells) add(space, this.held(states));
    for (const [name, space] of Object.entries(view.pieces)) {
      if (space === null) continue;
      const piece = this.pieces.get(name);
      const signs = badges.get(name) || [];
      const sign = this.signOf(piece);
      add(space, { ...this.token([piece.text, ...signs].join(", "), sign, piece.owner, `piece ${name}`, signs.length > 0), sign, of: piece.of });
    }
    return on;
  },
  signOf(piece) { // its sign, or letters of its sort; with the number by which the story distinguishes it
    return this.signs.get(piece.of) || `${this.sorts.get(piece.of)}${(piece.text.match(/ (\d+)\b/) || ["", ""])[1]}`;
  },
  lettersOf(sorts) { // as few letters for each sort of piece as distinguish it
    const letters = new Map();
    const taken = new Set();
    for (const sort of sorts) {
      const words = plain(sort).toUpperCase().split(" ");
      const initials = words.map((word) => word.slice(0, 1)).join("");
      const [first] = words;
      const tries = [first.slice(0, 1), initials, first.slice(0, 2), ...[...first].map((letter) => first[0] + letter), sort];
      letters.set(sort, tries.find((each) => !taken.has(each)));
      taken.add(letters.get(sort));
    }
    return letters;
  },
  token(text, sign, owner, key, marked) {
    const draw = (lit) => {
      const token = el("span", { class: `token${marked ? " marked" : ""}`, "data-piece": key || text, text: sign || text.slice(0, 1).toUpperCase(), title: text });
      if (owner !== null && owner !== undefined) this.paint(token, this.colour(owner));
      const target = key && lit.get(key);
      return target ? this.lit(el("button", { class: "holds" }, token), target, text) : token;
    };
    return { text, draw, target: (lit) => key && lit.get(key) };
  },
  held(states) { // states of a space: a word with a player is a man of that player
    const owner = states.map(([, value]) => this.seatOf.get(value)).find((seat) => seat !== undefined);
    const others = states.filter(([, value]) => this.seatOf.get(value) === undefined);
    const texts = states.map(([place, value]) => value === true ? place.text : this.value(value));
    const draw = () => {
      const [place, held] = others[0] || states[0];
      const [value, ...below] = [held].flat(); // a list is a stack
      const sign = this.signs.get(value) || (typeof value === "number" ? String(value) : value === true ? this.sign(place) || place.text.slice(0, 1) : "");
      const colour = owner !== undefined ? this.colour(owner) : COLOURS[value];
      const man = el("span", { class: sign && !/\w/.test(sign) ? "man" : "token", "data-piece": texts.join(" "), text: sign || (colour ? "" : this.value(value).slice(0, 3)), title: texts.join(", ") });
      if (colour) this.paint(man, colour);
      if (below.length) man.append(el("sup", { text: below.map((each) => this.signs.get(each) || this.value(each).slice(0, 1)).join("") }));
      if (others.length > 1) man.append(el("sup", { text: others.slice(1).map(([p, v]) => v === true ? this.sign(p) || p.text.slice(0, 1) : this.value(v).slice(0, 2)).join("") }));
      return man;
    };
    return { text: texts.join(" "), draw };
  },

  // ------------------------------------------------------------ dice and states

  dice(place, faces, owner, lit) {
    if (!faces || !faces.length) return null;
    const row = el("span", { class: "dice", "aria-label": `${this.label(place, owner)}: ${faces.join(", ")}` }, el("i", { text: `${this.label(place, owner)} ` }));
    faces.forEach((face, nth) => {
      const die = el("span", { class: "die", text: plain(face) });
      const target = lit.get(`die ${place.name} ${nth}`);
      row.append(target ? this.lit(el("button", { class: "holds" }, die), target, t("die {face}", { face: plain(face) })) : die);
    });
    return row;
  },
  sign(place) { // of a state
    return place.sign || this.signs.get(place.of);
  },
  beside(place) { // beside whom a zone or state is drawn: a seat, or null for the middle
    return place.drawn.includes("middle") ? null : place.owner;
  },
  shown(view) { // the states and values that are drawn beside the board: [place, value]
    return Object.entries({ ...view.states, ...view.values }).map(([name, value]) => [this.places.get(name), value]).filter(([place, value]) =>
      place && !place.quiet && value !== null && value !== "none" && !place.drawn.includes("hidden")
      && place.type.kind !== "space" && !place.index.some((each) => ["space", "piece", "card"].includes(each.kind)));
  },
  chips(view, owner) {
    const shown = this.shown(view).filter(([place, value]) => !(place.drawn.includes("mark") && this.cards.has(value)));
    const marks = shown.filter(([place, value]) => place.drawn.includes("mark") && (value === true ? this.beside(place) : this.seatOf.get(value)) === owner)
      .map(([place]) => el("span", { class: "chip mark" }, el("b", { text: place.sign || place.text })));
    const beside = shown.filter(([place]) => !place.drawn.includes("mark") && this.beside(place) === owner);
    const tracks = beside.filter(([place]) => place.drawn.includes("track")).map(([place, value]) => this.track(place, value, owner));
    const groups = new Map();
    for (const [place, value] of beside) {
      if (!place.drawn.includes("track")) groups.set(place.of, [...(groups.get(place.of) || []), [place, value]]);
    }
    const chips = [];
    for (const all of groups.values()) {
      const shown = all.filter(([place, value]) => value !== false && (value !== 0 || place.drawn.includes("shown")));
      if (!shown.length) continue;
      const text = shown[0][0].text.replace(/ of$/, "");
      const single = shown.length === 1 && this.label(shown[0][0], owner) === text;
      const value = single ? this.chip(shown[0][1]) : shown.map(([place, value]) => `${this.label(place, owner).slice(text.length).trim()} ${this.chip(value)}`.trim()).join(" · ");
      chips.push(el("span", { class: "chip" }, el("i", { text: `${text} ` }), el("b", { text: value })));
    }
    return [...marks, ...chips, ...tracks];
  },
  track(place, value, owner) { // a number as a row of places, with a marker
    const { low, high } = place.type;
    if (high - low > LONGEST_TRACK) return el("span", { class: "chip" }, el("i", { text: `${this.label(place, owner)} ` }), el("b", { text: this.chip(value) }));
    const places = Array.from({ length: high - low + 1 }, (_, nth) => low + nth);
    return el("span", { class: "track", role: "img", "aria-label": t("{place}: {value}, from {low} to {high}", { place: this.label(place, owner), value, low, high }) },
      el("i", { text: `${this.label(place, owner)} ` }),
      ...places.map((each) => el("span", { class: each === value ? "here" : "", "aria-hidden": "true", text: each })));
  },
  chip(value) {
    return value === true ? "✓" : `${this.signs.has(value) ? `${this.signs.get(value)} ` : ""}${this.value(value)}`;
  },
};
