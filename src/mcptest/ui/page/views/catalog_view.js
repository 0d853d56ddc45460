// What a server offers: the list, and the panel of one entry. Both stay as they are when the list is read again unchanged.

import { notConnected } from "/bar.js";
import { arrange, fill, h, toast, turns } from "/dom.js";
import { currentServer, go } from "/router.js";
import { on, store } from "/store.js";
import { catalogList } from "/views/catalog_list.js";
import { Pager } from "/views/pager.js";

const MOST_PANELS = 12;
const panels = new Map(); // what an entry was drawn from → its panel, with what was typed and what came back

// `make(server, item, redraw)` draws a panel; `unlisted(name)` makes an entry that the list does not have.
export function catalogView({ noun, kinds, row, text, nameOf, make, unlisted, keep = () => true, none }) {
  const server = currentServer();
  const view = `${noun}s`;
  const node = h("div", { class: "split" });
  const panel = h("div", { class: "panel" });
  const list = catalogList({ noun, row, text, open: (item) => go(view, [nameOf(item)]) });
  const pager = new Pager(server, kinds, list.pages, () => load().catch(failed));
  const begin = turns();
  let [loaded, revision, where, left] = [null, null, { parts: [] }, false];
  const failed = (error) => left || toast(error);

  async function load() {
    const known = store.servers.get(server);
    const current = begin();
    if (known?.state !== "open") {
      if (known?.state !== "closed" && loaded) return; // it comes back: nothing in sight changes
      loaded = null;
      arrange(node, [known?.state === "opening" ? h("p", { class: "card empty" }, `Connecting to ${server}…`) : notConnected(server)]);
      return;
    }
    const found = await pager.read();
    if (left || !current() || (loaded && found.length === loaded.length && found.every((one, index) => one === loaded[index]))) return;
    const again = loaded !== null;
    [loaded, revision] = [found, known.revision];
    arrange(node, [list.node, panel]);
    list.set(found.flatMap((one) => one.items).filter(keep));
    pager.draw(found);
    for (const { problem } of found) if (problem) toast({ message: `the list is not complete: ${problem}` });
    show({ reveals: !again });
  }

  function show({ reveals = false } = {}) {
    const name = where.parts[0];
    const item = name === undefined ? undefined : (list.items.find((one) => nameOf(one) === name) ?? unlisted?.(name));
    node.classList.toggle("chosen", Boolean(item));
    node.classList.toggle("bare", !item && !list.items.length);
    list.mark(item, reveals);
    if (item) arrange(panel, panelOf(item));
    else fill(panel, h("p", { class: "card empty" }, !list.items.length ? (none ?? `The server lists no ${view}.`) : name === undefined ? `Choose ${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}.` : `The server has no ${noun} ${name}.`));
  }

  function panelOf(item) {
    const key = JSON.stringify([noun, server, revision, item]);
    const found = panels.get(key) ?? make(server, item, () => list.draw());
    panels.delete(key);
    panels.set(key, found);
    for (const old of [...panels.keys()].slice(0, -MOST_PANELS)) panels.delete(old);
    return found;
  }

  const stop = on("server", () => load().catch(failed));
  return {
    node, draw: () => list.draw(),
    leave() { left = true; stop(); },
    moved(now) {
      where = now;
      if (loaded) show({ reveals: true });
      else load().catch(failed);
    },
  };
}
