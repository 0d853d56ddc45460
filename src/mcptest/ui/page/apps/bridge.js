// The one way between an app and the page: JSON-RPC by postMessage, from and to its frame alone.

const VERSIONS = ["2026-01-26", "2025-11-21"];
const LONGEST = 4e6; // characters of one message
const LONGER = { "ui/download-file": 40e6 }; // one that carries files
const MOST_A_SECOND = 400;
const MOST_WAITING = 20;
const TEARDOWN = 1000; // milliseconds that an app has to say goodbye

const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
const REFUSED = -32000;

export class AppError extends Error {
  constructor(message, code = REFUSED, data = undefined) {
    super(message);
    Object.assign(this, { code, data });
  }
}

// `host` has context(), capabilities, requests (method → function of params), and hears declared(appCapabilities), initialized(), told(method, params), logged(direction, message) and flooded().
export class AppBridge {
  constructor(frame, host) {
    Object.assign(this, { frame, host, waiting: 0, last: 0, asked: new Map(), count: 0, since: 0, open: true });
    this.hear = this.hear.bind(this);
    window.addEventListener("message", this.hear);
  }

  close() {
    this.open = false;
    window.removeEventListener("message", this.hear);
  }

  // Whatever comes is copied as plain JSON first: a clone may be endless, or no JSON at all.
  hear(event) {
    if (!this.open || !event.source || event.source !== this.frame.contentWindow) return;
    if (this.floods()) return;
    if (event.data?.jsonrpc !== "2.0") return;
    const most = Object.hasOwn(LONGER, event.data.method) ? LONGER[event.data.method] : LONGEST;
    const message = plain(event.data, most);
    if (message === null) {
      this.refuse(event.data.id, most);
      return;
    }
    this.host.logged("received", message);
    if (typeof message.method !== "string") this.settle(message);
    else if (message.id === undefined) this.note(message.method, message.params ?? {});
    else this.answer(message);
  }

  // An app whose request is not read waits for an answer all the same.
  refuse(id, most) {
    if (!["string", "number"].includes(typeof id)) return;
    this.post({ jsonrpc: "2.0", id, error: { code: INVALID_REQUEST, message: `the message is not JSON, or it has more than ${most.toLocaleString("en")} characters` } });
  }

  floods() {
    const now = Date.now();
    if (now - this.since > 1000) [this.since, this.count] = [now, 0];
    if (++this.count <= MOST_A_SECOND) return false;
    this.close();
    this.host.flooded();
    return true;
  }

  note(method, params) {
    if (method === "ui/notifications/initialized") this.host.initialized();
    else this.host.told(method, params);
  }

  async answer({ id, method, params }) {
    let body;
    this.waiting += 1;
    try {
      if (this.waiting > MOST_WAITING) throw new AppError(`${MOST_WAITING} requests are waiting already`);
      body = { result: await this.handler(method)(params ?? {}) };
    } catch (error) {
      body = { error: { code: error instanceof AppError ? error.code : REFUSED, message: error.message, ...(error.data === undefined ? {} : { data: error.data }) } };
    } finally {
      this.waiting -= 1;
    }
    this.post({ jsonrpc: "2.0", id, ...body });
  }

  handler(method) {
    if (method === "ui/initialize") return (params) => this.initialize(params);
    if (method === "ping") return () => ({});
    if (Object.hasOwn(this.host.requests, method)) return this.host.requests[method];
    throw new AppError(`the host does not support ${method}`, METHOD_NOT_FOUND);
  }

  initialize({ protocolVersion, appCapabilities }) {
    this.host.declared(appCapabilities ?? {});
    return {
      protocolVersion: VERSIONS.includes(protocolVersion) ? protocolVersion : VERSIONS[0],
      hostInfo: { name: "mcptest-ui", version: this.host.version }, hostCapabilities: this.host.capabilities, hostContext: this.host.context(),
    };
  }

  tell(method, params) {
    this.post({ jsonrpc: "2.0", method, params });
  }

  // Lets the app end by itself; it does not have to.
  teardown() {
    const id = ++this.last;
    const answered = new Promise((resolve) => {
      this.asked.set(id, resolve);
      setTimeout(resolve, TEARDOWN);
    });
    this.post({ jsonrpc: "2.0", id, method: "ui/resource-teardown", params: {} });
    return answered;
  }

  settle({ id }) {
    this.asked.get(id)?.();
    this.asked.delete(id);
  }

  // The frame has no origin that could be named; only documents of our second listener can be in it.
  post(message) {
    if (!this.open || !this.frame.contentWindow) return;
    this.host.logged("sent", message);
    this.frame.contentWindow.postMessage(message, "*");
  }
}

function plain(data, most) {
  try {
    const text = JSON.stringify(data);
    return text !== undefined && text.length <= most ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}
