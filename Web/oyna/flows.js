// Components that show their children by turns or in rows: tabs, a wizard, repeating groups.

import { BoxView } from "./content.js";
import { make, setAttribute, setText, uniqueID } from "./dom.js";
import { FieldView } from "./fields.js";
import { icon } from "./icons.js";

/** `tabs`: which one is open is no state of the form, so the page keeps it (WAI-ARIA tabs). */
class TabsView {
  constructor(node, screen) {
    this.screen = screen;
    this.bar = make("div", "tab-bar", { role: "tablist" });
    this.slot = make("div", "tab-panels");
    this.element = make("div", "tabs", {}, this.bar, this.slot);
    this.open = null;
    this.bar.addEventListener("keydown", (event) => this.move(event));
    this.update(node);
  }

  update({ props }) {
    setAttribute(this.bar, "aria-label", props.label);
  }

  childrenChanged() {
    if (!this.children.includes(this.open)) this.open = this.children[0] ?? null;
    const buttons = this.children.map((tab) => {
      const isOpen = tab === this.open;
      tab.element.hidden = !isOpen;
      tab.tabButton ??= this.makeButton(tab);
      setText(tab.tabButton, tab.node.props.title ?? "");
      setAttribute(tab.tabButton, "aria-selected", String(isOpen));
      tab.tabButton.tabIndex = isOpen ? 0 : -1;
      return tab.tabButton;
    });
    // A title that changes takes the focus from no tab.
    const isSame = buttons.length === this.bar.children.length
      && buttons.every((button, place) => button === this.bar.children[place]);
    if (!isSame) this.bar.replaceChildren(...buttons);
  }

  makeButton(tab) {
    const button = make("button", "tab-button", {
      type: "button", role: "tab", id: tab.buttonID, "aria-controls": tab.element.id,
    });
    button.addEventListener("click", () => this.show(tab));
    return button;
  }

  show(tab) {
    if (tab === this.open) return;
    this.open = tab;
    this.childrenChanged();
    this.bar.children[this.children.indexOf(tab)].focus();
    if (this.node.events?.includes("change")) {
      this.screen.send({ custom: { id: this.node.id, name: "change" } });
    }
  }

  move(event) {
    const isRTL = getComputedStyle(this.bar).direction === "rtl";
    const by = { ArrowRight: isRTL ? -1 : 1, ArrowLeft: isRTL ? 1 : -1 }[event.key];
    const last = this.children.length - 1;
    const at = this.children.indexOf(this.open);
    const place = by ? (at + by + last + 1) % (last + 1) : { Home: 0, End: last }[event.key];
    if (place === undefined) return;
    event.preventDefault();
    this.show(this.children[place]);
  }
}

class TabView extends BoxView {
  constructor(node, screen) {
    super(node, screen);
    this.buttonID = uniqueID();
    this.element.id = uniqueID();
    this.element.className = "box vstack tab";
    this.element.setAttribute("role", "tabpanel");
    this.element.setAttribute("aria-labelledby", this.buttonID);
  }

  /** Opens it for something in it that gets the focus. */
  reveal() {
    this.parent.show(this);
  }

  /** The title is on the tab itself. */
  drawTitle() {}

  update(node, old) {
    super.update(node, old);
    this.node = node;
    this.parent.childrenChanged?.();
  }
}

/** `stepper_flow`: the engine shows one step and decides which; this draws how far it is. */
class WizardView {
  constructor(node, screen) {
    this.screen = screen;
    this.title = make("h2", "section-title");
    this.label = make("span", "text caption");
    this.bar = make("div", "wizard-bar", { "aria-hidden": "true" });
    this.slot = make("div", "wizard-step");
    this.back = this.button("secondary", "button", "back");
    this.next = this.button("primary", "submit", "next");
    this.element = make("div", "wizard", {}, this.title,
      make("div", "wizard-head", {}, this.bar, this.label), this.slot,
      make("div", "action wizard-actions", {}, this.back, this.next));
    this.draw(node);
  }

  button(style, type, name) {
    const button = make("button", `button ${style}`, { type },
      make("span", "spinner", { "aria-hidden": "true" }), make("span", "button-label"));
    button.addEventListener("click", () => {
      const { id } = this.node;
      this.screen.send({ custom: { id, name } });
    });
    return button;
  }

  update(node, old) {
    this.draw(node);
    if (node.props.step !== old.props.step) this.focusStep();
  }

  reword() {
    this.draw(this.node);
  }

