// Content, layout and actions: everything that is no input.

import { make, safeURL, setAttribute, setText, uniqueID } from "./dom.js";
import { icon } from "./icons.js";

/** Spacing names and numbers of a document → a step of the style sheet's scale. */
const spacing = (value) =>
  typeof value === "number" ? `${value / 16}rem` : value ? `var(--oyna-space-${value})` : null;

const ALIGNMENTS = { start: "start", center: "center", end: "end", stretch: "stretch" };

/** What every node shares: the accessible name and role that a document may give. */
export class ContentView {
  constructor(node, screen, element, slot = null) {
    this.screen = screen;
    this.element = element;
    this.slot = slot;
    this.drawAccessibility(node);
    if (node.events?.includes("tap") && !/^(button|link)$/.test(node.type)) {
      element.classList.add("tappable");
      element.tabIndex = 0;
      element.setAttribute("role", "button");
    }
    this.draw(node, null);
  }

  update(node, old) {
    this.drawAccessibility(node);
    this.draw(node, old);
  }

  drawAccessibility({ accessibility }) {
    if (!accessibility && !this.hasAccessibility) return;
    this.hasAccessibility = true;
    setAttribute(this.element, "aria-label", accessibility?.label);
    setAttribute(this.element, "aria-description", accessibility?.hint);
    // A heading of its own level needs no other.
    const isHeading = /^h\d$/.test(this.element.localName);
    if (accessibility?.role && !(isHeading && accessibility.role === "heading")) {
      this.element.setAttribute("role", accessibility.role);
      if (accessibility.role === "heading") this.element.setAttribute("aria-level", "2");
    }
    setAttribute(this.element, "aria-hidden", accessibility?.isHidden ? "true" : null);
  }

  draw() {}
}

/** Text styles → the element that says what the text is; any other is a paragraph. */
const TEXT_ELEMENTS = { title: "h1", headline: "h2" };

class TextView extends ContentView {
  constructor(node, screen) {
    const style = node.props.style ?? "body";
    const tag = TEXT_ELEMENTS[style] ?? (node.accessibility?.role === "heading" ? "h2" : "p");
    super(node, screen, make(tag, `text ${style}`));
  }

  get madeFrom() {
    return ["style"];
  }

  draw({ props }) {
    setText(this.element, props.text ?? "");
    this.element.className = `text ${props.style ?? "body"}`;
    this.element.style.textAlign = ALIGNMENTS[props.alignment] ?? "";
    setAttribute(this.element, "data-tone", props.color);
  }
}

class ImageView extends ContentView {
  constructor(node, screen) {
    super(node, screen, make("img", "image", { loading: "lazy", decoding: "async" }));
  }

  draw({ props, accessibility }) {
    const { src = "" } = props;
    const url = /^data:image\//i.test(src) ? src : safeURL(src, this.screen.baseURL);
    if (url) this.element.src = url;
    // An image without words is decoration.
    this.element.alt = props.alt ?? accessibility?.label ?? "";
    if (props.width) this.element.width = props.width;
    if (props.height) this.element.height = props.height;
    this.element.classList.toggle("cover", props.fit === "cover");
  }
}

class IconView extends ContentView {
  constructor(node, screen) {
    super(node, screen, make("span", "icon-box"));
  }

  draw(node) {
    const { props, accessibility } = node;
    const picture = icon(props.name);
    const size = typeof props.size === "number" ? spacing(props.size) : "";
    Object.assign(picture.style, { blockSize: size, inlineSize: size });
    this.element.replaceChildren(picture);
    setAttribute(this.element, "data-tone", props.style);
    setAttribute(this.element, "role", accessibility?.label ? "img" : null);
  }
}

