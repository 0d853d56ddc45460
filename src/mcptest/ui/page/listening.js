// Subscriptions of the stateless era: a request that stays open for as long as somebody listens.

import { act } from "/api.js";
import { request } from "/store.js";

const open = new Map(); // "server what" → the number of the call, null until it has one

export const listens = (server, what) => open.has(`${server} ${what}`);

// Ends with the call, by `stopListening` or by the server; `begun` is told when the request is on its way.
export async function listen(server, what, notifications, begun) {
  const key = `${server} ${what}`;
  if (open.has(key)) return null;
  open.set(key, null);
  try {
    return await request(server, "subscriptions/listen", { notifications }, { started: (number) => { open.set(key, number); begun(); } });
  } finally {
    open.delete(key);
  }
}

export async function stopListening(server, what) {
  const call = open.get(`${server} ${what}`);
  if (typeof call === "number") await act("cancel", { call });
}
