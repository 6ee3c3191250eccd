// Draws a resolved screen and applies the engine's changes to it: one element per node.
//
// Nothing is decided here. What is shown, enabled, wrong or next comes from the engine; this file
// keeps the elements by node id and puts them where the changes say.

import { contentViews, FallbackView } from "./content.js";
import { make, prefersReducedMotion, uniqueID } from "./dom.js";
import { fieldViews } from "./fields.js";
import { keepFocus } from "./focus.js";
import { icon } from "./icons.js";

const makers = { ...contentViews, ...fieldViews };
const fallback = (node, screen) => new FallbackView(node, screen);

/** Names a way to fetch the views of a type. */
export const fetchLater = (type, fetchViews) => (later[type] = fetchViews);

/** Adds views by type: what a page draws itself. */
export const addViews = (views) => Object.assign(makers, views);

/** Views that plain forms do without: fetched with the first document that names them. Where that
 * fails, their children are drawn in a stack. */
const later = {
  payment_methods: () => import("./payments.js").then(({ paymentViews }) => paymentViews),
  file_input: () => import("./files.js").then(({ fileViews }) => fileViews),
  searchable: () => import("./search.js").then(({ searchViews }) => searchViews),
};
for (const type of ["cart", "undo_bar"]) {
  later[type] = () => import("./cart.js").then(({ cartViews }) => cartViews);
}
for (const type of ["tabs", "stepper_flow", "repeating_group"]) {
  later[type] = () => import("./flows.js").then(({ flowViews }) => flowViews);
}
for (const type of ["stepper", "slider", "otp_input"]) {
  later[type] = () => import("./numbers.js").then(({ numberViews }) => numberViews);
}

async function fetchViews(kind) {
  const views = await later[kind]().catch((error) => console.error(error));
  return views && Object.assign(makers, views);
}

/** What is to be drawn: the type, but for a list that is searched. */
const kindOf = ({ type, props, field }) =>
  type === "dropdown" && props.searchable && !field.isMultiple ? "searchable" : type;

/** Fetches the views that a document names, so that it is drawn as it is from the start. */
export async function prepareViews(document) {
  const missing = Object.keys(later).filter((kind) => !makers[kind]);
  if (!missing.length) return;
  const text = typeof document === "string" ? document : new TextDecoder().decode(document);
  await Promise.all(missing.filter((kind) => text.includes(`"${kind}"`)).map(fetchViews));
}

/** One screen in the page. `session` is the engine's; `onMessage` gets the effects to perform. */
export class ScreenView {
  /** The outermost element. */
  element = make("div", "screen");
  /** The engine's own words for controls that no document names, in the screen's language. */
  words = {};
  title = "";
  /** Whether anything here can be tapped, or is a secret: then the whole engine will be needed. */
  leadsOn = false;
  /** Whether a copy of the document may be kept for a time without a network. */
  isStorable = false;
  /** Whether a person changed anything. */
  isEdited = false;
  id = "";
  uploads = null; // the files that are chosen here, once there are any
  #session;
  #onEffects;
  #views = new Map(); // node id → view
  #fields = new Map(); // state key → view
  #root = null;
  #summary = null;
  #banner = null;
  #isPressed = false;
  #moved; // where the focus went meanwhile
  #listeners = new AbortController();
  #focused = null; // the field whose focus the engine knows of
  #invalidCount = 0;

  constructor(session, onEffects) {
    this.#session = session;
    session.deliver = (message) => this.receive(message);
    this.#onEffects = onEffects;
    this.#listen();
  }

  /**
   * Applies one message of the engine: changes first, so that effects find their elements. Null is
   * none: the message comes when the engine is whole.
   */
  receive(message) {
    if (!message) return null;
    for (const change of message.changes) this.#apply(change);
    if (message.summary !== undefined) this.#drawSummary(message.summary);
    this.#invalidCount = message.invalid;
    if (message.effects.length) this.#onEffects(message.effects, this);
    return message;
  }

