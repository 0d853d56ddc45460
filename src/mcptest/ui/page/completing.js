// A field whose values the server can complete.

import { act } from "/api.js";
import { h, newId, turns } from "/dom.js";
import { store } from "/store.js";

export function completing(name, ref, server, values, changed, { description, required } = {}) {
  const list = newId("values");
  const options = h("datalist", { id: list });
  const begin = turns();
  const offers = Boolean(store.servers.get(server)?.capabilities?.completions);
  const input = h("input", { id: newId("input"), list, autocomplete: "off", oninput: () => {
    if (input.value) values[name] = input.value;
    else delete values[name];
    changed();
    clearTimeout(input.timer);
    if (offers) input.timer = setTimeout(() => complete(name, ref, server, values, input, options, begin()), 150);
  }, onfocus: () => offers && !options.childNodes.length && complete(name, ref, server, values, input, options, begin()) });
  return h("div", { class: "field", "data-field": name }, h("label", { for: input.id }, name, required && h("span", { class: "star" }, " *")), description && h("p", { class: "help" }, description), input, options);
}

async function complete(name, ref, server, values, input, options, current) {
  const others = Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
  const params = { ref, argument: { name, value: input.value }, ...(Object.keys(others).length ? { context: { arguments: others } } : {}) };
  const told = await act("complete", { server, params }).catch(() => ({ values: [] }));
  if (!current()) return; // more was typed
  options.replaceChildren(...told.values.slice(0, 100).map((value) => h("option", { value: String(value) })));
}
