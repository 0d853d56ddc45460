// Signing in to a server: what is sent with each request, and the part that happens in the browser.

import { act } from "/api.js";
import { connect } from "/bar.js";
import { announce, attempt, button, fill, h, newId, toast } from "/dom.js";
import { outsideLink } from "/result.js";
import { onEvent } from "/store.js";

const WAYS = {
  none: "No credentials are sent.", stored: "Signed in with a login that is stored on this machine.", header: "Sends the header from the command line or the suite.",
  "enterprise managed": "Signs in with enterprise-managed authorization, by the ID token from the command line or the suite.",
};
const NEEDED = /^(http-unauthorized|http-forbidden|auth-)/;
const FIELDS = {
  client_id: ["Client ID", "A client that is registered there. Leave it empty to register one."],
  issuer: ["Issuer", "The authorization server to use."],
  authorization_endpoint: ["Authorization endpoint", "The page to open in the browser."],
  token_endpoint: ["Token endpoint", "Where the code is exchanged for a token."],
  registration_endpoint: ["Registration endpoint", "Where a client is registered."],
};
const VERDICTS = { ok: "passed", warning: "warned", broken: "failed", skipped: "skipped" };

// The node is kept for each server, since the card around it is drawn again at any time.
const nodes = new Map();

export const asksToSignIn = (server) => server.error?.code === "http-unauthorized" && canSignIn(server);
const canSignIn = (server) => server.auth === "none" || server.auth === "stored";

export function signIn(server) {
  if (!server.auth) return null;
  if (!nodes.has(server.name)) nodes.set(server.name, new SignIn(server.name));
  return nodes.get(server.name).draw(server);
}

class SignIn {
  constructor(name) {
    this.name = name;
    this.head = h("div", {});
    this.waiting = h("div", { "data-sign-in": true });
    this.steps = h("div", {});
    this.fields = Object.fromEntries(Object.keys(FIELDS).map((key) => [key, this.field(key)]));
    this.advanced = advanced(this.fields);
    this.node = h("section", { class: "auth", "aria-label": "Authorization" }, h("h2", {}, "Authorization"), this.head, this.waiting, this.steps, this.advanced);
    onEvent("sign-in", (told) => told.server === name && this.ended(told));
  }

  draw(server) {
    const needed = NEEDED.test(server.error?.code ?? "");
    const here = canSignIn(server);
    this.advanced.hidden = !here;
    fill(this.head, h("p", { class: "note" }, WAYS[server.auth] ?? `Signs in with ${server.auth}.`),
      h("div", { class: "buttons" }, here && button(server.auth === "stored" ? "Sign in again" : "Sign in", attempt(() => this.start()), { class: needed ? "primary" : "" }),
        server.auth === "stored" && button("Sign out", attempt(() => this.out())), button("Check the sign-in", attempt(() => this.check()))));
    return this.node;
  }

  field(key) {
    return h("input", {
      id: newId("sign-in"), type: key === "client_id" ? "text" : "url", name: key, "data-focus": key, autocomplete: "off", spellcheck: "false",
      onkeydown: (event) => event.key === "Enter" && this.start(),
    });
  }

  // What was filled in; everything else is discovered.
  get chosen() {
    return Object.fromEntries(Object.entries(this.fields).map(([key, field]) => [key, field.value.trim()]).filter(([, value]) => value));
  }

  async start() {
    fill(this.waiting, h("p", { class: "note", role: "status" }, "Looking for the authorization server…"));
    try {
      const { address } = await act("sign_in", { server: this.name, ...this.chosen });
      this.mine = true;
      fill(this.waiting, h("p", {}, "Open this page and allow the access: ", outsideLink(address, address.split("?")[0])), h("p", { class: "note", role: "status" }, "Waiting for the browser…"),
        button("Cancel", attempt(() => act("cancel_sign_in", { server: this.name }))));
    } catch (error) {
      fill(this.waiting, h("div", { class: "problem" }, h("p", {}, error.message), error.hint && h("p", {}, error.hint)));
    }
  }

  ended({ state, error }) {
    fill(this.waiting, error && h("div", { class: "problem" }, h("p", {}, error.message), error.hint && h("p", {}, error.hint)));
    announce({ done: "signed in", failed: "the sign-in failed", cancelled: "the sign-in was cancelled" }[state]);
    if (state === "done" && this.mine) connect(this.name);
    this.mine = false;
  }

  async out() {
    await act("sign_out", { server: this.name });
    announce("signed out");
  }

  async check() {
    const told = await act("auth_steps", { server: this.name, ...this.chosen });
    if (told.open) toast({ message: "The server does not require authorization." });
    fill(this.steps, h("ol", { class: "plain steps" }, told.steps.map((one) => h("li", { "data-step": one.verdict },
      h("span", { class: `status ${VERDICTS[one.verdict]}` }, one.verdict), " ", one.title, one.sent && h("p", { class: "note" }, h("code", {}, one.sent)),
      h("p", { class: "note" }, one.received), one.advice && h("p", {}, one.advice)))));
  }
}

function advanced(fields) {
  return h("details", { class: "advanced" }, h("summary", {}, "Advanced"), h("div", { class: "form" },
    h("p", { class: "help" }, "Leave a field empty to use what the server publishes. A URL must use https, or http on this machine."),
    Object.entries(fields).map(([key, field]) => h("div", { class: "field" }, h("label", { for: field.id }, FIELDS[key][0]), h("p", { class: "help" }, FIELDS[key][1]), field))));
}