  draw({ props, isEnabled, isBusy }) {
    const { step = 0, stepCount = 1 } = props;
    const words = this.screen.words;
    const isLast = step + 1 >= stepCount;
    setText(this.title, props.title ?? "");
    this.title.hidden = !props.title;
    this.bar.replaceChildren(...Array.from({ length: stepCount }, (_, place) =>
      make("span", place <= step ? "done" : "")));
    setText(this.label, `${step + 1} / ${stepCount}`);
    this.back.hidden = step === 0;
    setText(this.back.lastChild, props.backLabel ?? words.back);
    // A wizard without words for its end ends in a button of its last step.
    this.next.hidden = isLast && !props.finishLabel;
    setText(this.next.lastChild, isLast ? props.finishLabel ?? "" : props.nextLabel ?? words.next);
    // Its end submits: the buttons rest while the answer is on its way, and keep the focus.
    for (const button of [this.back, this.next]) {
      setAttribute(button, "aria-disabled", isEnabled === false ? "true" : null);
    }
    setAttribute(this.next, "aria-busy", isBusy ? "true" : null);
    this.next.classList.toggle("busy", isBusy === true);
  }

  /** A new step is read from its heading on. */
  focusStep() {
    if (!this.children.length) return;
    const heading = this.children[0].element.querySelector("h2, h1") ?? this.children[0].element;
    heading.tabIndex = -1;
    this.element.scrollIntoView({ block: "start" });
    heading.focus({ preventScroll: true });
  }
}

class StepView extends BoxView {
  constructor(node, screen) {
    super(node, screen);
    this.element.classList.add("vstack");
  }
}

/** `repeating_group`: rows that the person adds and removes. */
class GroupView extends FieldView {
  constructor(node, screen) {
    const legend = make("legend", "label", { id: uniqueID() });
    const element = make("fieldset", "field group",
      { role: "group", "aria-labelledby": legend.id }, legend);
    super(node, screen, element, element);
    this.slot = make("div", "group-rows");
    this.add = make("button", "button secondary group-add", { type: "button" }, icon("plus"),
      make("span"));
    this.add.addEventListener("click", () => {
      this.screen.send({ custom: { id: this.node.id, name: "add" } });
    });
    legend.after(this.slot, this.add);
    this.drawValue(node);
  }

  get marksOptional() {
    return false;
  }

  /** The group itself takes no focus: what adds a row does. */
  get focusTarget() {
    return this.add;
  }

  reword() {
    super.reword();
    this.drawValue(this.node);
    this.childrenChanged();
  }

  drawValue({ props, isEnabled }) {
    setText(this.add.lastChild, props.addLabel ?? this.screen.words.add);
    this.add.hidden = props.canAdd === false || isEnabled === false;
  }

  setDisabled(isDisabled) {
    this.element.classList.toggle("disabled", isDisabled);
  }

  /** The rows' numbers follow their order. */
  childrenChanged() {
    this.children.forEach((row, place) => row.drawPlace?.(place));
  }
}

class RowView extends BoxView {
  constructor(node, screen) {
    super(node, screen);
    this.element.className = "box vstack group-row";
    this.element.setAttribute("role", "group");
    this.number = make("span", "group-number", { id: uniqueID() });
    this.removeButton = make("button", "reveal", { type: "button" }, icon("trash"));
    this.removeButton.addEventListener("click", () => {
      const group = this.parent;
      const place = group.children.indexOf(this);
      this.screen.send({ custom: { id: this.node.id, name: "remove" } });
      // The focus goes on to what took the row's place.
      (group.children[place]?.removeButton ?? group.add).focus();
    });
    this.slot = make("div", "vstack");
    this.element.setAttribute("aria-labelledby", this.number.id);
    this.element.append(
      make("div", "group-row-head", {}, this.number, this.removeButton), this.slot);
    this.drawRemove(node);
  }

  update(node, old) {
    super.update(node, old);
    this.drawRemove(node);
  }

  drawRemove(node) {
    this.removeButton.hidden = node.isEnabled === false;
  }

  drawPlace(place) {
    setText(this.number, String(place + 1));
    const label = this.parent.node.props.removeLabel ?? this.screen.words.remove;
    setAttribute(this.removeButton, "aria-label", `${label} ${place + 1}`);
  }
}

export const flowViews = {
  tabs: (node, screen) => new TabsView(node, screen),
  tab: (node, screen) => new TabView(node, screen),
  stepper_flow: (node, screen) => new WizardView(node, screen),
  step: (node, screen) => new StepView(node, screen),
  repeating_group: (node, screen) => new GroupView(node, screen),
  row: (node, screen) => new RowView(node, screen),
};
