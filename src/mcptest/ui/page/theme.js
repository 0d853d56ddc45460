// Light, dark, or as the system says; remembered in this browser.

import { announce, button } from "/dom.js";

const KEY = "mcptest-theme";
const CHANGED = "mcptest-theme-changed";
const NEXT = { "": "light", light: "dark", dark: "" };
const NAMES = { "": "System colors", light: "Light colors", dark: "Dark colors" };
const SIGNS = { "": "◐", light: "☀", dark: "☾" };

const current = () => (localStorage.getItem(KEY) in NEXT ? localStorage.getItem(KEY) : "");

const dark = matchMedia("(prefers-color-scheme: dark)");

// What is in sight, and a call for each change of it; returns how to stop.
export const theme = () => current() || (dark.matches ? "dark" : "light");

export function onTheme(hear) {
  dark.addEventListener("change", hear);
  window.addEventListener(CHANGED, hear);
  return () => { dark.removeEventListener("change", hear); window.removeEventListener(CHANGED, hear); };
}

export function themeButton() {
  const shown = button("", () => {
    localStorage.setItem(KEY, NEXT[current()]);
    apply();
    window.dispatchEvent(new Event(CHANGED));
    announce(NAMES[current()]);
  }, { class: "quiet theme" });
  const apply = () => {
    document.documentElement.style.colorScheme = current() || "light dark";
    shown.textContent = SIGNS[current()];
    shown.setAttribute("aria-label", `${NAMES[current()]}; change`);
    shown.title = NAMES[current()];
  };
  apply();
  return shown;
}
