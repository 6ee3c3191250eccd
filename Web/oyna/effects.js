// Performs the engine's effects: the network, messages, focus, the clipboard, timers.

import { make, safeURL, uniqueID } from "./dom.js";
import { uncoverFocus } from "./focus.js";
import { icon } from "./icons.js";
import { prepareViews } from "./screen.js";

/**
 * A `traceparent` (W3C Trace Context) that begins here. Attempts under one idempotency key are one
 * trace, today's and those after a restart, so its id is made of the key.
 */
export function traceparent(key) {
  const hex = (count) => Array.from(crypto.getRandomValues(new Uint8Array(count)),
    (byte) => byte.toString(16).padStart(2, "0")).join("");
  const digits = (key ?? "").replace(/\W/g, "").toLowerCase();
  return `00-${/^(?!0+$)[0-9a-f]{32}$/.test(digits) ? digits : hex(16)}-${hex(8)}-00`;
}

/** One screen's effects. `host` is the element: it navigates, announces and shows messages. */
export class EffectRunner {
  #host;
  #screen;
  #baseURL;
  /** What requests ask for. */
  language;
  #requests = new Map(); // request id → AbortController
  #reads = new Map(); // of those, the ones that only read: request id → request
  #resting = null; // what waits while the screen is left: effects in their order, then the queue
  #timers = new Set();
  #usesQueue = false;
  #endWatch = null; // while this screen is told of the queue
  #withdraw = null; // takes back the message whose button would speak to this screen
  #lastAdvance = performance.now();
  #isClosed = false;

  constructor(host, screen, baseURL, language) {
    this.#host = host;
    this.#screen = screen;
    this.#baseURL = baseURL;
    this.language = language;
  }

