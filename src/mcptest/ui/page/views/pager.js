// Whether a list is read as a whole or page by page, and how far.

import { button, counted, fill, h } from "/dom.js";
import { listing } from "/store.js";

const byPage = new Set(); // the lists that somebody reads page by page

export class Pager {
  constructor(server, kinds, node, read) {
    Object.assign(this, { server, kinds, node, again: read, first: null, more: [] });
    this.key = `${server} ${kinds[0]}`;
  }

  // Every page that is wanted; a session that was opened again starts at the first one.
  async read() {
    if (!byPage.has(this.key)) return Promise.all(this.kinds.map((kind) => listing(this.server, kind)));
    const first = await this.page(this.kinds[0], null);
    if (first !== this.first) Object.assign(this, { first, more: [] });
    return [first, ...(await Promise.all(this.more.map(([kind, cursor]) => this.page(kind, cursor))))];
  }

  page(kind, cursor) {
    return listing(this.server, kind, { paged: true, ...(cursor === null ? {} : { cursor }) });
  }

  // Where the next page is: behind the cursor, or the first one of the next kind.
  following(found) {
    const [kind] = this.more.at(-1) ?? [this.kinds[0]];
    const cursor = found.at(-1).next;
    if (cursor !== null) return [kind, cursor];
    const other = this.kinds[this.kinds.indexOf(kind) + 1];
    return other ? [other, null] : null;
  }

  draw(found) {
    if (!byPage.has(this.key)) {
      const several = found.some((one) => one.pages > 1);
      fill(this.node, several && button("Page by page", () => this.turn("add"), { class: "quiet", title: "Read one page of the list at a time" }));
      return;
    }
    const next = this.following(found);
    fill(this.node, h("span", { class: "note", role: "status" }, `${counted(found.length, "page")} read`),
      next ? button("Next page", () => { this.more.push(next); this.again(); }) : h("span", { class: "note" }, "That was the last one."),
      button("All pages", () => this.turn("delete"), { class: "quiet" }));
  }

  turn(how) {
    byPage[how](this.key);
    this.first = null;
    this.again();
  }
}
