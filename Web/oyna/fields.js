// The inputs: native controls with a label, a hint and an error that assistive technology finds.

import { make, setAttribute, setText, template, uniqueID } from "./dom.js";
import { icon } from "./icons.js";
import { today } from "./surroundings.js";

/** What a document calls a keyboard → the native control's `type` and `inputmode`. */
const KEYBOARDS = {
  phonePad: ["tel", "tel"], numberPad: ["text", "numeric"], decimalPad: ["text", "decimal"],
  emailAddress: ["text", "email"], url: ["text", "url"],
  asciiCapable: ["text", "text"], default: ["text", null],
};

const frame = template(`<div class="field"><label class="label"></label>
  <div class="control"></div></div>`);
const inputFrame = template(`<div class="field"><label class="label"></label>
  <div class="control"><input></div></div>`);

/** What every input shares: label, hint, error, warning, required, disabled, pending. */
export class FieldView {
  /** `control` is what takes focus and carries the aria attributes. */
  constructor(node, screen, element, control) {
    this.screen = screen;
    this.element = element;
    this.control = control;
    control.id = uniqueID();
    this.label = element.querySelector(".label");
    if (this.label.localName === "label") this.label.htmlFor = control.id;
    this.drawFrame(node, null);
  }

  update(node, old) {
    this.drawFrame(node, old);
    this.drawValue(node, old);
  }

  drawFrame(node, old) {
    const { props, field } = node;
    const was = old?.field;
    if (!old || props.label !== old.props.label || field.isRequired !== was.isRequired) {
      this.drawLabel(props.label ?? node.accessibility?.label ?? "", field);
    }
    this.drawAccessibility(node, old);
    if (!old || props.hint !== old.props.hint) this.hint = this.note(this.hint, "hint", props.hint);
    if (!old || field.error !== was.error || field.warning !== was.warning) {
      this.error = this.note(this.error, "error", field.error);
      this.warning = this.note(this.warning, "warning", field.error ? null : field.warning);
      setAttribute(this.control, "aria-invalid", field.error ? "true" : null);
      this.element.classList.toggle("invalid", Boolean(field.error));
    }
    const notes = [this.error, this.warning, this.hint].filter(Boolean).map((note) => note.id);
    const described = notes.join(" ") || null;
    if (described !== this.described) {
      this.described = described;
      setAttribute(this.control, "aria-describedby", described);
    }
    const takesRequired = this.control.getAttribute("role") !== "group"; // WAI-ARIA 1.2
    if (takesRequired && (!old || field.isRequired !== was.isRequired)) {
      setAttribute(this.control, "aria-required", field.isRequired ? "true" : null);
    }
    if (!old ? node.isEnabled === false : node.isEnabled !== old.isEnabled) {
      this.setDisabled(node.isEnabled === false);
    }
    if (!old ? field.isPending : field.isPending !== was.isPending) {
      setAttribute(this.control, "aria-busy", field.isPending ? "true" : null);
      this.element.classList.toggle("pending", Boolean(field.isPending));
    }
  }

  /** What the document says to who hears the page, where that differs from what is to be read. */
  drawAccessibility({ props, accessibility }, old) {
    const { label, hint } = accessibility ?? {};
    if (label !== old?.accessibility?.label && props.label) {
      setAttribute(this.control, "aria-label", label);
      if (label) this.control.removeAttribute("aria-labelledby"); // it would come first
    }
    if (hint !== old?.accessibility?.hint) setAttribute(this.control, "aria-description", hint);
  }

  drawLabel(text, field) {
    setText(this.label, text);
    const optional = this.screen.words.optional;
    if (text && optional && !field.isRequired && this.marksOptional) {
      this.label.append(" ", make("span", "optional", {}, optional));
    }
  }

  get marksOptional() {
    return true;
  }

  /** The words of the screen are of another language; what the document says comes by `update`. */
  reword() {
    if (!this.node) return;
    const { props, accessibility, field } = this.node;
    this.drawLabel(props.label ?? accessibility?.label ?? "", field);
  }

