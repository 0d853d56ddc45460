// An app that runs: its frame, what it may do through the page, and what it said.

import { act } from "/api.js";
import { AppBridge, AppError } from "/apps/bridge.js";
import { ask } from "/apps/consent.js";
import { download } from "/apps/downloads.js";
import { FullScreen } from "/apps/full_screen.js";
import { h, oneLine, toast, visible } from "/dom.js";
import { jsonView } from "/json_view.js";
import { ended, on, store } from "/store.js";
import { onTheme, theme } from "/theme.js";

const RELAYED = ["tools/call", "resources/read", "resources/list", "resources/templates/list", "prompts/list"];
const STYLES = {
  "--color-background-primary": "--card", "--color-background-secondary": "--sunk", "--color-text-primary": "--ink", "--color-text-secondary": "--soft",
  "--color-border-primary": "--line", "--color-ring-primary": "--accent", "--font-sans": "--sans", "--font-mono": "--mono",
};
const MODES = ["inline", "fullscreen"];
const [LEAST, MOST] = [80, 1600]; // pixels of height

export class OpenApp {
  // `hears` has logged(direction, message), context(params), said(params), refused(reports), ended(why).
  constructor(item, app, running, hears) {
    Object.assign(this, { item, app, hears, ready: false, version: store.version, input: null, result: null, downloading: false, space: "" });
    this.frame = h("iframe", { class: "app-frame", title: `App of ${visible(item.name)}`, sandbox: running.sandbox, allow: running.allow, referrerpolicy: "no-referrer", src: running.address });
    this.capabilities = { openLinks: {}, downloadFile: {}, serverTools: {}, serverResources: {}, logging: {}, updateModelContext: { text: {}, structuredContent: {} }, message: { text: {} } };
    this.requests = {
      "ui/open-link": (params) => this.openLink(params), "ui/request-display-mode": (params) => this.display(params), "ui/download-file": (params) => this.download(params),
      "ui/message": (params) => { hears.said(params); return {}; }, "ui/update-model-context": (params) => { hears.context(params); return {}; },
      ...Object.fromEntries(RELAYED.map((method) => [method, (params) => this.relay(method, params)])),
    };
    this.node = h("div", { class: "app-view" });
    this.full = new FullScreen(this.node, this.frame, () => this.placed({ displayMode: this.full.mode }));
    this.bridge = new AppBridge(this.frame, this);
    const sizes = new ResizeObserver(() => this.resized());
    sizes.observe(this.frame);
    this.stops = [() => sizes.disconnect(), () => this.full.set(false), onTheme(() => this.ready && this.bridge.tell("ui/notifications/host-context-changed", { theme: theme() })), on("app-refused", (reports) => hears.refused(reports.filter((one) => one.app === app)))];
  }

  context() {
    const look = getComputedStyle(document.documentElement);
    const variables = Object.fromEntries(Object.entries(STYLES).map(([name, ours]) => [name, look.getPropertyValue(ours).trim()]));
    return {
      toolInfo: { tool: this.item.raw }, theme: theme(), styles: { variables }, displayMode: this.full.mode, availableDisplayModes: MODES, containerDimensions: this.room(), locale: navigator.language,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, userAgent: `mcptest/${this.version}`, platform: "web",
    };
  }

  room() {
    const { clientWidth: width, clientHeight: height } = this.frame;
    return this.full.on ? { width, height } : { width, maxHeight: MOST };
  }

  // A frame that left the page, such as with its view, is not in full screen any more.
  resized() {
    if (!this.frame.isConnected) this.full.set(false);
    else if (this.space !== JSON.stringify(this.room())) this.placed();
  }

  placed(more = {}) {
    this.space = JSON.stringify(this.room());
    if (this.ready && this.frame.isConnected) this.bridge.tell("ui/notifications/host-context-changed", { ...more, containerDimensions: this.room() });
  }

  // A host must not choose a display mode that the app does not name.
  declared({ availableDisplayModes: modes }) { this.full.toggle.hidden = Array.isArray(modes) && !modes.includes("fullscreen"); }

  display({ mode }) {
    if (MODES.includes(mode)) this.full.request(mode === "fullscreen");
    return { mode: this.full.mode };
  }

  logged(direction, message) { this.hears.logged(direction, message); }

  // An app that was drawn again begins anew, and gets everything again.
  initialized() {
    this.ready = true;
    this.frame.dataset.app = "ready";
    this.tellInput();
    this.tellResult();
  }

  told(method, params) {
    if (method === "ui/notifications/size-changed" && Number.isFinite(params.height)) this.frame.style.setProperty("--height", `${Math.min(MOST, Math.max(LEAST, Math.ceil(params.height)))}px`);
    if (method === "ui/notifications/request-teardown") this.close();
  }

  flooded() { this.leave("The app sent too many messages and was closed."); }

  leave(why) {
    for (const stop of this.stops.splice(0)) stop();
    this.bridge.close();
    this.frame.remove();
    this.full.toggle.remove();
    this.hears.ended(why);
  }

  setInput(given) { this.input = given; this.tellInput(); }

  setResult(result) { this.result = result; this.tellResult(); }

  tellInput() {
    if (this.ready && this.input) this.bridge.tell("ui/notifications/tool-input", { arguments: this.input });
  }

  tellResult() {
    if (this.ready && this.result) this.bridge.tell(...this.result);
  }

  async close() {
    if (this.ready && this.frame.isConnected) await this.bridge.teardown();
    this.leave("The app is closed.");
  }

  async openLink({ url }) {
    const parsed = URL.canParse(String(url)) ? new URL(String(url)) : null;
    if (!parsed || !["http:", "https:"].includes(parsed.protocol)) throw new AppError("only http and https links can be opened");
    const choice = await ask("The app wants to open a link", h("p", {}, h("code", {}, oneLine(parsed.href, 500))), [["open", "Open in a new tab"]]);
    if (choice === null) throw new AppError("the user denied the request");
    window.open(parsed.href, "_blank", "noopener,noreferrer");
    return {};
  }

  async download({ contents }) {
    if (this.downloading) throw new AppError("another download is waiting");
    this.downloading = true;
    try {
      return await download(contents, (uri) => this.relay("resources/read", { uri }));
    } finally {
      this.downloading = false;
    }
  }

  async relay(method, params) {
    const call = await ended(await this.agreed(method, params));
    const answer = call.answer ?? {};
    if (answer.rpc_error) throw new AppError(String(answer.rpc_error.message), answer.rpc_error.code, answer.rpc_error.data);
    if (answer.result === undefined) throw new AppError(answer.error?.message ?? answer.problem ?? "the server did not respond");
    return answer.result;
  }

  // The page's listener decides whether somebody has to be asked.
  async agreed(method, params) {
    const wanted = { app: this.app, method, params };
    try {
      return await act("app_request", wanted);
    } catch (error) {
      if (!["ui-app-asks", "ui-needs-consent"].includes(error.code)) throw new AppError(error.message);
      const choices = [["once", "Allow once"], ...(error.code === "ui-app-asks" ? [["always", "Allow until the app is closed"]] : [])];
      const choice = await ask("The app asks for permission", [h("p", {}, `${sentence(error.message)}.`), jsonView(params, { depth: 2 })], choices);
      if (choice === null) throw new AppError("the user denied the request");
      return act("app_request", { ...wanted, agreed: choice }).catch((problem) => { toast(problem); throw new AppError(problem.message); });
    }
  }
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
