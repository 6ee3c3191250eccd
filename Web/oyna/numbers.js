// Inputs with a shape of their own: a number by steps, a slider, a one-time code.

import { make, setAttribute, setText, template } from "./dom.js";
import { FieldView, TextView } from "./fields.js";
import { icon } from "./icons.js";

const frame = template(`<div class="field"><label class="label"></label>
  <div class="stepper"><input type="text" inputmode="decimal" role="spinbutton"></div></div>`);

/** `text` plus `by` times `step`, exactly: digits are shifted to whole numbers and back. */
export function stepped(text, step, by) {
  const digits = (number) => (number.split(".")[1] ?? "").length;
  const places = Math.max(digits(text), digits(step));
  const whole = (number) => {
    const [units, fraction = ""] = number.split(".");
    return BigInt(units + fraction.padEnd(places, "0"));
  };
  const sum = String(whole(text) + whole(step) * BigInt(by));
  if (!places) return sum;
  const isNegative = sum.startsWith("-");
  const padded = sum.slice(isNegative ? 1 : 0).padStart(places + 1, "0");
  return `${isNegative ? "-" : ""}${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

/** `stepper`: a number that two buttons raise and lower; it can be typed too. */
class StepperView extends FieldView {
  constructor(node, screen) {
    const element = frame();
    const control = element.lastChild.firstChild;
    super(node, screen, element, control);
    this.less = this.button("minus", -1);
    this.more = this.button("plus", 1);
    control.before(this.less);
    control.after(this.more);
    control.addEventListener("keydown", (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (by) {
        event.preventDefault();
        this.step(by);
      }
    });
    this.drawValue(node);
  }

  /** The buttons are for a pointer: a keyboard has the arrows, so they take no stop of Tab. */
  button(name, by) {
    const button = make("button", "step-button", { type: "button", tabindex: "-1" }, icon(name));
    setAttribute(button, "aria-label", by < 0 ? this.screen.words.less : this.screen.words.more);
    button.addEventListener("click", () => this.step(by));
    return button;
  }

  reword() {
    super.reword();
    this.less.setAttribute("aria-label", this.screen.words.less);
    this.more.setAttribute("aria-label", this.screen.words.more);
  }

  step(by) {
    const { props, field } = this.node;
    const now = /^-?\d+(\.\d+)?$/.test(this.control.value) ? this.control.value : null;
    const next = now === null
      ? String(props.min ?? 0) : stepped(now, String(props.step ?? 1), by);
    if (Number(next) < (props.min ?? -Infinity) || Number(next) > (props.max ?? Infinity)) return;
    this.screen.send({ input: { key: field.key, text: next } });
  }

  drawValue({ props, field }) {
    const text = field.text ?? "";
    if (this.control.value !== text) this.control.value = text;
    setAttribute(this.control, "aria-valuenow", text || null);
    setAttribute(this.control, "aria-valuemin", props.min);
    setAttribute(this.control, "aria-valuemax", props.max);
    if (!this.less) return;
    this.less.disabled = text !== "" && Number(text) <= (props.min ?? -Infinity);
    this.more.disabled = text !== "" && Number(text) >= (props.max ?? Infinity);
  }

  edit() {
    return { input: { key: this.node.field.key, text: this.control.value } };
  }
}

/** `slider`: the platform's range, with its value beside the label. */
class SliderView extends FieldView {
  constructor(node, screen) {
    const { props } = node;
    const control = make("input", "", {
      type: "range", min: props.min ?? 0, max: props.max ?? 100, step: props.step ?? 1,
    });
    const output = make("output", "slider-value", { "aria-hidden": "true" });
    const element = make("div", "field slider", {},
      make("div", "slider-head", {}, make("label", "label"), output), control);
    super(node, screen, element, control);
    this.output = props.showValue === false ? null : output;
    this.drawValue(node);
  }

  get madeFrom() {
    return ["min", "max", "step", "showValue"];
  }

  drawValue({ props, field }) {
    const text = field.text ?? "";
    // Nothing chosen: the thumb rests at the start, and no number is shown that nobody chose.
    const wanted = text === "" ? this.control.min : text;
    if (this.control.value !== wanted) this.control.value = wanted;
    if (!this.output) return;
    const shown = text === "" ? "–" : [props.prefix, text, props.suffix].filter(Boolean).join(" ");
    setText(this.output, shown);
    setAttribute(this.control, "aria-valuetext", shown);
  }

  edit() {
    return { input: { key: this.node.field.key, text: this.control.value } };
  }
}

/** `otp_input`: one field, so that the system's suggestion from a message fills it whole. */
class CodeView extends TextView {
  constructor(node, screen) {
    super(node, screen);
    this.element.classList.add("code");
    this.control.inputMode = "numeric";
    this.control.autocomplete = "one-time-code";
    this.control.style.setProperty("--length", node.props.length ?? 6);
  }

  /** A code that is pasted or suggested may have spaces and words around it. */
  edit() {
    const digits = this.control.value.replace(/\D/g, "").slice(0, this.node.props.length ?? 6);
    if (digits !== this.control.value) this.control.value = digits;
    return super.edit();
  }
}

export const numberViews = {
  stepper: (node, screen) => new StepperView(node, screen),
  slider: (node, screen) => new SliderView(node, screen),
  otp_input: (node, screen) => new CodeView(node, screen),
};
