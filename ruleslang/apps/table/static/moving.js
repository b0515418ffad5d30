// Cards, pieces and dice glide from where they were drawn to where they are drawn now.
"use strict";

const Moving = {
  before: new Map(), // of what was drawn: where, by what it is and the place it was at

  things() { // everything drawn that can move: its name, its place, its element
    const found = [];
    for (const zone of document.querySelectorAll("#table [data-zone]")) {
      const cards = zone.querySelectorAll(".card, .back");
      cards.forEach((card, nth) => found.push([card.dataset.card || "back", `${zone.dataset.zone} ${nth}`, card]));
    }
    for (const token of document.querySelectorAll("#table [data-piece]")) {
      const space = token.closest("[data-space]");
      found.push([token.dataset.piece, space ? space.dataset.space : "", token]);
    }
    return found;
  },
  remember() {
    this.before = new Map();
    for (const [name, at, element] of this.things()) {
      const list = this.before.get(name) || [];
      list.push([at, element.getBoundingClientRect()]);
      this.before.set(name, list);
    }
  },
  shout(text) { // what a rulebook says of a change, large, until it has been read
    if (!text) return;
    const banner = el("div", { class: "shout", "aria-hidden": "true", text });
    document.body.append(banner);
    setTimeout(() => banner.remove(), 2600);
  },
  run() { // what stands elsewhere than before comes from where it was
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const moved = [];
    for (const [name, at, element] of this.things()) {
      const list = this.before.get(name) || [];
      const stays = list.findIndex(([place]) => place === at);
      if (stays >= 0) list.splice(stays, 1);
      else moved.push([name, element]);
    }
    for (const [name, element] of moved) {
      const from = (this.before.get(name) || []).shift();
      if (!from || !element.animate) continue;
      const here = element.getBoundingClientRect();
      const zoom = element.currentCSSZoom || 1;
      const [x, y] = [(from[1].left - here.left) / zoom, (from[1].top - here.top) / zoom];
      if (Math.abs(x) + Math.abs(y) < 4) continue;
      element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 280, easing: "ease-out" });
    }
  },
};
