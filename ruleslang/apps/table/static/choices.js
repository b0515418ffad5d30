// Choices of several parts, composed part by part: what may be picked next, and what that leaves.
"use strict";

const Choices = {
  question: null,
  picks: [], // [position, key], in the order in which they were made
  members: [], // of a set: keys of what is in it so far

  begin(question) {
    const same = this.question && question && this.question.ticket === question.ticket;
    this.question = question;
    if (!same) this.restart();
  },
  restart() {
    this.picks = [];
    this.members = [];
  },
  back() {
    if (this.members.length) this.members.pop();
    else this.picks.pop();
  },
  key(part) {
    if (part.kind === "card" && part.zone) return `card ${part.zone} ${part.nth ?? part.name}`;
    if (part.kind === "die") return `die ${part.zone} ${part.nth}`;
    if (part.kind === "set" || part.kind === "list") {
      return `${part.kind} ${(part.members || []).map((each) => this.key(each)).join("|")}`;
    }
    return `${part.kind} ${part.name}`;
  },
  alike(part) { // the keys of cards of which to choose one is the same choice
    return (part.alike || []).map((nth) => this.key({ ...part, nth }));
  },
  left() { // the choices that fit all picks, with their places
    if (!this.question) return [];
    return this.question.choices.map((choice, place) => ({ choice, place })).filter(({ choice }) =>
      this.picks.every(([at, key]) => choice.parts[at] && this.key(choice.parts[at]) === key));
  },
  position(left) { // the first part that is not picked; one that is the same everywhere is skipped
    const picked = new Set(this.picks.map(([at]) => at));
    let at = 0;
    const longest = Math.max(0, ...left.map(({ choice }) => choice.parts.length));
    while (at < longest) {
      const keys = new Set(left.map(({ choice }) => choice.parts[at] ? this.key(choice.parts[at]) : ""));
      if (!picked.has(at) && (keys.size > 1 || (left.length === 1 && !this.common(at)))) return at;
      at += 1;
    }
    return at;
  },
  offers() { // what may be picked now: {key, part, at, place (of a choice that is then made)}
    const left = this.left();
    const at = this.position(left);
    const found = new Map();
    const add = (choice, place, position) => {
      const part = choice.parts[position];
      if (!part) return;
      const key = this.key(part);
      if (!found.has(key)) found.set(key, { key, part, at: position, choices: [] });
      found.get(key).choices.push(place);
    };
    for (const { choice, place } of left) {
      add(choice, place, at);
      const here = choice.parts[at];
      if (here && here.kind === "action" && this.stands(choice.parts[at + 1])) add(choice, place, at + 1);
    }
    return [...found.values()];
  },
  stands(part) {
    return Boolean(part) && ["card", "space", "piece", "die", "player"].includes(part.kind);
  },
  pick(offer) { // the place of the choice that is made by it; null: more is to be picked
    this.picks.push([offer.at, offer.key]);
    const left = this.left();
    if (left.length === 1) {
      const { choice, place } = left[0];
      const picked = new Set(this.picks.map(([at]) => at));
      const open = choice.parts.filter((part, at) => !picked.has(at) && !this.common(at));
      if (open.every((part) => part.kind === "action")) return place;
      if (this.picks.length === 1 && choice.parts.length === 1) return place;
    }
    if (this.position(left) >= Math.max(...left.map(({ choice }) => choice.parts.length))) return left[0].place;
    return null;
  },
  common(at) { // whether a part is the same in all choices, so that nobody has to pick it
    return new Set(this.question.choices.map((choice) => choice.parts[at] ? this.key(choice.parts[at]) : "")).size === 1;
  },
  sets() { // whether sets are asked for now: their offers, else null
    const offers = this.offers().filter((offer) => offer.part.kind !== "nothing");
    return offers.length && offers.every((offer) => offer.part.kind === "set") ? offers : null;
  },
  toggle(key) {
    const at = this.members.indexOf(key);
    if (at < 0) this.members.push(key);
    else this.members.splice(at, 1);
  },
  set(sets) { // the set of what is toggled, if it may be chosen; equal cards are one
    const name = (key) => key;
    const bag = (keys) => [...keys].map(name).sort().join("|");
    const named = new Map();
    for (const offer of sets) for (const each of offer.part.members || []) {
      for (const key of [this.key(each), ...this.alike(each)]) named.set(key, each.name);
    }
    const titles = (keys) => keys.map((key) => named.get(key) ?? key).sort().join("|");
    const mine = bag(this.members);
    return sets.find((offer) => bag((offer.part.members || []).map((each) => this.key(each))) === mine)
      || sets.find((offer) => titles((offer.part.members || []).map((each) => this.key(each))) === titles(this.members))
      || null;
  },
};
if (typeof module !== "undefined") module.exports = Choices;
