// <oyna-screen src="/screens/loan_application">: a server's screen in any page.
//
// Attributes: `src` (the screen), `lang` (Accept-Language of its requests), `base` (what relative
// addresses refer to; by default the page), `history` (this element owns the page's history), `home`
// (where `back` and `root` lead when no screen is open below), `theme` (a file of design tokens).
// Events: `oyna-screen-change`, `oyna-track`, `oyna-report`, `oyna-effect`; all bubble.
//
// The screen lives in a shadow tree (Docs/Web.md): the `--oyna-*` properties of oyna.css theme it.

import { AskedAhead } from "./oyna/ahead.js";
import { EffectRunner, showAlert, Snackbar } from "./oyna/effects.js";
import { ContentView } from "./oyna/content.js";
import { ACCEPT, Engine, writeFormats } from "./oyna/engine.js";
import { make, setAttribute } from "./oyna/dom.js";
import { FieldView } from "./oyna/fields.js";
import { uncoverFocus } from "./oyna/focus.js";
import { icon } from "./oyna/icons.js";
import { addViews, fetchLater, prepareViews, ScreenView } from "./oyna/screen.js";
import { address, idOf, today } from "./oyna/surroundings.js";
import { hasOwnHistory, undoInput, undoKey } from "./oyna/undo.js";

// What most screens do not need is fetched when the first one does: all of it here, since a bundled
// page knows these files by their place beside this one. They import nothing and are given this.
const kit = { ContentView, FieldView, addViews, icon, make, setAttribute, writeFormats };
fetchLater("load", () => import("./oyna/load.js").then(({ loadViews }) => loadViews(kit)));

const ENGINE_URL = new URL("oyna.wasm", import.meta.url).href;
const LOAD_TIMEOUT = 20_000;

// Asked for while the first screen is still on its way.
Engine.prepare(ENGINE_URL);
const style = fetch(new URL("oyna.css", import.meta.url))
  .then((response) => response.text())
  .then((text) => new CSSStyleSheet().replace(text));

class OynaScreen extends HTMLElement {
  static observedAttributes = ["src", "lang", "theme"];

  #engine = null;
  #entries = []; // the stack of open screens, the shown one last
  #ahead = []; // screens that "back" left and "forward" opens again, the nearest last
  #missesTranslation = false; // the network was gone when another language was chosen
  #opening = 0; // counts openings: a late answer to an earlier one is dropped
  #stage = make("div", "stage");
  #live = make("div", "visually-hidden", { "aria-live": "polite", role: "status" });
  #snackbar = new Snackbar(this.#stage);
  // Without the engine there are no words: the page's own, inside the element, are shown.
  #fallback = make("slot", "", { hidden: true });
  #listeners = null;
  #hadFocus = false; // what is reloaded: then what comes gets it
  #isGoing = false; // the browser was asked to go back, and did not yet
  #recording = null;
  #asked = new AskedAhead();

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    this.#snackbar.onLostFocus = () => this.#current?.view.focusHeading();
    root.append(this.#stage, this.#fallback, this.#live, this.#snackbar.element);
    style.then((sheet) => root.adoptedStyleSheets.push(sheet));
  }