  /** Makes, changes or removes one of the texts under the control. */
  note(note, kind, text) {
    if (!text) {
      note?.remove();
      return null;
    }
    if (!note) {
      note = make("p", `note ${kind}`, { id: uniqueID() },
        kind === "hint" ? null : icon(kind === "error" ? "alert" : "warning"), make("span"));
      if (kind === "hint") this.element.append(note);
      else this.element.insertBefore(note, this.hint ?? null);
    }
    setText(note.lastChild, text);
    return note;
  }

  setDisabled(isDisabled) {
    this.control.disabled = isDisabled;
    this.element.classList.toggle("disabled", isDisabled);
  }

  drawValue() {}
}

/** `text_input`, and by its options the number, money and date inputs and the text area. */
export class TextView extends FieldView {
  constructor(node, screen) {
    const isArea = node.type === "text_area";
    const element = isArea ? frame() : inputFrame();
    const holder = element.lastChild;
    if (isArea) holder.append(make("textarea"));
    const control = holder.firstChild;
    super(node, screen, element, control);
    const { props } = node;
    if (isArea) {
      control.rows = props.rows ?? 4;
    } else {
      const [type, mode] = this.keyboard(node);
      if (type !== "text") control.type = type;
      if (mode) control.inputMode = mode;
      if (props.mask) control.dir = "ltr"; // groups of digits stand as they are read
    }
    this.drawHelp(props, null);
    this.drawAffixes(props, null);
    this.drawValue(node, null);
    if (props.mask) this.listenForUndo();
  }

  get madeFrom() {
    return ["rows", "keyboardType", "autocapitalize", "mask", "length", "canReveal", "min", "max"];
  }

  keyboard(node) {
    switch (node.type) {
      case "number_input": return ["text", "decimal"];
      case "money_input": return ["text", "decimal"];
      case "date_input": return ["date", null];
      default: return KEYBOARDS[node.props.keyboardType] ?? KEYBOARDS.default;
    }
  }

  update(node, old) {
    super.update(node, old);
    this.drawHelp(node.props, old.props);
    this.drawAffixes(node.props, old.props);
    this.drawKept(node);
  }

  /** What helps a person or a browser to type. */
  drawHelp(props, old) {
    const control = this.control;
    if (props.placeholder !== old?.placeholder) control.placeholder = props.placeholder ?? "";
    if (props.autocomplete !== old?.autocomplete) {
      setAttribute(control, "autocomplete", props.autocomplete ?? "off");
    }
    if (props.readOnly !== old?.readOnly) control.readOnly = props.readOnly === true;
    if (old) return;
    if (props.autocapitalize) control.autocapitalize = props.autocapitalize;
    if (props.keyboardType) control.spellcheck = false;
    if (control.type === "date") {
      const day = (bound) => (bound === "today" ? today() : bound);
      setAttribute(control, "min", day(props.min));
      setAttribute(control, "max", day(props.max));
    }
  }

  /** Text before and after what is typed, such as a currency. */
  drawAffixes(props, old) {
    if (props.prefix !== old?.prefix) this.prefix = this.affix(this.prefix, props.prefix, true);
    const after = props.suffix ?? props.currency;
    if (after !== (old && (old.suffix ?? old.currency))) {
      this.suffix = this.affix(this.suffix, after, false);
    }
  }

  affix(affix, text, isBefore) {
    affix?.remove();
    if (!text) return null;
    // The label should name the unit for a screen reader; here it is a picture.
    const made = make("span", "affix", { "aria-hidden": "true" }, text);
    if (isBefore) this.control.before(made);
    else this.control.after(made);
    return made;
  }

  /**
   * Shows the engine's text. While a person composes (IME) nothing is touched; a mask moves the
   * caret so that it stays behind the same letters and digits. A secret never comes back: when the
   * engine wiped its own, the control is emptied too.
   */
  drawValue(node) {
    const control = this.control;
    if (isSecret(node)) {
      if (node.field.secretLength === 0 && control.value) this.forget();
      this.drawKept(node);
      return;
    }
    const text = node.field.text ?? "";
    if (control.value === text || this.isComposing) return;
    const root = control.getRootNode();
    if (root.activeElement !== control || control.selectionStart === null) {
      control.value = text;
      return;
    }
    const before = significant(control.value.slice(0, control.selectionStart));
    control.value = text;
    let caret = 0;
    for (let left = before; left > 0 && caret < text.length; caret++) {
      if (significant(text[caret])) left--;
    }
    control.setSelectionRange(caret, caret);
  }

