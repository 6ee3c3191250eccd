// Draws a resolved screen and applies the engine's changes to it: one element per node.
//
// Nothing is decided here. What is shown, enabled, wrong or next comes from the engine; this file
// keeps the elements by node id and puts them where the changes say.

import { contentViews, FallbackView } from "./content.js";
import { make, prefersReducedMotion, uniqueID } from "./dom.js";
import { fieldViews } from "./fields.js";
import { flowViews } from "./flows.js";
import { icon } from "./icons.js";
import { numberViews } from "./numbers.js";
import { paymentViews } from "./payments.js";

const makers = { ...contentViews, ...fieldViews, ...numberViews, ...flowViews, ...paymentViews };
const fallback = (node, screen) => new FallbackView(node, screen);

/** One screen in the page. `session` is the engine's; `onMessage` gets the effects to perform. */
export class ScreenView {
  /** The outermost element. */
  element = make("div", "screen");
  /** The engine's own words for controls that no document names, in the screen's language. */
  words = {};
  title = "";
  /** Whether a copy of the document may be kept for a time without a network. */
  isStorable = false;
  /** Whether a person changed anything. */
  isEdited = false;
  #session;
  #onEffects;
  #views = new Map(); // node id → view
  #fields = new Map(); // state key → view
  #root = null;
  #summary = null;
  #focused = null; // the field whose focus the engine knows of
  #invalidCount = 0;

  constructor(session, onEffects) {
    this.#session = session;
    this.#onEffects = onEffects;
    this.#listen();
  }

  /** Applies one message of the engine: changes first, so that effects find their elements. */
  receive(message) {
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

  /** The element of a node, or null. */
  node(id) {
    return this.#views.get(id)?.element ?? null;
  }

  focusField(key) {
    const control = this.#fields.get(key)?.control;
    if (!control) return;
    control.focus({ preventScroll: true });
    control.scrollIntoView({
      block: "center", behavior: prefersReducedMotion() ? "auto" : "smooth",
    });
  }

  /** Moves focus to the screen's heading, so that a screen reader reads the new screen. */
  focusHeading() {
    const heading = this.element.querySelector("h1") ?? this.element;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  close() {
    this.#session.close();
    for (const view of this.#fields.values()) view.forget?.();
  }

  // MARK: changes

  #apply(change) {
    if (change.screen) {
      this.#drawScreen(change.screen);
    } else if (change.insert) {
      const { node, parent, index } = change.insert;
      const container = this.#views.get(parent);
      if (container) this.#place(this.#build(node), container, index);
    } else if (change.update) {
      const view = this.#views.get(change.update.id);
      if (!view) return;
      view.update(change.update, view.node);
      view.node = change.update;
    } else if (change.move) {
      const view = this.#views.get(change.move.id);
      const container = this.#views.get(change.move.parent);
      if (!view || !container) return;
      const hadFocus = view.element.contains(this.element.getRootNode().activeElement)
        && this.element.getRootNode().activeElement;
      view.parent.children.splice(view.parent.children.indexOf(view), 1);
      this.#place(view, container, change.move.index);
      if (hadFocus) hadFocus.focus({ preventScroll: true });
    } else if (change.remove !== undefined) {
      this.#remove(change.remove);
    }
  }

  #drawScreen(screen) {
    const isFirst = this.#root === null;
    for (const view of this.#fields.values()) view.forget?.();
    this.#views.clear();
    this.#fields.clear();
    this.#focused = null;
    this.#summary = null;
    this.words = screen.words;
    this.title = screen.title;
    this.isStorable = screen.isStorable ?? false;
    this.element.lang = screen.language;
    this.element.dir = screen.direction;
    // One form at least, so that Enter submits and a password manager sees its fields together.
    const holder = make(screen.hasForm ? "div" : "form", "body", { novalidate: !screen.hasForm });
    this.#root = { element: holder, slot: holder, children: [], node: { id: "" } };
    this.#place(this.#build(screen.root), this.#root, 0);
    this.element.replaceChildren(holder);
    this.element.dispatchEvent(
      new CustomEvent("oyna-screen-drawn", { detail: { id: screen.id, isFirst }, bubbles: true }));
  }

  #build(node) {
    const view = (makers[node.type] ?? fallback)(node, this);
    view.node = node;
    view.element.oynaView = view;
    view.children = [];
    this.#views.set(node.id, view);
    if (node.field) this.#fields.set(node.field.key, view);
    if (node.children && view.slot) {
      const fragment = new DocumentFragment();
      for (const child of node.children) fragment.append(this.#adopt(this.#build(child), view));
      view.slot.append(fragment);
      view.childrenChanged?.();
    }
    return view;
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
    view.outer.remove();
    view.parent.childrenChanged?.();
    this.#drop(view);
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
      const label = item.label ? make("strong", "", {}, item.label) : null;
      const link = make("a", "", { href: target ? `#${target.control.id}` : null },
        label, label ? " " : "", make("span", "", {}, item.message));
      link.addEventListener("click", (event) => {
        event.preventDefault();
        this.focusField(item.key);
      });
      list.append(make("li", "", {}, link));
    }
    this.#summary = make("section", "summary", { "aria-labelledby": title.id }, title, list);
    const heading = this.element.querySelector("h1");
    const intro = heading?.nextElementSibling?.matches(".text") ? heading.nextElementSibling : null;
    if (heading) (intro ?? heading).after(this.#summary);
    else this.element.prepend(this.#summary);
  }

  // MARK: events of the page

  #listen() {
    const element = this.element;
    element.addEventListener("input", (event) => this.#input(event));
    element.addEventListener("compositionstart", (event) => this.#compose(event, true));
    element.addEventListener("compositionend", (event) => this.#compose(event, false));
    element.addEventListener("focusin", (event) => this.#focusMoved(viewOf(event.target)));
    element.addEventListener("focusout", (event) => {
      // A person who looks at another window has not left the field.
      if (document.hasFocus()) this.#focusMoved(viewOf(event.relatedTarget));
    });
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

  #focusMoved(view) {
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

/** The order of the page. */
function byPlace({ target: one }, { target: other }) {
  if (!one || !other) return one ? -1 : 1;
  const place = one.element.compareDocumentPosition(other.element);
  return place & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/** The view that an element belongs to: controls and elements carry it as a property. */
function viewOf(element) {
  for (let at = element; at; at = at.parentNode) if (at.oynaView) return at.oynaView;
  return null;
}