  connectedCallback() {
    this.#listeners = new AbortController();
    const signal = this.#listeners.signal;
    const tellAll = (event) => this.#entries.forEach((entry) => entry.view.send(event));
    addEventListener("online", () => {
      tellAll({ network: "online" });
      // A saved copy gives way to the real screen, unless something was typed into it.
      if (this.#current?.isSaved && !this.#current.view.isEdited) this.reload();
      else if (this.#missesTranslation) this.#translate();
    }, { signal });
    addEventListener("offline", () => tellAll({ network: "offline" }), { signal });
    addEventListener("pagehide", () => tellAll({ lifecycle: "background" }), { signal });
    document.addEventListener("visibilitychange", () => {
      tellAll({ lifecycle: document.hidden ? "background" : "foreground" });
      if (!document.hidden) tellAll({ day: today() });
    }, { signal });
    document.addEventListener("keydown", (event) => this.#undo(event, undoKey(event)), { signal });
    this.shadowRoot.addEventListener(
      "beforeinput", (event) => this.#undo(event, undoInput(event)), { signal });
    this.shadowRoot.addEventListener("focusin",
      () => requestAnimationFrame(() => uncoverFocus(this.shadowRoot)), { signal });
    window.visualViewport?.addEventListener(
      "resize", () => uncoverFocus(this.shadowRoot, true), { signal });
    if (this.#ownsHistory) {
      history.scrollRestoration = "manual"; // each screen keeps its own place
      // When it stands still: what is written while the page goes away, a reload does not find.
      let timer;
      addEventListener("scroll", () => {
        clearTimeout(timer);
        timer = setTimeout(() => this.#keepPlace(), 150);
      }, { signal, passive: true });
      addEventListener("popstate", ({ state }) => this.#travel(state?.oyna), { signal });
    }
    if (this.getAttribute("src")) this.#start();
  }

  disconnectedCallback() {
    this.#listeners.abort();
    this.#listeners = null;
    this.#opening += 1; // what is on its way comes to nobody
    this.#forgetAhead();
    this.#closeFrom(0);
  }

  attributeChangedCallback(name, old, value) {
    if (name === "theme") {
      return void import("./oyna/theme.js").then(({ drawTheme }) => drawTheme(this, value));
    }
    if (old === value || !this.#listeners || !this.getAttribute("src")) return;
    if (name === "lang" && this.#entries.length) this.#translate();
    else this.#start();
  }

  // MARK: what a page may ask

  /** The control of a field by its state key, or null. */
  control(key) {
    return this.#current?.view.control(key) ?? null;
  }

  /** The element of a component by its id, or null. */
  node(id) {
    return this.#current?.view.node(id) ?? null;
  }

  /** The shown screen: sends an event to its engine and applies the answer. */
  send(event) {
    return this.#current?.view.send(event);
  }

  /**
   * Opens a screen document that the page already has, instead of fetching `src`. `limits` raises
   * what a document may hold: `bytes` and `components`.
   */
  async open(document, { limits } = {}) {
    const opening = ++this.#opening;
    const text = JSON.stringify(document);
    await Promise.all([this.#loadEngine(), prepareViews(text)]);
    if (opening !== this.#opening) return;
    const session = await this.#engine.open({ ...this.#context, limits }, text);
    if (opening !== this.#opening) return session.close();
    this.#closeFrom(0);
    this.#show(this.#newEntry(session, this.#base.href, { isLocal: true }));
  }

  /** Records what the screens that are opened from now on are told; secrets have no way in. */
  async record() {
    const { Recording } = await import("./oyna/recorder.js");
    return (this.#recording = new Recording());
  }

  // MARK: opening screens

  get #current() {
    return this.#entries.at(-1) ?? null;
  }

  get #base() {
    return new URL(this.getAttribute("base") ?? "", document.baseURI);
  }

  /** Where the engine is: the queue of the page runs on one of its own. */
  get engineURL() {
    return ENGINE_URL;
  }

  get #ownsHistory() {
    return this.hasAttribute("history");
  }

  get #language() {
    return this.lang || this.closest("[lang]")?.lang || navigator.language;
  }

  get #context() {
    return {
      language: this.#language,
      today: today(),
      ...(extensions && { extensions: extensions.schema }),
      // The engine makes its idempotency keys from this; they must not repeat.
      seed: [...crypto.getRandomValues(new Uint32Array(4))].map((word) => word.toString(16)),
    };
  }

  async #loadEngine() {
    this.#engine ??= await Engine.load(ENGINE_URL);
    await style;
  }

  async #start() {
    this.#asked.clear(); // they were in another language
    const url = new URL(this.getAttribute("src"), this.#base);
    // After a reload the screen stands as deep, and as far down, as before.
    const { depth = 0, ...before } = (this.#ownsHistory && history.state?.oyna) || {};
    const scroll = before.url === url.href ? before.scroll : 0;
    if (this.#ownsHistory) history.replaceState({ oyna: { depth, url: url.href, scroll } }, "");
    this.#forgetAhead();
    await this.#open(url, () => this.#closeFrom(0), { depth, scroll });
  }

  /** Fetches a screen and shows it; `prepare` makes room once it is there. */
  async #open(url, prepare, options) {
    const opening = ++this.#opening;
    const language = this.#language;
    this.#setLoading(true);
    const asked = this.#asked.take(url.href) ?? this.#fetchScreen(url);
    const drawable = asked.then(async (result) => {
      if (result.bytes) await prepareViews(result.bytes);
      return result;
    });
    const [result] = await Promise.all([drawable, this.#loadEngine()])
      .catch((error) => [{ error }]);
    if (opening !== this.#opening) return;
    this.#fallback.hidden = Boolean(this.#engine);
    if (!this.#engine) {
      this.#setLoading(false);
      console.error(result.error);
      return this.dispatch("oyna-report", { message: String(result.error) });
    }
    const session = await this.#openSession(result);
    if (opening !== this.#opening) return session.close();
    this.#setLoading(false);
    prepare();
    const entry = this.#newEntry(session, url.href, { ...options, bytes: result.bytes });
    entry.tag = result.tag;
    this.#show(entry);
    entry.isSaved = result.isSaved;
    if (result.isSaved) this.copies().then(({ mark }) => mark(entry.view, () => this.reload()));
    else if (result.bytes) this.#keep(entry, result);
    if (options.scroll) {
      import("./oyna/place.js").then(({ restorePlace }) =>
        entry === this.#current && restorePlace(this.#stage, options.scroll));
    }
    // Chosen while the screen was on its way.
    if (language !== this.#language) this.#translate();
  }

  async #openSession({ bytes, reason }) {
    if (bytes) {
      try {
        return await this.#engine.open(this.#context, bytes);
      } catch (error) {
        console.error(error);
        reason = "offline"; // the screen needs the whole engine, which did not arrive
      }
    }
    return this.#engine.openFailure(this.#context, reason);
  }

  /** Keeps the document for a time without a network, where the engine allows it. */
  async #keep({ url, view: { id, isStorable } }, { bytes, isPrivate, tag }) {
    const language = this.#language;
    if (id === "oyna_failure") return; // what came was no screen, and says nothing of the copy
    await new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
    const { forget, keep } = await this.copies();
    await (isStorable && !isPrivate ? keep(url, language, bytes, tag) : forget(url, language));
  }

  /** Asks for a screen that will probably be opened soon. */
  prefetch(text, base) {
    const { href } = new URL(text, base ?? this.#base);
    this.#asked.ask(href, (url) => this.#fetchScreen(url));
  }

  async #fetchScreen(url) {
    const headers = { Accept: ACCEPT, "Accept-Language": this.#language };
    const signal = AbortSignal.timeout(LOAD_TIMEOUT);
    try {
      const response = await fetch(url, { headers, signal });
      if (!response.ok) return { reason: response.status };
      const bytes = new Uint8Array(await response.arrayBuffer());
      const isPrivate = /no-store/.test(response.headers.get("Cache-Control"));
      return { bytes, isPrivate, tag: response.headers.get("ETag") };
    } catch {
      const reason = signal.aborted ? "timeout" : "offline";
      const saved = await this.copies()
        .then((copies) => copies.recall(url, this.#language))
        .catch(() => null);
      return saved ? { ...saved, isSaved: true } : { reason };
    }
  }

  // MARK: another language

  /** Every open screen takes on the language in place: what was typed stays where it is. */
  async #translate() {
    this.#missesTranslation = false;
    this.#asked.clear(); // they are in the language before
    await Promise.all(this.#entries
      .filter(({ view, isLocal }) => !isLocal && view.element.lang !== this.#language)
      .map((entry) => this.#translateEntry(entry)));
  }

  /** Asks for every open screen again, and changes it in place where its document is another now. */
  async renew() {
    await Promise.all(this.#entries.filter(({ isLocal }) => !isLocal)
      .map((entry) => this.#translateEntry(entry)));
  }

  async #translateEntry(entry) {
    const language = this.#language;
    const { view, effects } = entry;
    // A screen that came as an answer is asked for beside the one that it answered.
    for (const url of new Set([entry.url, new URL(view.id, entry.url).href])) {
      const { bytes, tag, reason } = await this.#fetchScreen(url);
      // Meanwhile it was left, or another language was chosen.
      if (!this.#entries.includes(entry) || language !== this.#language) return;
      if (typeof reason === "string") this.#missesTranslation = true;
      const text = bytes && new TextDecoder().decode(bytes);
      if (idOf(text) !== view.id) continue;
      effects.language = language;
      if (!tag || tag !== entry.tag) view.translate(text);
      entry.tag = tag;
      return;
    }
    if (view.id === "oyna_failure" && entry === this.#current) this.reload();
  }

  /** `depth` is the place in the browser's history. */
  #newEntry(opened, url, { depth = 0, isPresented = false, isLocal = false, bytes } = {}) {
    const session = bytes && this.#recording ? this.#recording.watch(opened, bytes) : opened;
    const entry = { url, depth, isPresented, isLocal, scroll: 0 };
    entry.view = new ScreenView(session, (effects) => entry.effects.run(effects));
    entry.view.baseURL = url;
    entry.effects = new EffectRunner(this, entry.view, url, this.#language);
    const { element } = entry.view;
    entry.container = isPresented ? make("dialog", "sheet", {}, element) : element;
    // A person closed it; what this element closes is not the shown one any more.
    entry.container.addEventListener("close", () => {
      if (entry === this.#current && !entry.container.open) this.navigate("dismiss");
    });
    entry.view.element.addEventListener("oyna-screen-reworded", () => {
      if (this.#ownsHistory && entry === this.#current) document.title = entry.view.title;
    });
    entry.view.element.addEventListener("oyna-screen-drawn", ({ detail }) => {
      // The first screen of the page leaves focus where it is.
      this.#screenChanged(entry, detail.id, !detail.isFirst || this.#entries.length > 1);
    });
    return entry;
  }

  #show(entry) {
    this.#entries.push(entry);
    this.#stage.append(entry.container);
    this.#arrange();
    entry.view.receive(entry.view.session.start());
    if (!navigator.onLine) entry.view.send({ network: "offline" });
  }

  /** The last whole screen and the sheets over it are shown; what is below them waits. */
  #arrange() {
    const first = this.#entries.findLastIndex(({ isPresented }) => !isPresented);
    this.#entries.forEach(({ container, isPresented }, at) => {
      container.hidden = at < first;
      // A sheet that is hidden but open would keep the page from being used.
      if (isPresented && container.hidden) container.close();
      else if (isPresented && !container.open) container.showModal();
    });
  }

  /** Fetches the whole engine when the page has nothing else to do. */
  #completeEngine() {
    const whenIdle = window.requestIdleCallback ?? setTimeout;
    // What fails here is asked for again when it is needed.
    whenIdle(() => this.#engine.complete()?.catch(() => {}));
  }

  #screenChanged(entry, id, movesFocus) {
    if (entry.view.leadsOn) this.#completeEngine();
    // A late answer changed a screen that another one covers: it begins at its top when it is shown.
    if (entry !== this.#current) return void Object.assign(entry, { scroll: 0, focused: null });
    if (this.#ownsHistory) document.title = entry.view.title;
    const isMoved = movesFocus || this.#hadFocus;
    this.#hadFocus = false;
    if (isMoved && !entry.isPresented) scrollTo(0, 0);
    entry.view.focusStart(isMoved);
    this.dispatch("oyna-screen-change", { id, title: entry.view.title, url: entry.url });
  }

  #closeFrom(index) {
    for (const entry of this.#entries.splice(index)) this.#close(entry);
  }

  #close(entry) {
    entry.effects.close();
    entry.view.close();
    entry.container.remove();
  }

  #setLoading(isLoading) {
    setAttribute(this.#stage, "aria-busy", isLoading ? "true" : null);
    this.#stage.classList.toggle("loading", isLoading);
  }

  // MARK: what effects ask

  navigate(mode, text, base) {
    const url = text ? new URL(text, base ?? this.#base) : null;
    const { depth } = this.#current;
    switch (mode) {
      case "push":
      case "present":
        return void this.#open(url, () => {
          Object.assign(this.#current, { scroll: scrollY, focused: this.shadowRoot.activeElement });
          this.#keepPlace();
          this.#forgetAhead();
          this.#writeHistory("pushState", depth + 1, url);
        }, { depth: depth + 1, isPresented: mode === "present" });
      case "replace":
        return void this.#open(url, () => {
          this.#closeFrom(this.#entries.length - 1);
          this.#writeHistory("replaceState", depth, url);
        }, { depth });
      case "back":
      case "dismiss":
        if (this.#ownsHistory && depth > 0) return this.#goBack(1);
        if (this.#entries.length === 1) return this.#goHome();
        return this.#backTo(this.#entries.length - 2);
      case "root":
        // When one screen is open, it becomes the root that the action names.
        if (this.#entries.length === 1) {
          return url ? this.navigate("replace", text, base) : this.#goHome();
        }
        if (this.#ownsHistory) return this.#goBack(depth - this.#entries[0].depth);
        return this.#backTo(0);
    }
  }

  /** The browser does it later: a second tap until then is none, and does not leave the page. */
  #goBack(steps) {
    if (!this.#isGoing) history.go(-steps);
    this.#isGoing = true;
  }

  /** A screen that a link opened has none below it: the way back leads to the first of the page. */
  #goHome() {
    const home = this.getAttribute("home");
    if (home && new URL(home, this.#base).href !== this.#current.url) this.navigate("replace", home);
  }

  #writeHistory(method, depth, url) {
    if (this.#ownsHistory) history[method]({ oyna: { depth, url: url.href } }, "", address(url));
  }

  /** Keeps in the browser's history how far down the shown screen stands: a reload comes back to it. */
  #keepPlace() {
    const { oyna } = (this.#ownsHistory && history.state) || {};
    if (oyna) history.replaceState({ oyna: { ...oyna, scroll: scrollY } }, "");
  }

  #backTo(index) {
    // What was on its way is not wanted any more.
    this.#opening += 1;
    this.#setLoading(false);
    if (index < 0 || index >= this.#entries.length - 1) return;
    this.#current.scroll = scrollY;
    for (const entry of this.#entries.splice(index + 1).reverse()) this.#leave(entry);
    this.#arrange();
    this.#arrive(this.#current);
  }

  #arrive(entry) {
    if (this.#ownsHistory) document.title = entry.view.title;
    // Back where the person was: on what opened the other screen.
    if (entry.container.contains(entry.focused)) entry.focused.focus({ preventScroll: true });
    if (!entry.container.contains(this.shadowRoot.activeElement)) entry.view.focusHeading();
    scrollTo(0, entry.scroll); // of a sheet: of the screen below it
    this.dispatch("oyna-screen-change", { title: entry.view.title, url: entry.url });
  }

  /**
   * A screen that "back" leaves rests until "forward" asks for it: its values stay, its secrets do
   * not. One that waits for the answer to something it sent is closed.
   */
  #leave(entry) {
    const isWanted = this.#ownsHistory && this.#ahead.length < 8;
    if (!isWanted || !entry.effects.rest()) return this.#close(entry);
    entry.view.send({ lifecycle: "background" });
    entry.container.close?.(); // a dialog that leaves the page open cannot be shown again
    entry.container.remove();
    this.#ahead.push(entry);
  }

  /** Opens what "back" left, up to a place of the history; false when it is no longer there. */
  #forwardTo({ depth, url }) {
    const index = this.#ahead.findIndex((entry) => entry.depth === depth && entry.url === url);
    if (index < 0) return false;
    this.#opening += 1;
    this.#setLoading(false);
    this.#current.scroll = scrollY;
    for (const entry of this.#ahead.splice(index).reverse()) {
      this.#entries.push(entry);
      this.#stage.append(entry.container);
      this.#arrange();
      const network = navigator.onLine ? "online" : "offline";
      const events = [{ lifecycle: "foreground" }, { day: today() }, { network }];
      events.forEach((event) => entry.view.send(event));
      entry.effects.wakeUp();
    }
    this.#arrive(this.#current);
    this.#translate();
    return true;
  }

  #forgetAhead() {
    for (const entry of this.#ahead.splice(0)) this.#close(entry);
  }

  /** The browser's own back and forward. */
  #travel(place) {
    this.#isGoing = false;
    if (!place) return;
    const index = this.#entries.findIndex((entry) => entry.depth === place.depth);
    if (index >= 0) return this.#backTo(index);
    if (this.#forwardTo(place)) return;
    // That screen is no longer open, such as back beyond a reload.
    const isBack = place.depth < this.#current.depth;
    const prepare = () => {
      if (isBack) this.#closeFrom(0);
      else this.#current.scroll = scrollY;
    };
    this.#open(new URL(place.url), prepare, place);
  }

  reload() {
    const { container, depth, isPresented, url } = this.#current;
    this.#hadFocus = container.contains(this.shadowRoot.activeElement);
    const prepare = () => this.#closeFrom(this.#entries.length - 1);
    this.#open(new URL(url), prepare, { depth, isPresented });
  }

  /** The keys of undo in this element; those of the page itself where it is the only one. */
  #undo(event, name) {
    if (!name || event.defaultPrevented || !this.#current) return;
    const [target] = event.composedPath();
    const isOurs = event.composedPath().includes(this.shadowRoot);
    const isPages = target === document.body
      && document.getElementsByTagName(this.localName).length === 1;
    if (!isOurs && !isPages) return;
    if (hasOwnHistory(target) || target.closest?.("dialog.alert")) return;
    event.preventDefault();
    this.#current.view.send({ [name]: true });
  }

  announce(text) {
    // Emptied first, so that the same sentence is spoken again.
    this.#live.textContent = "";
    requestAnimationFrame(() => (this.#live.textContent = text));
  }

  /** What keeps copies of answers. */
  copies() {
    return import("./oyna/cache.js");
  }

  /** An action of the page. */
  perform(name, members) {
    const action = extensions?.actions.get(name);
    if (action) action(members, this);
    else this.dispatch("oyna-effect", { name, value: members });
  }

  showSnackbar(message, onAction) {
    return this.#snackbar.show(message, this.#current?.view.words.close ?? "", onAction);
  }

  showAlert(alert) {
    showAlert(this.#stage, alert);
  }

  dispatch(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** What the page added to the format; loaded when there is something. */
let extensions = null;

/**
 * Adds components, actions and formats to every screen of the page that is opened later
 * (Docs/Extensions.md). Waits until they can be used.
 */
async function extend(additions) {
  const { Extensions } = await import("./oyna/extensions.js");
  extensions ??= new Extensions(kit);
  extensions.add(additions);
}

customElements.define("oyna-screen", OynaScreen);
export { extend, OynaScreen };
// What the modules that are loaded late share with this one (Scripts/build-web).
export * from "./oyna/dom.js";
export { BoxView, ContentView } from "./oyna/content.js";
export { FieldView, TextView } from "./oyna/fields.js";
export { traceparent } from "./oyna/effects.js";
export { Engine } from "./oyna/engine.js";
export { icon } from "./oyna/icons.js";