  /** A secret that the engine keeps and the control does not, such as on a page turned back to. */
  drawKept(node) {
    if (!isSecret(node)) return;
    const isKept = node.field.secretLength > 0 && !this.control.value;
    this.control.placeholder = isKept
      ? "•".repeat(Math.min(node.field.secretLength, 24)) : node.props.placeholder ?? "";
    this.control.classList.toggle("kept", isKept);
  }

  /**
   * A mask writes the control's text, which makes the browser forget what was typed before: each
   * text is kept here, and the keys of undo go back and forth between them.
   */
  listenForUndo() {
    const undone = [];
    let now = this.control.value;
    const past = [];
    this.control.addEventListener("input", () => {
      if (this.isUndoing) return;
      undone.length = 0;
      past.push(now);
    }, { capture: true });
    this.control.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const isRedo = key === "y" || (key === "z" && event.shiftKey);
      if (key !== "z" && !isRedo) return;
      event.preventDefault();
      const [from, to] = isRedo ? [undone, past] : [past, undone];
      if (!from.length) return;
      to.push(this.control.value);
      this.control.value = from.pop();
      this.isUndoing = true;
      this.control.dispatchEvent(new Event("input", { bubbles: true }));
      this.isUndoing = false;
    });
    this.control.addEventListener("beforeinput", () => (now = this.control.value));
  }

  edit() {
    const { field } = this.node;
    if (isSecret(this.node)) return { secret: () => this.control.value };
    return { input: { key: field.key, text: this.control.value } };
  }

  forget() {
    if (isSecret(this.node)) this.control.value = "";
  }

}

const significant = (text) => (text.match(/[\p{L}\p{N}+]/gu) ?? []).length;

/** A field whose value the engine keeps to itself. */
const isSecret = (node) => node.field.secretLength !== undefined;

/** `secure_input`: dots, a button that shows them, and no copy of what was typed. */
class SecureView extends TextView {
  constructor(node, screen) {
    super(node, screen);
    this.control.type = "password";
    this.control.spellcheck = false;
    if (!node.props.autocapitalize) this.control.autocapitalize = "off";
    if (node.props.canReveal === false) return;
    this.button = make("button", "reveal", { type: "button", "aria-controls": this.control.id });
    this.button.addEventListener("click", () => this.reveal(this.control.type === "password"));
    this.button.disabled = this.control.disabled;
    this.control.after(this.button);
    this.reveal(false);
  }

  reveal(isShown) {
    if (!this.button) return;
    this.control.type = isShown ? "text" : "password";
    const words = this.screen.words;
    setAttribute(this.button, "aria-label", isShown ? words.hideSecret : words.showSecret);
    this.button.replaceChildren(icon(isShown ? "eye-off" : "eye"));
  }

  reword() {
    super.reword();
    this.reveal(this.control.type === "text");
  }

  setDisabled(isDisabled) {
    super.setDisabled(isDisabled);
    if (this.button) this.button.disabled = isDisabled;
  }

  forget() {
    super.forget();
    this.reveal(false);
  }
}

/** `dropdown`: the system's own list. Values stay in the engine; an option is its number here. */
export class DropdownView extends FieldView {
  constructor(node, screen) {
    const element = frame();
    const control = make("select");
    element.lastChild.append(control, icon("chevron"));
    super(node, screen, element, control);
    this.drawOptions(node);
    this.drawValue(node, null);
  }

  get madeFrom() {
    return ["searchable", "multiple"];
  }

  update(node, old) {
    if (!sameOptions(node.field.options, old.field.options)
      || node.props.placeholder !== old.props.placeholder) this.drawOptions(node);
    super.update(node, old);
  }

  drawOptions({ props, field }) {
    const none = make("option", "", { value: "-1" }, props.placeholder ?? "");
    // Nothing chosen is a choice only while the field may stay empty.
    none.hidden = field.isRequired;
    this.control.replaceChildren(none, ...(field.options ?? []).map((option, index) =>
      make("option", "", { value: String(index), disabled: option.isEnabled === false },
        option.label)));
  }

  drawValue({ field }) {
    const chosen = String(field.selected?.[0] ?? -1);
    if (this.control.value !== chosen) this.control.value = chosen;
    this.control.classList.toggle("empty", chosen === "-1");
  }