  run(effects) {
    if (this.#resting) this.#resting.effects.push(...effects);
    else for (const effect of effects) this.#run(effect);
  }

  /**
   * Stops until `wakeUp`: requests that only read are cancelled, timers and messages wait. False when
   * something was sent that is not answered: such a screen cannot be left half done.
   */
  rest() {
    if (this.#requests.size > this.#reads.size) return false;
    this.#resting = {
      effects: [...this.#reads.values()].map((request) => ({ request })),
      isWatching: this.#usesQueue, wakes: this.#timers.size > 0,
    };
    this.#stop();
    return true;
  }

  /** Goes on: what was cancelled is asked for again, and the engine hears how long it was. */
  wakeUp() {
    const { effects, isWatching, wakes } = this.#resting;
    this.#resting = null;
    this.run(effects);
    if (isWatching) {
      import("./outbox.js").then(({ openOutbox }) => openOutbox(this.#host.engineURL))
        .then((outbox) => this.#watch(outbox));
    }
    if (wakes) this.#wake(0);
  }

  close() {
    this.#isClosed = true;
    this.#stop();
  }

  #stop() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#endWatch?.();
    this.#endWatch = null;
    this.#withdraw?.();
    for (const controller of this.#requests.values()) controller.abort();
    this.#requests.clear();
    this.#reads.clear();
  }

  #watch(outbox) {
    if (!this.#isClosed && !this.#resting) {
      this.#endWatch ??= outbox.watch((notice) => this.#tell({ queue: notice }));
    }
  }

  #run(effect) {
    const [name] = Object.keys(effect);
    const value = effect[name];
    switch (name) {
      case "request": return void this.#request(value);
      case "queue": return void this.#queue(value);
      case "cancel": return this.#requests.get(value)?.abort();
      case "snackbar":
        return void (this.#withdraw = this.#host.showSnackbar(value, (event) => this.#tell(event)));
      case "banner": return this.#screen.drawBanner(value);
      case "announce": return this.#host.announce(value);
      case "focus": return this.#screen.focusField(value);
      case "alert": return this.#host.showAlert(value);
      case "navigate": return this.#host.navigate(value.mode, value.url, this.#baseURL);
      case "custom": return this.#host.perform(value.name, value.members);
      case "prefetch": return this.#host.prefetch(value, this.#baseURL);
      case "reload": return this.#host.reload();
      case "openURL": return this.#openURL(value);
      case "haptic": return void navigator.vibrate?.(value === "error" ? [20, 60, 20] : 12);
      case "copy": return void navigator.clipboard?.writeText(value).catch(() => {});
      case "share": return void navigator.share?.(value).catch(() => {});
      case "track": return this.#host.dispatch("oyna-track", value);
      case "report": return this.#host.dispatch("oyna-report", value);
      case "wake": return this.#wake(value);
      default: return this.#host.dispatch("oyna-effect", { name, value });
    }
  }

  #tell(event) {
    if (!this.#isClosed) this.#screen.send(event);
  }

  async #request(request) {
    const { id, method, url, headers, hasBody, timeout, cache } = request;
    const controller = new AbortController();
    this.#requests.set(id, controller);
    if (method === "GET") this.#reads.set(id, request);
    const timer = setTimeout(() => controller.abort("timeout"), timeout);
    const fields = new Headers(headers);
    if (this.language) fields.set("Accept-Language", this.language);
    const options = {
      method, headers: fields, signal: controller.signal, cache: "no-store", redirect: "error",
    };
    const address = new URL(url, this.#baseURL);
    // Another origin would have to allow the header first, and is no part of our traces.
    if (address.origin === location.origin) {
      fields.set("traceparent", traceparent(fields.get("Idempotency-Key")));
    }
    const send = (body) => fetch(address, body ? { ...options, body } : options);
    const isWaitedFor = () => this.#requests.get(id) === controller && !this.#isClosed;
    const tell = (...answer) => isWaitedFor()
      && this.#screen.receive(this.#screen.session.sendResponse(id, ...answer));
    try {
      if (cache) {
        const { serve } = await this.#host.copies();
        const ask = (more) => {
          for (const name in more) fields.set(name, more[name]);
          return send();
        };
        return await serve(cache, address, this.language, ask, tell);
      }
      // fetch copies the bytes at once, so that the engine may overwrite its own after the call.
      const pending = hasBody ? this.#screen.session.withBody(id, send) : send();
      const response = await pending;
      const body = new Uint8Array(await response.arrayBuffer());
      await prepareViews(body); // of a screen that it may hold
      tell(response.status, [...response.headers], body);
    } catch {
      // An abort that is no time-out was asked for: nobody waits for an answer.
      const isTimeout = controller.signal.reason === "timeout";
      if (this.#isClosed || (controller.signal.aborted && !isTimeout)) return;
      // A failed fetch does not say whether bytes had left: only without a network is it certain.
      const isCertain = !isTimeout && !navigator.onLine;
      this.#tell({ networkError: { request: id, kind: isCertain ? "offline" : "timeout" } });
    } finally {
      clearTimeout(timer);
      if (this.#requests.get(id) === controller) {
        this.#requests.delete(id);
        this.#reads.delete(id);
      }
    }
  }

  /** Work for the queue, which is loaded when a screen first has some. */
  async #queue(request) {
    const tell = (notice) => this.#tell({ queue: notice });
    const { enqueue, withdraw, retry, drop } = request;
    this.#usesQueue = true;
    try {
      const { openOutbox } = await import("./outbox.js");
      const outbox = await openOutbox(this.#host.engineURL);
      this.#watch(outbox);
      if (enqueue) {
        tell({ stored: { ticket: enqueue.ticket, id: await outbox.enqueue(enqueue) } });
      } else if (withdraw) {
        tell({ withdrawn: { id: withdraw.id, result: await outbox.withdraw(withdraw) } });
      } else if (retry ?? drop) {
        const failure = retry ? await outbox.retry(retry) : await outbox.drop(drop);
        if (failure) tell({ failed: { failure } });
      }
    } catch (error) {
      const failure = error.failure ?? "unavailable";
      if (enqueue) tell({ notStored: { ticket: enqueue.ticket, failure } });
      else tell({ failed: { failure } });
    }
  }

  #openURL(text) {
    const url = safeURL(text, this.#baseURL);
    if (!url) return this.#host.dispatch("oyna-report", { message: "unsafe URL", url: text });
    if (/^https?:/.test(url)) window.open(url, "_blank", "noopener,noreferrer");
    else location.href = url;
  }

  #wake(milliseconds) {
    // Each is kept: a later one must not put off an earlier one, nor the other way round.
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const now = performance.now();
      // Rounded up: a wait that was asked for is over.
      const passed = Math.ceil(now - this.#lastAdvance);
      this.#lastAdvance = now;
      this.#tell({ advance: passed });
    }, milliseconds);
    this.#timers.add(timer);
  }
}

/** A message at the bottom with at most one action; it leaves by itself when it offers none, or undo. */
export class Snackbar {
  element = make("div", "snackbar-area", { role: "status" });
  #timer = 0;
  #stage;
  #before = null; // what had the focus before the message
  #growth = new ResizeObserver(() => uncoverFocus(this.element.getRootNode()));

  /** `stage` is what it stands over. */
  constructor(stage) {
    this.#stage = stage;
    this.element.addEventListener("focusin", ({ relatedTarget }) => {
      if (!this.element.contains(relatedTarget)) this.#before = relatedTarget;
    });
  }

  /** Answers with what takes the message back, unless it offers nothing or is gone. */
  show({ message, action }, closeLabel, onAction) {
    clearTimeout(this.#timer);
    const close = make("button", "snackbar-close", { type: "button", "aria-label": closeLabel });
    close.append(icon("close"));
    const button = action && make("button", "snackbar-action", { type: "button" }, action.label);
    const bar = make("div", "snackbar", {},
      make("span", "", {}, message), make("div", "snackbar-buttons", {}, button, close));
    close.addEventListener("click", () => this.hide());
    button?.addEventListener("click", () => {
      this.hide();
      onAction(action.event);
    });
    this.element.replaceChildren(bar);
    // Room to scroll what is last out from behind it, however the page grows meanwhile.
    this.#stage.style.paddingBlockEnd =
      `${innerHeight - this.element.getBoundingClientRect().top}px`;
    this.#growth.observe(this.#stage);
    // A retry is offered as long as it is needed. An undo is offered in other places too.
    if (!action) this.#leave(bar, 6000);
    else if (action.event.snackbarAction === "undo") this.#leave(bar, 10_000);
    return () => action && bar.isConnected && this.hide();
  }

  /** Not while somebody points at it or has the focus in it. */
  #leave(bar, after) {
    this.#timer = setTimeout(() => {
      if (bar.matches(":hover, :focus-within")) this.#leave(bar, after);
      else this.hide();
    }, after);
  }

  hide() {
    clearTimeout(this.#timer);
    const hadFocus = this.element.contains(this.element.getRootNode().activeElement);
    this.#growth.disconnect();
    this.#stage.style.paddingBlockEnd = "";
    this.element.replaceChildren();
    if (!hadFocus) return;
    // Back where it came from; when that is gone, to what it was about.
    if (this.#before?.isConnected) this.#before.focus({ preventScroll: true });
    else this.onLostFocus?.();
  }
}

/** A message that the person must answer, as the platform's modal dialog. */
export function showAlert(parent, { title, message, button }) {
  const heading = title ? make("h2", "alert-title", { id: uniqueID() }, title) : null;
  const text = make("p", "alert-text", { id: uniqueID() }, message);
  const close = make("button", "button primary", { type: "submit" }, button);
  const form = make("form", "alert-body", { method: "dialog" }, heading, text, close);
  const dialog = make("dialog", "alert", {
    "aria-labelledby": (heading ?? text).id, "aria-describedby": heading ? text.id : null,
  }, form);
  dialog.addEventListener("close", () => dialog.remove());
  parent.append(dialog);
  dialog.showModal();
}
