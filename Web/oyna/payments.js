// `payment_methods`: the ways to pay as a group of radio buttons. Which one is chosen is the
// engine's to know.

import { make, setText, uniqueID } from "./dom.js";
import { icon } from "./icons.js";

const style = fetch(new URL("../payments.css", import.meta.url))
  .then((response) => response.text())
  .then((text) => new CSSStyleSheet().replace(text));

const ICONS = {
  payme: "wallet", card: "card", click: "phone", applepay: "shield", installment: "calendar",
};

class PaymentMethodsView {
  constructor(node, screen) {
    this.screen = screen;
    this.legend = make("legend", "label");
    this.list = make("div", "methods");
    this.element = make("fieldset", "payment-methods", {}, this.legend, this.list);
    this.name = uniqueID();
    this.inputs = new Map();
    this.update(node);
    style.then((sheet) => {
      const { adoptedStyleSheets } = this.element.getRootNode();
      if (adoptedStyleSheets && !adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
    });
  }

  update(node) {
    this.node = node;
    setText(this.legend, node.props.label ?? "");
    const methods = node.props.methods ?? [];
    const names = methods.map(({ value }) => value).join(" ");
    if (names !== this.names) {
      this.names = names;
      this.inputs.clear();
      this.list.replaceChildren(...methods.map((method) => this.make(method)));
    }
    for (const { value, label, hint, selected } of methods) {
      const input = this.inputs.get(value);
      input.checked = selected;
      const [title, note] = input.parentElement.querySelector(".method-text").children;
      setText(title, label);
      setText(note, hint ?? "");
    }
  }

  make({ value }) {
    const input = make("input", "", { type: "radio", name: this.name, value });
    input.addEventListener("change", () => {
      this.screen.send({ custom: { id: this.node.id, name: value } });
    });
    this.inputs.set(value, input);
    const text = make("span", "method-text", {}, make("strong"), make("small"));
    return make("label", "method", {}, input, icon(ICONS[value] ?? "card"), text);
  }
}

export const paymentViews = {
  payment_methods: (node, screen) => new PaymentMethodsView(node, screen),
};
