// The heads of HTTP requests and responses, each as a table of its headers.

import { h } from "/dom.js";

export function headersView(heads) {
  return h("div", { class: "heads" }, heads.map(head));
}

function head(one) {
  const title = one.direction === "sent" ? `Request: ${one.line}` : `Response: ${one.line}`;
  return h("section", { "data-head": one.direction }, h("h3", {}, title),
    h("table", { class: "headers" }, h("tbody", {}, Object.entries(one.headers).map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value))))));
}
