"use strict";
(() => {
  const all = (selector, root) => Array.from((root || document).querySelectorAll(selector));
  const root = document.documentElement;

  /* Theme: as the system has it, until somebody chooses. */
  const remember = (value) => { try { localStorage.setItem("mcptest-theme", value); } catch { /* a file may have no storage */ } };
  const remembered = () => { try { return localStorage.getItem("mcptest-theme"); } catch { return null; } };
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const toggle = document.querySelector("[data-theme-toggle]");
  const say = () => {
    const next = dark() ? "Light" : "Dark";
    toggle.querySelector("[data-theme-word]").textContent = next;
    toggle.setAttribute("aria-label", next + " theme");
  };
  if (["dark", "light"].includes(remembered())) root.dataset.theme = remembered();
  if (toggle) {
    toggle.hidden = false;
    say();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", say);
    toggle.addEventListener("click", () => {
      root.dataset.theme = dark() ? "light" : "dark";
      remember(root.dataset.theme);
      say();
    });
  }

  /* Filters: every group must have one of its chosen words among the item's own. */
  const wanted = (form) => {
    const groups = new Map();
    for (const box of all("input[type=checkbox][data-key]", form)) {
      if (!groups.has(box.dataset.key)) groups.set(box.dataset.key, new Set());
      if (box.checked) groups.get(box.dataset.key).add(box.value);
    }
    for (const menu of all("select[data-key]", form)) if (menu.value) groups.set(menu.dataset.key, new Set([menu.value]));
    return groups;
  };
  const texts = new WeakMap();
  const textOf = (item) => {
    if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase());
    return texts.get(item);
  };
  const fits = (item, groups, words) => {
    for (const [key, chosen] of groups) {
      const own = (item.dataset[key] || "").split(" ");
      if (!own.some((word) => chosen.has(word))) return false;
    }
    return words.every((word) => textOf(item).includes(word));
  };
  const apply = (form) => {
    const list = document.getElementById(form.dataset.filterFor);
    const items = all("[data-item]", list);
    const groups = wanted(form);
    const words = form.querySelector("[data-search]").value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const item of items) {
      item.hidden = !fits(item, groups, words);
      if (!item.hidden) shown += 1;
    }
    form.querySelector("[data-count]").textContent = shown + " of " + items.length + " shown";
    const empty = document.querySelector('[data-empty-for="' + form.dataset.filterFor + '"]');
    if (empty) empty.hidden = shown > 0;
  };
  const showAll = (form) => {
    for (const box of all("input[type=checkbox][data-key]", form)) box.checked = true;
    for (const menu of all("select[data-key]", form)) menu.value = "";
    form.querySelector("[data-search]").value = "";
    apply(form);
  };
  const forms = all("form[data-filter-for]");
  for (const form of forms) {
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => apply(form));
    form.querySelector("[data-reset]").addEventListener("click", () => showAll(form));
    apply(form);
  }

  /* Only this one value: a link such as "show the 3 failed ones". */
  for (const link of all("[data-only-key]")) {
    link.addEventListener("click", () => {
      const form = document.querySelector('form[data-filter-for="' + link.dataset.onlyIn + '"]');
      if (!form) return;
      showAll(form);
      for (const box of all('input[data-key="' + link.dataset.onlyKey + '"]', form)) box.checked = box.value === link.dataset.onlyValue;
      apply(form);
    });
  }

  /* Folding, one by one by the browser, all at once by us. */
  for (const button of all("[data-fold]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const open = button.dataset.fold === "open";
      for (const item of all("details[data-item]", document.getElementById(button.dataset.foldIn))) if (!item.hidden) item.open = open;
    });
  }

  /* Tables: a head is a button that sorts. */
  const key = (row, at, numeric) => {
    const cell = row.cells[at];
    const value = cell.dataset.sort === undefined ? cell.textContent.trim() : cell.dataset.sort;
    if (!numeric) return value.toLowerCase();
    return value === "" || Number.isNaN(Number(value)) ? Number.NEGATIVE_INFINITY : Number(value);
  };
  const sort = (table, at, head) => {
    const up = head.getAttribute("aria-sort") !== "ascending";
    const numeric = head.classList.contains("num");
    for (const other of all("th", table)) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const rows = Array.from(table.tBodies[0].rows);
    const keys = new Map(rows.map((row) => [row, key(row, at, numeric)]));
    const order = (a, b) => keys.get(a) < keys.get(b) ? -1 : keys.get(a) > keys.get(b) ? 1 : 0;
    rows.sort((a, b) => up ? order(a, b) : order(b, a));
    table.tBodies[0].append(...rows);
  };
  for (const table of all("table[data-sortable]")) {
    all("thead th", table).forEach((head, at) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => sort(table, at, head));
    });
  }

  /* A link to an item opens it, also where a filter had put it away. */
  const reveal = () => {
    const item = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!item) return;
    const holder = item.closest("[data-item]");
    if (holder && holder.hidden) holder.hidden = false;
    for (let up = item; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
    item.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();

  /* Keys: / to search, Escape to clear, j and k from item to item. */
  const step = (by) => {
    const heads = all("details[data-item]:not([hidden]) > summary");
    const at = heads.indexOf(document.activeElement);
    const next = heads[at === -1 ? (by > 0 ? 0 : heads.length - 1) : at + by];
    if (next) next.focus();
  };
  for (const hint of all("[data-keys]")) hint.hidden = false;
  addEventListener("keydown", (event) => {
    const writing = event.target.closest("input, select, textarea");
    if (event.key === "Escape" && writing && writing.matches("[data-search]")) {
      writing.value = "";
      apply(writing.form);
    }
    if (writing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && forms.length) {
      event.preventDefault();
      forms[0].querySelector("[data-search]").focus();
    }
    if (event.key === "j") step(1);
    if (event.key === "k") step(-1);
  });

  /* On paper nothing can be unfolded. */
  addEventListener("beforeprint", () => {
    for (const item of all("details[data-print]")) if (!item.open) { item.open = true; item.dataset.folded = ""; }
  });
  addEventListener("afterprint", () => {
    for (const item of all("details[data-folded]")) { item.open = false; delete item.dataset.folded; }
  });
})();