/** Stacks, grids, scrolls, cards, lists, sections, forms: boxes with children. */
export class BoxView extends ContentView {
  constructor(node, screen) {
    const { type, props } = node;
    // Chromium goes over all controls of a form for each one that comes or goes, so a form of
    // thousands is a plain group: its Enter key is the screen's business (ScreenView).
    const isForm = type === "form" && (node.children?.length ?? 0) <= LONG;
    const tag = isForm ? "form" : type === "section" ? "section" : "div";
    const element = make(tag, `box ${type}`, { novalidate: isForm });
    // A list holds rows and nothing else: its heading stands before it.
    const slot = type === "list" ? make("div", "rows", { role: "list" })
      : type === "section" && props.collapsible ? make("div", "section", { id: uniqueID() })
        : element;
    if (slot !== element) element.append(slot);
    super(node, screen, element, slot);
    if (type === "list") {
      this.wrap = (view) => make("div", "row", { role: "listitem" }, view.element);
    }
    if (type === "scroll") {
      element.tabIndex = 0;
      element.classList.toggle("horizontal", props.axis === "horizontal");
    }
  }

  /** What its elements are made of: where one of these changes, it is made anew. */
  get madeFrom() {
    return ["axis", "collapsible"];
  }

  draw({ type, props }, old) {
    const style = this.element.style;
    style.gap = spacing(props.spacing) ?? "";
    style.padding = spacing(props.padding) ?? "";
    style.alignItems = ALIGNMENTS[props.alignment] ?? "";
    style.flexWrap = type === "hstack" && props.wrap === false ? "nowrap" : "";
    if (type === "card") this.element.dataset.style = props.style ?? "outlined";
    if (type === "grid") style.setProperty("--columns", props.columns ?? 2);
    this.drawTitle(props);
    if (old && old.props.collapsed !== props.collapsed) this.expand(!props.collapsed);
    this.childrenChanged();
  }

  /** Opens or closes a collapsible section. What is closed can still be found in the page. */
  expand(isOpen = true) {
    if (!this.toggle) return;
    this.slot.hidden = isOpen ? false : "until-found";
    this.toggle.setAttribute("aria-expanded", isOpen);
  }

  makeToggle(title) {
    this.toggle = make("button", "section-toggle",
      { type: "button", "aria-controls": this.slot.id }, make("span", "", {}, title), icon("chevron"));
    this.toggle.addEventListener("click", () => this.expand(this.slot.hidden !== false));
    this.slot.onbeforematch = () => this.expand();
    return this.toggle;
  }

  drawTitle(props) {
    const { title, subtitle, collapsible } = props;
    if (title === this.title && subtitle === this.subtitle) return;
    Object.assign(this, { title, subtitle });
    this.heading?.remove();
    this.heading = null;
    if (!title) return this.slot?.removeAttribute("aria-labelledby");
    const isToggle = this.element.localName === "section" && collapsible;
    const isOpen = this.toggle ? this.slot.hidden === false : !props.collapsed;
    const heading = make("h2", "section-title", { id: uniqueID() },
      isToggle ? this.makeToggle(title) : title);
    if (isToggle) this.expand(isOpen);
    const text = subtitle ? make("p", "text caption", {}, subtitle) : null;
    this.heading = make("div", "section-heading", {}, heading, text);
    this.element.prepend(this.heading);
    const named = this.slot === this.element || isToggle ? this.element : this.slot;
    if (named.localName !== "div" || named.role) named.setAttribute("aria-labelledby", heading.id);
  }

  /** The browser lays out only what is on the screen of a long form. */
  childrenChanged() {
    this.slot?.classList.toggle("long", (this.children?.length ?? 0) > LONG);
  }
}

const LONG = 100;

class DividerView extends ContentView {
  constructor(node, screen) {
    super(node, screen, make("hr", "divider"));
  }
}

class SpacerView extends ContentView {
  constructor(node, screen) {
    super(node, screen, make("div", "spacer", { "aria-hidden": "true" }));
  }

  draw({ props }) {
    this.element.style.flexBasis = spacing(props.size ?? props.height) ?? "";
  }
}

/** `button`: busy while its own action is in flight. It keeps focus, so it is never `disabled`. */
class ButtonView extends ContentView {
  constructor(node, screen) {
    const kind = node.props.style ?? "secondary";
    const button = make("button", `button ${kind}`, {
      // Enter in a field presses the first submit button of its form.
      type: kind === "primary" ? "submit" : "button",
    });
    const element = kind === "primary" ? make("div", "action", {}, button) : button;
    button.append(make("span", "spinner", { "aria-hidden": "true" }), make("span", "button-label"));
    super(node, screen, element);
  }

