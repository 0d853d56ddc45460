// An app that fills the window of the page, below a bar that it cannot cover. Escape in the bar, or its button, leads back.

import { announce, button } from "/dom.js";

const KEPT = new Set(["toasts", "live"]); // what stays in reach beside the app

export const isFull = () => document.querySelector(".app-view.full") !== null;

export class FullScreen {
  // `node` holds the bar and the frame. It is never moved, since a frame that is moved begins anew.
  constructor(node, frame, changed) {
    Object.assign(this, { node, frame, changed, on: false, left: false, out: [] });
    this.toggle = button("Full screen", () => this.byHand(!this.on), { "data-full": true });
    this.escape = (event) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) this.byHand(false);
    };
  }

  get mode() { return this.on ? "fullscreen" : "inline"; }

  byHand(on) {
    if (!on) this.left = true;
    this.set(on);
    this.toggle.focus();
  }

  // Once a person has left full screen, an app gets it again only while that person uses the app.
  request(on) {
    const used = document.activeElement === this.frame && navigator.userActivation?.isActive;
    if (!on || !this.left || used) this.set(on);
  }

  set(on) {
    if (on === this.on) return;
    this.on = on;
    this.node.classList.toggle("full", on);
    this.toggle.textContent = on ? "Leave full screen" : "Full screen";
    if (on) this.putOut();
    else this.bringBack();
    this.changed();
  }

  // Nothing behind the app can be reached by Tab, and Escape works at once.
  putOut() {
    this.out = [...around(this.node)];
    for (const one of this.out) one.inert = true;
    document.addEventListener("keydown", this.escape);
    this.toggle.focus();
    announce("The app fills the window. Press Escape to leave full screen.");
  }

  bringBack() {
    for (const one of this.out.splice(0)) one.inert = false;
    document.removeEventListener("keydown", this.escape);
  }
}

function* around(node) {
  for (let one = node; one.parentElement && one !== document.body; one = one.parentElement)
    for (const other of one.parentElement.children)
      if (other !== one && !other.inert && !KEPT.has(other.id)) yield other;
}
