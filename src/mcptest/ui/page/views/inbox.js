// Inbox: what servers ask of the user, answered by hand or by a rule.

import { act } from "/api.js";
import { arrange, attempt, button, fill, h, newId, redraw, tag } from "/dom.js";
import { form } from "/form.js";
import { jsonView } from "/json_view.js";
import { block, outsideLink } from "/result.js";
import { on, store } from "/store.js";

const cards = new Map(); // by question; what was typed stays while somebody looks at another view

export function inbox() {
  const node = h("div", { class: "stack narrow" });
  const rules = h("section", { class: "card", "aria-label": "Rules" });
  const empty = h("p", { class: "card empty" }, "Nothing to answer. Questions from a server (elicitation, sampling, roots) appear here.");
  const draw = () => {
    for (const number of [...cards.keys()]) if (!store.questions.has(number)) { cards.get(number).remove(); cards.delete(number); }
    for (const question of store.questions.values()) if (!cards.has(question.number)) cards.set(question.number, card(question));
    empty.hidden = cards.size > 0;
    rules.hidden = store.rules.length === 0;
    redraw(rules, () => fill(rules, h("h2", {}, "Answered by a rule"), h("ul", { class: "plain" }, store.rules.map(rule))));
    arrange(node, [title, empty, ...cards.values(), rules]);
  };
  const title = h("h1", {}, "Inbox");
  const stop = on("question", draw);
  draw();
  return { node, leave: stop };
}

function rule(one) {
  return h("li", {}, h("code", {}, one.method), " of ", one.server, " ", button("Ask me again", attempt(() => act("forget_rule", { server: one.server, method: one.method }))), jsonView(one.body, { depth: 1 }));
}

function card(question) {
  const always = h("input", { type: "checkbox", id: newId("always") });
  const reply = (body) => attempt(() => act("answer", { question: question.number, always: always.checked, ...body }))();
  const draw = { "elicitation/create": elicitation, "sampling/createMessage": sampling, "roots/list": roots }[question.method] ?? anything;
  const [buttons, ...parts] = [draw(question.params ?? {}, reply)].flat().reverse();
  return h("section", { class: "card question", "data-question": question.method }, h("div", { class: "panel-head" }, h("h2", {}, `${question.server} asks`), tag(question.method)),
    parts.reverse(), h("p", {}, h("label", { class: "small" }, always, " Give this answer from now on")), buttons, h("details", {}, h("summary", {}, "Request"), jsonView(question.params)));
}

function elicitation(params, reply) {
  const refuse = [button("Decline", () => reply({ result: { action: "decline" } })), button("Cancel", () => reply({ result: { action: "cancel" } }))];
  const said = h("p", { class: "description" }, params.message ?? "");
  if (params.mode === "url") return [said, h("p", {}, outsideLink(String(params.url ?? ""))), h("div", { class: "buttons" }, button("I have done it", () => reply({ result: { action: "accept" } }), { class: "primary" }), refuse)];
  const place = h("div", {});
  const wrong = h("ul", { class: "field-errors" });
  let drawn = null;
  const use = (plan, value) => { drawn = form(plan, value, () => {}); fill(place, drawn.node); };
  const asked = act("elicitation_form", { schema: params.requestedSchema ?? {} }).catch(() => ({ form: { kind: "object" }, example: {} })).then((plan) => { use(plan.form, defaults(plan.form)); return plan; });
  return [said, place, wrong, h("div", { class: "buttons" },
    button("Accept", async () => {
      await asked;
      fill(wrong, drawn.wrong().map((text) => h("li", {}, text)));
      if (!drawn.wrong().length) reply({ result: { action: "accept", content: drawn.value() } });
    }, { class: "primary" }),
    button("Fill", async () => { const plan = await asked; use(plan.form, plan.example ?? {}); }), refuse)];
}

// What the server proposes stands in the form from the start (SEP-1034).
const defaults = ({ fields = [] }) => Object.fromEntries(fields.filter((one) => one.default !== undefined).map((one) => [one.name, one.default]));

function sampling(params, reply) {
  const answer = h("textarea", { id: newId("answer"), rows: 4 });
  const messages = Array.isArray(params.messages) ? params.messages : [];
  return [params.systemPrompt && h("p", { class: "note" }, params.systemPrompt), messages.map(block),
    h("div", { class: "field" }, h("label", { for: answer.id }, "The model's answer"), answer),
    h("div", { class: "buttons" }, button("Answer", () => reply({ result: { role: "assistant", content: { type: "text", text: answer.value }, model: "mcptest-ui", stopReason: "endTurn" } }), { class: "primary" }),
      button("Reject", () => reply({ error: { code: -1, message: "User rejected sampling request" } })))];
}

function roots(_params, reply) {
  const lines = h("textarea", { id: newId("roots"), rows: 3, placeholder: "file:///home/me/project" });
  const listed = () => lines.value.split("\n").map((line) => line.trim()).filter(Boolean).map((uri) => ({ uri }));
  return [h("div", { class: "field" }, h("label", { for: lines.id }, "Roots, one per line"), lines),
    h("div", { class: "buttons" }, button("Answer", () => reply({ result: { roots: listed() } }), { class: "primary" }))];
}

function anything(_params, reply) {
  return h("div", { class: "buttons" }, button("Answer with {}", () => reply({ result: {} }), { class: "primary" }), button("Reject", () => reply({})));
}
