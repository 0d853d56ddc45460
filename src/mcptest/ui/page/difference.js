// The difference of two texts, line by line.

import { counted, h } from "/dom.js";

const MOST_LINES = 1500;

export function differenceView(before, after, legend = "") {
  const rows = difference(before.split("\n"), after.split("\n"));
  const changed = rows.filter(([mark]) => mark !== " ").length;
  const said = changed ? counted(changed, "changed line") : "No difference";
  return h("div", { class: "difference" }, h("p", { class: "note" }, [said, legend].filter(Boolean).join(" · ")),
    h("pre", {}, rows.map(([mark, line]) => h("span", { class: mark === "+" ? "added" : mark === "-" ? "removed" : "same" }, `${mark} ${line}\n`))));
}

export function difference(one, two) {
  if (one.length > MOST_LINES || two.length > MOST_LINES)
    return [...one.map((line) => ["-", line]), ...two.map((line) => ["+", line])];
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(two.length + 1));
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = two.length - 1; j >= 0; j--)
      lengths[i][j] = one[i] === two[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
  const rows = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < two.length) {
    if (i < one.length && j < two.length && one[i] === two[j]) {
      rows.push([" ", one[i++]]);
      j++;
    } else if (i < one.length && (j >= two.length || lengths[i + 1][j] >= lengths[i][j + 1])) rows.push(["-", one[i++]]);
    else rows.push(["+", two[j++]]);
  }
  return rows;
}
