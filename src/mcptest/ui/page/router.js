// Where the page is: #/view/part?server=name, so that reload, back and a copied address work.

import { store } from "/store.js";

export function place() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [view, ...parts] = path.split("/").filter(Boolean).map(decode);
  return { view: view || "servers", parts, query: new URLSearchParams(query) };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function address(view, parts = [], query = {}) {
  const words = new URLSearchParams({ server: currentServer(), ...query });
  return `#/${[view, ...parts].map(encodeURIComponent).join("/")}?${words}`;
}

export function go(view, parts = [], query = {}, { replace = false } = {}) {
  const wanted = address(view, parts, query);
  if (replace) history.replaceState(null, "", wanted);
  else if (location.hash !== wanted) location.hash = wanted;
}

export function currentServer() {
  const named = place().query.get("server");
  return store.servers.has(named) ? named : (store.servers.keys().next().value ?? "");
}