  get madeFrom() {
    return ["style"];
  }

  get button() {
    return this.element.localName === "button" ? this.element : this.element.firstChild;
  }

  drawAccessibility({ accessibility }) {
    setAttribute(this.button, "aria-label", accessibility?.label);
    setAttribute(this.button, "aria-description", accessibility?.hint);
  }

  draw(node, old) {
    const { props } = node;
    const button = this.button;
    setText(button.querySelector(".button-label"), props.label ?? "");
    if (props.icon !== old?.props.icon) {
      button.querySelector(".icon")?.remove();
      if (props.icon) button.lastChild.before(icon(props.icon));
    }
    setAttribute(button, "aria-disabled", node.isEnabled === false ? "true" : null);
    setAttribute(button, "aria-busy", node.isBusy ? "true" : null);
    button.classList.toggle("busy", node.isBusy === true);
  }
}

class LinkView extends ContentView {
  constructor(node, screen) {
    super(node, screen, make("a", "link"));
  }

  draw({ props, events }) {
    setText(this.element, props.label ?? "");
    const url = props.url && safeURL(props.url, this.screen.baseURL);
    // A link whose tap is an action still needs an address to take the keyboard's focus.
    setAttribute(this.element, "href", url ?? (events?.length ? "#" : null));
    if (url && new URL(url).origin !== location.origin) {
      setAttribute(this.element, "rel", "noopener noreferrer");
      setAttribute(this.element, "target", "_blank");
    }
  }
}

class ProgressView extends ContentView {
  constructor(node, screen) {
    const label = make("span", "label", { id: uniqueID() });
    const bar = make("progress", "", { "aria-labelledby": label.id });
    super(node, screen, make("div", "progress", {}, label, bar));
  }

  draw({ props }) {
    const [label, bar] = this.element.children;
    setText(label, props.label ?? "");
    bar.max = props.max ?? 1;
    const value = Number.parseFloat(props.value);
    if (Number.isFinite(value)) bar.value = value;
    else bar.removeAttribute("value"); // how far is not known: it only moves
  }
}

const BANNER_ICONS = { info: "info", success: "check", warning: "warning", error: "alert" };

class BannerView extends ContentView {
  constructor(node, screen) {
    const slot = make("div", "vstack banner-children");
    const text = make("div", "banner-text", {}, make("strong"), make("span"), slot);
    super(node, screen, make("div", "banner", { role: "status" }, text), slot);
  }

  draw({ props }) {
    const kind = props.style ?? "info";
    this.element.dataset.tone = kind;
    this.element.querySelector(".icon")?.remove();
    this.element.prepend(icon(BANNER_ICONS[kind] ?? "info"));
    const [title, text] = this.element.querySelector(".banner-text").children;
    setText(title, props.title ?? "");
    setText(text, props.text ?? "");
  }
}

/** `queue_status`: its drawing is loaded with the first screen that has one. */
class QueueStatusView extends ContentView {
  constructor(node, screen) {
    super(node, screen, make("section", "queue"));
  }

  draw(node) {
    this.drawn = node;
    import("./queue.js").then(({ drawQueue }) => drawQueue(this, this.drawn));
  }
}

/** A type that the engine knows and this shell does not: its children, in a stack. */
export class FallbackView extends BoxView {
  draw(node, old) {
    super.draw(node, old);
    this.element.classList.add("vstack");
  }
}

const views = {
  text: TextView, image: ImageView, icon: IconView, divider: DividerView, spacer: SpacerView,
  button: ButtonView, link: LinkView, progress: ProgressView, banner: BannerView,
  queue_status: QueueStatusView,
};
const boxes = ["vstack", "hstack", "zstack", "grid", "scroll", "card", "list", "section", "form"];
for (const type of boxes) views[type] = BoxView;

export const contentViews = Object.fromEntries(
  Object.entries(views).map(([type, View]) => [type, (node, screen) => new View(node, screen)]));