  edit() {
    const chosen = Number(this.control.value);
    return { choose: { key: this.node.field.key, options: chosen < 0 ? [] : [chosen] } };
  }
}

const sameOptions = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** `radio_group`: a fieldset with a legend; several choices when the document allows them. */
export class ChoicesView extends FieldView {
  constructor(node, screen) {
    const isMultiple = node.field.isMultiple === true || node.type === "checkbox";
    const legend = make("legend", "label", { id: uniqueID() });
    const element = make("fieldset", "field choices",
      { role: isMultiple ? "group" : "radiogroup", "aria-labelledby": legend.id }, legend);
    super(node, screen, element, element);
    this.holder = make("div", "choices-list");
    this.isMultiple = isMultiple;
    this.name = uniqueID();
    legend.after(this.holder);
    this.holder.classList.toggle("vertical", node.props.layout === "vertical");
    this.drawOptions(node);
    this.drawValue(node, null);
  }

  get marksOptional() {
    return false;
  }

  get madeFrom() {
    return ["layout", "multiple"];
  }

  update(node, old) {
    if (!sameOptions(node.field.options, old.field.options)) this.drawOptions(node);
    super.update(node, old);
  }

  drawOptions({ field }) {
    const options = field.options ?? [];
    if (options.length && this.inputs?.length === options.length) {
      // Other words or another state of the same number of choices: the controls, and with them
      // the focus, stay.
      this.inputs.forEach((input, index) => {
        input.disabled = options[index].isEnabled === false;
        setText(input.nextSibling, options[index].label);
      });
      return;
    }
    const type = this.isMultiple ? "checkbox" : "radio";
    this.inputs = (field.options ?? []).map((option, index) => {
      const isDisabled = option.isEnabled === false;
      return make("input", "", { type, name: this.name, value: index, disabled: isDisabled });
    });
    this.holder.replaceChildren(...this.inputs.map((input, index) =>
      make("label", "choice", {}, input,
        make("span", "choice-label", {}, field.options[index].label))));
  }

  drawValue({ field }) {
    const chosen = field.selected ?? [];
    this.inputs.forEach((input, index) => (input.checked = chosen.includes(index)));
  }

  edit() {
    const options = this.inputs.flatMap((input, index) => (input.checked ? [index] : []));
    return { choose: { key: this.node.field.key, options } };
  }

  setDisabled(isDisabled) {
    this.element.disabled = isDisabled;
    this.element.classList.toggle("disabled", isDisabled);
  }
}

/** `checkbox` and `toggle_switch`: one yes or no beside its label. */
class CheckView extends FieldView {
  constructor(node, screen) {
    const isSwitch = node.type === "toggle_switch";
    const control = make("input", "", { type: "checkbox", role: isSwitch ? "switch" : null });
    const element = make("div", `field ${isSwitch ? "switch" : "check"}`, {},
      make("label", "choice", {}, control, make("span", "choice-label label")));
    super(node, screen, element, control);
    this.drawValue(node);
  }

  get marksOptional() {
    return false;
  }

  drawValue({ field }) {
    this.control.checked = field.isOn === true;
  }

  edit() {
    return { check: { key: this.node.field.key, isOn: this.control.checked } };
  }
}

/** A checkbox with options is a group of them. */
const checkbox = (node, screen) => node.field.options
  ? new ChoicesView(node, screen) : new CheckView(node, screen);

/** A text that is a secret is drawn as one, whatever its type. */
const text = (node, screen) => isSecret(node) && node.type === "text_input"
  ? new SecureView(node, screen) : new TextView(node, screen);

/** A list of which several may be chosen is drawn as boxes to tick, open to see. */
const dropdown = (node, screen) =>
  node.field.isMultiple ? new ChoicesView(node, screen) : new DropdownView(node, screen);

export const fieldViews = {
  dropdown,
  text_input: text,
  text_area: text,
  number_input: text,
  money_input: text,
  date_input: text,
  secure_input: (node, screen) => new SecureView(node, screen),
  radio_group: (node, screen) => new ChoicesView(node, screen),
  checkbox,
  toggle_switch: (node, screen) => new CheckView(node, screen),
};
