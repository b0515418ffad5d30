// What is read beside the table: a card and why it can be chosen or not, the rules, a position, how
// a match that is over stood before.
"use strict";

const Reading = {
  card: null, // the place of the card that is open: {zone, nth}
  past: null, // of a match that is over, how it stood: what the server says of it

  // ------------------------------------------------------------ a card

  open(name, zone, nth, pile = []) {
    this.card = zone === undefined ? null : { zone, nth };
    const why = this.card && declared.seat !== null && !state.over;
    by("card-inside").replaceChildren(Draw.printed(name), el("div", { id: "why", "aria-live": "polite" }),
      ...(pile.length > 1 ? [this.part(t("Cards ({number})", { number: pile.length }), el("ul", { class: "cards" },
        ...pile.map((card) => el("li", {}, Draw.printed(card, "h4")))))] : []));
    if (why) send({ do: "why", zone, nth });
    openCard();
  },
  openAt(place) { // the card of a button on the table
    const zone = place.closest("[data-zone]");
    const face = place.querySelector("[data-card]");
    const pile = place.closest(".pile") ? state.view.zones[zone.dataset.zone].cards.filter((card) => card !== null) : [];
    if (zone && face) this.open(face.dataset.card, zone.dataset.zone, Number(place.dataset.nth), pile);
    else if (face) this.open(face.dataset.card);
  },
  why(answer) {
    const title = t(answer.may ? "You can choose it now:" : answer.reasons.length > 1 ? "You can't choose it now, because" : "You can't choose it now:");
    const shown = [el("h3", { text: title }), el("ul", {}, ...answer.reasons.map((text) => el("li", { text })))];
    if (answer.action !== undefined) {
      const at = [...document.querySelectorAll("[data-why]")].find((each) => each.dataset.why === answer.action);
      if (at) at.replaceChildren(...shown);
    } else if (by("why") && this.card && this.card.zone === answer.zone && this.card.nth === answer.nth) {
      by("why").replaceChildren(...shown);
    }
  },

  // ------------------------------------------------------------ the rules

  rules() {
    const find = el("input", { type: "search", id: "find", "aria-label": t("Find cards"), placeholder: t("Find cards") });
    const cards = el("ul", { class: "cards" });
    const list = () => cards.replaceChildren(...declared.cards
      .filter((card) => `${card.text} ${card.kind_text} ${Draw.spelled(card.printed)}`.toLowerCase().includes(find.value.toLowerCase()))
      .slice(0, 300).map((card) => el("li", {}, Draw.printed(card.name, "h4"))));
    find.addEventListener("input", list);
    list();
    by("card-inside").replaceChildren(
      el("h2", { text: declared.title }),
      this.part(t("Actions"), ...this.actions()),
      ...(declared.cards.length ? [this.part(t("Cards ({number})", { number: declared.cards.length }), el("p", {}, find), cards)] : []),
      this.part(t("The text of the rules"), el("div", { id: "texts", text: "…" })),
    );
    this.card = null;
    send({ do: "rules" });
    openCard();
  },
  part(title, ...inside) {
    return el("details", { class: "part" }, el("summary", { text: title }), ...inside);
  },
  actions() { // each with the question why
    const asks = declared.seat !== null && !state.over;
    const all = Object.entries(declared.actions).map(([name, text]) => el("li", {}, `${text} `,
      asks ? button(`why ${name}`, t("now?"), () => send({ do: "why", action: name }), "small") : null,
      el("div", { "data-why": name, "aria-live": "polite" })));
    return [el("ul", {}, ...all)];
  },
  texts(answer) {
    if (!by("texts")) return;
    const files = answer.files.map(({ name, text }) => el("details", {}, el("summary", { text: name }),
      el("pre", { tabindex: "0", text })));
    by("texts").replaceChildren(...(files.length ? files : [el("p", { text: t("It is not here.") })]));
  },

  // ------------------------------------------------------------ a position

  position(answer) {
    const text = el("textarea", { id: "position", readonly: true, rows: 14, "aria-label": t("The position") });
    text.value = answer.text;
    const copy = button("copy", t("Copy"), () => {
      text.select();
      if (navigator.clipboard) navigator.clipboard.writeText(answer.text).catch(() => document.execCommand("copy"));
      else document.execCommand("copy");
    }, "go");
    by("card-inside").replaceChildren(el("h2", { text: t("The position") }),
      el("p", { text: t(state.over ? "The whole position." : "As you see it: lines with # name what is hidden.") }), text, el("p", {}, copy));
    this.card = null;
    openCard();
  },

  // ------------------------------------------------------------ looking back

  tools(past) { // of a match that is over: to step through it
    const at = past ? past.at : null;
    const to = (number) => send({ do: "look", at: number });
    const start = button("start", t(past ? "The beginning" : "Look back"), () => to(0), "quiet");
    if (!past) return [start, button("record", t("Export the match"), () => send({ do: "record" }), "quiet")];
    const range = el("input", { type: "range", id: "range", min: "0", max: String(past.of), value: String(at), "aria-label": t("Position after choices") });
    range.addEventListener("change", () => to(Number(range.value)));
    const back = button("earlier", t("◀ Earlier"), () => to(at - 1), "quiet");
    const on = button("later", t("Later ▶"), () => to(at + 1), "quiet");
    back.disabled = at === 0;
    on.disabled = at === past.of;
    return [start, back, range, on, button("end", t("The end"), () => { this.past = null; Object.assign(state, this.last); draw(); }, "quiet")];
  },
  record(answer) { // to keep, or for `ruleslang replay`
    const url = URL.createObjectURL(new Blob([answer.text], { type: "application/json" }));
    const at = el("a", { href: url, download: answer.name });
    at.click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  },
  look(answer) {
    if (!this.past) this.last = { view: state.view, under_way: state.under_way };
    this.past = answer;
    Object.assign(state, { view: answer.view, under_way: [] });
    Moving.remember();
    draw();
    Moving.run();
  },

  // ------------------------------------------------------------ between persons

  chat() {
    const field = el("input", { id: "saying", maxlength: "300", "aria-label": t("Message to the table"), placeholder: t("Message") });
    const form = el("form", { id: "chat" }, field, el("button", { text: t("Say") }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (field.value.trim()) send({ do: "say", text: field.value });
      field.value = "";
    });
    return form;
  },
  chatMessage(message) {
    const item = el("li", { class: "chat" }, el("b", { text: `${declared.seats[message.by].text}: ` }), message.text);
    item.style.setProperty("--colour", Draw.colour(message.by));
    by("log").append(item);
    by("aside").scrollTop = by("aside").scrollHeight;
  },
};