  send(event) {
    return this.receive(this.#session.send(event));
  }

  /** The number of fields that would stop a submit now, as of the last message. */
  get invalidCount() {
    return this.#invalidCount;
  }

  get session() {
    return this.#session;
  }

  /** The control of a field, or null: for tests, benches and hosts that place focus. */
  control(key) {
    return this.#fields.get(key)?.control ?? null;
  }

  /** What a field draws, or null while its page is not open. */
  fieldView(key) {
    return this.#fields.get(key) ?? null;
  }

  fieldNode(key) {
    return this.#fields.get(key)?.node ?? null;
  }

  /** Takes on the words of another language; `document` is the screen's text in it. */
  translate(document) {
    return this.receive(this.#session.translate(document));
  }

  /** The element of a node, or null. */
  node(id) {
    return this.#views.get(id)?.element ?? null;
  }

  focusField(key) {
    const view = this.#fields.get(key);
    const control = view?.focusTarget ?? view?.control;
    if (!control) return;
    for (let at = view.parent; at; at = at.parent) at.reveal?.();
    uncover(view);
    control.focus({ preventScroll: true });
    control.scrollIntoView({
      block: "center", behavior: prefersReducedMotion() ? "auto" : "smooth",
    });
  }

  /**
   * Moves focus to where a screen begins: the field that asks for it, else the heading. A screen that
   * moves no focus gives it to such a field only when nothing else has it.
   */
  focusStart(isMoved) {
    const field = [...this.#fields.values()].find(({ node }) => node.props.autofocus);
    const isFree = isMoved || document.activeElement === document.body;
    if (isFree && field?.element.checkVisibility()) this.focusField(field.node.field.key);
    else if (isMoved) this.focusHeading();
  }

  /** Moves focus to the screen's heading, so that a screen reader reads the new screen. */
  focusHeading() {
    // The heading of bones takes no focus: its content is on the way.
    const heading = [...this.element.querySelectorAll("h1")].find((each) => !each.closest("[inert]"))
      ?? this.element;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  close() {
    this.#session.close();
    this.uploads?.close();
    this.#listeners.abort();
    for (const view of this.#views.values()) view.forget?.();
  }

  // MARK: changes

  #apply(change) {
    if (change.screen) {
      this.#drawScreen(change.screen);
    } else if (change.heading) {
      this.#drawHeading(change.heading);
      for (const view of this.#views.values()) view.reword?.();
      this.element.dispatchEvent(new CustomEvent("oyna-screen-reworded", { bubbles: true }));
    } else if (change.insert) {
      const { node, parent, index } = change.insert;
      const container = this.#views.get(parent);
      if (container) this.#place(this.#build(node), container, index);
    } else if (change.update) {
      const view = this.#views.get(change.update.id);
      if (!view) return;
      const isOther = (name) => !isSame(change.update.props[name], view.node.props[name]);
      if (view.madeFrom?.some(isOther)) return this.#make(view, change.update);
      view.update(change.update, view.node);
      view.node = change.update;
    } else if (change.move) {
      const view = this.#views.get(change.move.id);
      const container = this.#views.get(change.move.parent);
      if (!view || !container) return;
      const hadFocus = view.element.contains(this.element.getRootNode().activeElement)
        && this.element.getRootNode().activeElement;
      view.parent.children.splice(view.parent.children.indexOf(view), 1);
      const { outer, parent } = view;
      this.#place(view, container, change.move.index);
      if (outer !== view.outer && outer !== view.element) outer.remove(); // what held it there
      if (parent !== container) parent.childrenChanged?.();
      if (hadFocus) hadFocus.focus({ preventScroll: true });
    } else if (change.remove !== undefined) {
      this.#remove(change.remove);
    }
  }

  #drawScreen(screen) {
    const isFirst = this.#root === null;
    for (const view of this.#views.values()) view.forget?.();
    this.#views.clear();
    this.#fields.clear();
    this.#focused = null;
    this.#summary = null;
    this.#banner = null;
    this.uploads?.close();
    this.id = screen.id;
    this.isStorable = screen.isStorable ?? false;
    this.writing = screen.writing;
    this.#drawHeading(screen);
    // One form at least, so that Enter submits and a password manager sees its fields together.
    const holder = make(screen.hasForm ? "div" : "form", "body", { novalidate: !screen.hasForm });
    this.#root = { element: holder, slot: holder, children: [], node: { id: "" } };
    this.#place(this.#build(screen.root), this.#root, 0);
    this.element.replaceChildren(holder);
    this.element.dispatchEvent(
      new CustomEvent("oyna-screen-drawn", { detail: { id: screen.id, isFirst }, bubbles: true }));
  }

  #drawHeading({ title, words, language, direction }) {
    this.words = words;
    this.title = title;
    this.element.lang = language;
    // A document may be written in another direction than its language usually is.
    this.element.dir = this.writing ?? direction;
  }

  #build(node) {
    const kind = kindOf(node);
    const view = (makers[kind] ?? makers[node.type] ?? fallback)(node, this);
    view.node = node;
    view.element.oynaView = view;
    view.children = [];
    this.#views.set(node.id, view);
    if (node.events?.length || node.field?.secretLength !== undefined) this.leadsOn = true;
    if (node.field) this.#fields.set(node.field.key, view);
    if (!makers[kind] && later[kind]) this.#fetchView(view, kind);
    if (node.children && view.slot) {
      const fragment = new DocumentFragment();
      for (const child of node.children) fragment.append(this.#adopt(this.#build(child), view));
      view.slot.append(fragment);
      view.childrenChanged?.();
    }
    return view;
  }

  /** Draws a node anew, and what is in it, once its own view is there. */
  async #fetchView(view, kind) {
    if (await fetchViews(kind) && this.#views.get(view.node.id) === view) this.#make(view, view.node);
  }

  /** Makes a view, and what is in it, anew in its place: as `node` says now. */
  #make(view, node) {
    const { parent, outer } = view;
    const place = parent.children.indexOf(view);
    const hadFocus = outer.contains(this.element.getRootNode().activeElement);
    this.#drop(view);
    parent.children.splice(place, 1);
    const whole = ({ children }, own) =>
      ({ ...own, children: children.map((each) => whole(each, each.node)) });
    const drawn = this.#build(whole(view, node));
    outer.replaceWith(this.#adopt(drawn, parent, place));
    parent.childrenChanged?.();
    if (hadFocus) (drawn.control ?? drawn.button ?? drawn.element).focus({ preventScroll: true });
  }

  #place(view, container, index) {
    if (!container.slot) return;
    const next = container.children[index];
    container.slot.insertBefore(this.#adopt(view, container, index), next?.outer ?? null);
    container.childrenChanged?.();
  }

  /** Makes a view a child of another; the answer is the element to put into the other's slot. */
  #adopt(view, container, index = container.children.length) {
    container.children.splice(index, 0, view);
    view.parent = container;
    view.outer = container.wrap ? container.wrap(view) : view.element;
    return view.outer;
  }

  #remove(id) {
    const view = this.#views.get(id);
    if (!view) return;
    const siblings = view.parent.children;
    siblings.splice(siblings.indexOf(view), 1);
    // Forgotten first: it goes without being left, the engine knows that it is gone.
    this.#drop(view);
    view.outer.remove();
    view.parent.childrenChanged?.();
  }

  #drop(view) {
    this.#views.delete(view.node.id);
    if (view.node.field) this.#fields.delete(view.node.field.key);
    if (this.#focused === view) this.#focused = null;
    view.forget?.();
    for (const child of view.children) this.#drop(child);
  }

  // MARK: the error summary

  #drawSummary(summary) {
    this.#summary?.remove();
    this.#summary = null;
    if (!summary) return;
    const title = make("h2", "summary-title", { id: uniqueID() }, icon("alert"), summary.title);
    const list = make("ul", "summary-list");
    const items = summary.items.map((item) => ({ ...item, target: this.#fields.get(item.key) }));
    for (const { target, ...item } of items.sort(byPlace)) {
      if (target) uncover(target);
      const label = item.label ? make("strong", "", {}, item.label) : null;
      const link = make("a", "", { href: `#${target?.control.id ?? ""}` },
        label, label ? " " : "", make("span", "", {}, item.message));
      link.addEventListener("click", (event) => {
        event.preventDefault();
        // A field on another page of a wizard: the engine turns to it, then asks for the focus.
        if (target?.element.isConnected) this.focusField(item.key);
        else this.send({ focus: item.key });
      });
      list.append(make("li", "", {}, link));
    }
    this.#summary = make("section", "summary", { "aria-labelledby": title.id }, title, list);
    this.#putOnTop(this.#summary);
  }

  /** What the server says that belongs to no field; an empty list takes it away. */
  drawBanner(messages) {
    this.#banner?.remove();
    this.#banner = null;
    if (!messages.length) return;
    const text = make("div", "banner-text", {}, ...messages.map((text) => make("span", "", {}, text)));
    this.#banner = make("div", "banner", { role: "alert", "data-tone": "error" }, icon("alert"), text);
    this.#putOnTop(this.#banner);
    this.#banner.scrollIntoView({ block: "nearest" });
  }

  #putOnTop(element) {
    const heading = this.element.querySelector("h1");
    const intro = heading?.nextElementSibling?.matches(".text") ? heading.nextElementSibling : null;
    if (heading) (intro ?? heading).after(element);
    else this.element.prepend(element);
  }

  // MARK: events of the page

  #listen() {
    const element = this.element;
    keepFocus(element, () => this.focusHeading(), this.#listeners.signal);
    element.addEventListener("input", (event) => this.#input(event));
    element.addEventListener("compositionstart", (event) => this.#compose(event, true));
    element.addEventListener("compositionend", (event) => this.#compose(event, false));
    element.addEventListener("focusin", (event) => this.#focusMoved(viewOf(event.target)));
    element.addEventListener("focusout", (event) => {
      // A person who looks at another window has not left the field.
      if (document.hasFocus()) this.#focusMoved(viewOf(event.relatedTarget));
    });
    // A press on a button takes the focus from a field first. What the engine then shows, such as
    // an error, would move the button away from under the pointer, and no click would come of it:
    // so the engine hears of the focus when the press is over.
    element.addEventListener("mousedown", () => (this.#isPressed = true), { capture: true });
    element.addEventListener("click", () => this.#release(), { capture: true });
    for (const name of ["mouseup", "dragend", "blur"]) {
      addEventListener(name, () => this.#isPressed && setTimeout(() => this.#release()),
        { signal: this.#listeners.signal });
    }
    element.addEventListener("click", (event) => this.#tap(event));
    element.addEventListener("submit", (event) => event.preventDefault());
    element.addEventListener("keydown", (event) => {
      const isTap = event.key === "Enter" || event.key === " ";
      if (isTap && event.target.getAttribute("role") === "button") {
        event.preventDefault();
        event.target.click();
      }
      // Inside a form the browser does it; a very long form is none (BoxView).
      const { localName, type, form } = event.target;
      const isText = localName === "input" && !["checkbox", "radio", "range"].includes(type);
      if (event.key === "Enter" && isText && !form && !event.isComposing) {
        element.querySelector("button[type=submit]")?.click();
      }
    });
  }

  /** Text that an input method is still composing is no edit yet. */
  #compose(event, isComposing) {
    const view = viewOf(event.target);
    if (view) view.isComposing = isComposing;
    if (!isComposing) this.#input(event);
  }

  #input(event) {
    const view = viewOf(event.target);
    if (!view?.edit || view.isComposing) return;
    const edit = view.edit(event);
    if (!edit) return;
    this.isEdited = true;
    if (edit.secret !== undefined) {
      this.receive(this.#session.sendSecret(view.node.field.key, edit.secret));
    } else {
      this.send(edit);
    }
  }

  #release() {
    if (!this.#isPressed) return;
    this.#isPressed = false;
    const moved = this.#moved;
    this.#moved = undefined;
    if (moved !== undefined) this.#focusMoved(moved);
  }

  #focusMoved(view) {
    if (this.#isPressed) {
      this.#moved = view ?? null;
      return;
    }
    const field = view?.node.field ? view : null;
    if (field === this.#focused) return;
    const left = this.#focused;
    this.#focused = field;
    if (left) this.send({ blur: left.node.field.key });
    // The blur may have drawn another screen.
    if (field && this.#focused === field) this.send({ focus: field.node.field.key });
  }

  #tap(event) {
    let view = viewOf(event.target);
    while (view && !view.node.field && !view.node.events?.includes("tap")) view = view.parent;
    if (!view || view.node.field) return; // a field's own buttons are its own business
    event.preventDefault();
    this.send({ tap: view.node.id });
  }
}

const isSame = (one, two) => one === two || JSON.stringify(one) === JSON.stringify(two);

/** The order of the page. */
function byPlace({ target: one }, { target: other }) {
  if (!one || !other) return one ? -1 : 1;
  const place = one.element.compareDocumentPosition(other.element);
  return place & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/** Opens the collapsed sections around a view. */
function uncover(view) {
  for (let at = view.parent; at; at = at.parent) at.expand?.();
}

/** The view that an element belongs to: controls and elements carry it as a property. */
function viewOf(element) {
  for (let at = element; at; at = at.parentNode) if (at.oynaView) return at.oynaView;
  return null;
}

