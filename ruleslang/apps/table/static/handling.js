// Cards and pieces in the hand: dragged with a mouse to where they are to go, and looked at closely.
// A finger scrolls where it would drag, and presses.
"use strict";

const Handling = {
  held: null, // {button, at, moves}: what is pressed, where, and whether it has been moved
  hover: 0, // the timer of a closer look
  dragged: false, // whether the click that follows belongs to a drag

  // ------------------------------------------------------------ dragging

  press(event) {
    const button = event.target.closest("#table button.lit.holds, #table button.space.lit");
    this.held = button && button.querySelector(".card, .back, .token, .man") && event.pointerType !== "touch" && event.button === 0 ? { button, key: button.dataset.key, at: [event.clientX, event.clientY], moves: false } : null;
    this.dragged = false;
  },
  move(event) {
    const { held } = this;
    if (!held) return;
    const [x, y] = [event.clientX - held.at[0], event.clientY - held.at[1]];
    if (!held.moves && Math.hypot(x, y) < 12) return;
    if (!held.moves && !this.begin(held)) { this.held = null; return; }
    const zoom = held.button.currentCSSZoom || 1;
    held.button.style.transform = `translate(${x / zoom}px, ${y / zoom}px)`;
  },
  begin(held) { // picks it, so that what can come next is lit; what it decides alone is done at the end
    const offer = Choices.offers().find((each) => each.key === held.key);
    if (!offer || Choices.sets()) return false;
    held.moves = true;
    held.from = held.button.closest(".seat, [data-zone], [data-space]");
    if (Choices.pick(offer) !== null) {
      Choices.back();
      held.only = offer;
      held.button.classList.add("dragged");
      return true;
    }
    draw();
    const taken = document.querySelector("#table .taken") || held.button;
    held.button = taken.matches(".space") ? taken.querySelector(".token, .man") : taken;
    held.button.classList.add("dragged");
    return true;
  },
  release(event) {
    const { held } = this;
    this.held = null;
    if (!held || !held.moves) return;
    this.dragged = true;
    setTimeout(() => { this.dragged = false; }, 0);
    held.button.style.transform = "";
    held.button.classList.remove("dragged");
    const under = document.elementFromPoint(event.clientX, event.clientY);
    if (held.only) {
      if (under && event.type === "pointerup" && under.closest("#table") && !held.from.contains(under)) pick(held.only);
      return;
    }
    const target = under && (under.closest("#table button.lit") || (under.closest("[data-space], [data-zone]") || under).querySelector("button.lit"));
    if (target && event.type === "pointerup") target.click();
    else { Choices.back(); draw(); }
  },

  // ------------------------------------------------------------ a closer look

  enter(event) {
    clearTimeout(this.hover);
    this.leave();
    const face = event.pointerType === "mouse" && event.target.closest("#table .card[data-card]");
    if (face && !this.held) this.hover = setTimeout(() => this.show(face), 450);
  },
  show(face) {
    if (!face.isConnected) return;
    const near = Draw.card(face.dataset.card, { title: undefined });
    const shown = el("div", { id: "zoom", "aria-hidden": "true" }, near);
    document.body.append(shown);
    const { left, right, top } = face.getBoundingClientRect();
    const wide = near.offsetWidth, high = near.offsetHeight; // before the zoom, which is 2
    const x = right + 2 * wide + 12 < innerWidth ? right + 8 : left - 2 * wide - 8;
    shown.style.left = `${Math.max(0, x) / 2}px`;
    shown.style.top = `${Math.max(0, Math.min(top, innerHeight - 2 * high - 8)) / 2}px`;
  },
  leave() {
    if (by("zoom")) by("zoom").remove();
  },
};
document.addEventListener("pointerdown", (event) => { Handling.leave(); Handling.press(event); });
document.addEventListener("pointermove", (event) => Handling.move(event));
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, (event) => Handling.release(event));
document.addEventListener("pointerover", (event) => Handling.enter(event));
document.addEventListener("keydown", () => Handling.leave());
document.addEventListener("click", (event) => { // the end of a drag is no click
  if (Handling.dragged && event.isTrusted) { event.stopPropagation(); event.preventDefault(); }
}, true);
