// The cart and the bar that undoes: drawn from what the engine says, word for word.

import { ContentView } from "./content.js";
import { make, setAttribute, setText, uniqueID, wear } from "./dom.js";
import { FieldView } from "./fields.js";
import { icon } from "./icons.js";

/** `cart`: lines with their quantity, a promo code, totals. It decides nothing and adds nothing. */
class CartView extends FieldView {
  constructor(node, screen) {
    const legend = make("legend", "label visually-hidden", { id: uniqueID() });
    const element = make("fieldset", "field cart",
      { role: "group", "aria-labelledby": legend.id, tabindex: "-1" }, legend);
    super(node, screen, element, element);
    this.empty = make("p", "cart-empty");
    this.lines = make("ul", "cart-lines");
    this.totals = make("dl", "cart-totals");
    this.promo = this.makePromo(node.props.labels);
    legend.after(this.empty, this.lines, this.promo ?? "", this.totals);
    this.rows = new Map(); // product → its line
    this.drawValue(node);
    wear("cart.css", element);
  }

  get marksOptional() {
    return false;
  }

  setDisabled(isDisabled) {
    this.element.disabled = isDisabled;
    this.element.classList.toggle("disabled", isDisabled);
  }

  send(change) {
    this.screen.send({ cart: { key: this.node.field.key, ...change } });
  }

  drawValue({ props }) {
    const lines = props.lines ?? [];
    this.element.classList.toggle("read-only", props.readOnly === true);
    setText(this.empty, props.emptyText ?? "");
    this.empty.hidden = lines.length > 0;
    this.totals.hidden = lines.length === 0;
    // Before the line goes: the field is not left, and what it would say then is not in between.
    this.lostFocus(lines)?.();
    for (const [product, row] of this.rows) {
      if (lines.some((line) => line.product === product)) continue;
      row.element.remove();
      this.rows.delete(product);
    }
    lines.forEach((line, place) => {
      const row = this.rows.get(line.product) ?? this.makeRow(line, props.labels);
      this.rows.set(line.product, row);
      this.drawRow(row, line);
      const before = this.lines.children[place];
      if (before !== row.element) this.lines.insertBefore(row.element, before ?? null);
    });
    this.totals.replaceChildren(...(props.totals ?? []).map(({ label, amount }) =>
      make("div", "", {}, make("dt", "", {}, label), make("dd", "", {}, amount))));
    this.drawPromo(props, lines.length > 0);
  }

  /** Where the focus goes when the line that has it leaves: to the next line, else to the cart. */
  lostFocus(lines) {
    const active = this.element.getRootNode().activeElement;
    const kept = [...this.rows].map(([product, row]) => ({ product, row }));
    const index = kept.findIndex(({ row }) => row.element.contains(active));
    if (index < 0 || lines.some((line) => line.product === kept[index].product)) return null;
    const next = [...kept.slice(index + 1), ...kept.slice(0, index).reverse()]
      .find(({ product }) => lines.some((line) => line.product === product));
    return () => (next?.row.remove ?? this.element).focus({ preventScroll: true });
  }

  makeRow({ product, title, quantity }, labels) {
    const row = { quantity };
    const words = this.screen.words;
    const button = (name, label, className, act) => {
      const made = make("button", className, { type: "button", "aria-label": label }, icon(name));
      made.addEventListener("click", () => {
        if (made.getAttribute("aria-disabled") !== "true") act();
      });
      return made;
    };
    const step = (by) => () => this.send({ product, quantity: row.quantity + by });
    row.title = make("strong");
    row.price = make("span", "caption");
    row.note = make("span", "cart-note");
    row.count = make("output", "cart-count", { "aria-label": `${labels?.quantity}: ${title}` });
    row.less = button("minus", `${words.less}: ${title}`, "step-button", step(-1));
    row.more = button("plus", `${words.more}: ${title}`, "step-button", step(1));
    row.total = make("span", "cart-total");
    row.remove = button("trash", `${words.remove}: ${title}`, "reveal",
      () => this.send({ product, quantity: 0 }));
    row.element = make("li", "cart-line", {},
      make("div", "cart-name", {}, row.title, row.price, row.note),
      make("div", "cart-steps", {}, row.less, row.count, row.more), row.total, row.remove);
    return row;
  }

  drawRow(row, line) {
    row.quantity = line.quantity;
    setText(row.title, line.title);
    setText(row.price, line.unitPrice);
    setText(row.note, line.note ?? "");
    row.note.hidden = !line.note;
    setText(row.count, String(line.quantity));
    setText(row.total, line.total);
    // Not `disabled`: a button that is pressed down to 1 keeps the focus.
    setAttribute(row.less, "aria-disabled", line.quantity <= 1 ? "true" : null);
    setAttribute(row.more, "aria-disabled", line.canAdd ? null : "true");
  }

  makePromo(labels) {
    if (!labels?.promoCode) return null;
    const id = uniqueID();
    this.code = make("input", "", {
      id, type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    });
    this.apply = make("button", "button", { type: "button" }, labels.apply);
    this.applied = make("p", "cart-code", { hidden: true }, icon("check"), make("strong"));
    this.forgetCode = make("button", "reveal",
      { type: "button", "aria-label": `${this.screen.words.remove}: ${labels.promoCode}` },
      icon("close"));
    this.applied.append(this.forgetCode);
    const send = () => {
      if (this.code.value.trim()) this.send({ promoCode: this.code.value });
    };
    this.code.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault(); // Enter would order.
      event.stopPropagation();
      send();
    });
    this.apply.addEventListener("click", send);
    this.forgetCode.addEventListener("click", () => {
      this.send({ promoCode: null });
      this.code.focus();
    });
    this.typed = make("div", "cart-code-field", {},
      make("label", "label", { for: id }, labels.promoCode),
      make("div", "cart-code-row", {}, make("div", "control", {}, this.code), this.apply));
    return make("div", "cart-promo", {}, this.typed, this.applied);
  }

  drawPromo({ promoCode, promoProblem }, hasLines) {
    if (!this.promo) return;
    const wasApplied = !this.applied.hidden;
    const hadFocus = this.promo.contains(this.element.getRootNode().activeElement);
    this.promo.hidden = !hasLines && !promoCode;
    this.typed.hidden = Boolean(promoCode);
    this.applied.hidden = !promoCode;
    setText(this.applied.querySelector("strong"), promoCode ?? "");
    if (promoCode) this.code.value = "";
    if (promoCode && !wasApplied && hadFocus) this.forgetCode.focus();
    this.problem?.remove();
    this.problem = promoProblem
      ? make("p", "note error", { id: uniqueID() }, icon("alert"),
        make("span", "", {}, promoProblem)) : null;
    if (this.problem) this.typed.append(this.problem);
    this.typed.classList.toggle("invalid", Boolean(this.problem));
    setAttribute(this.code, "aria-invalid", this.problem ? "true" : null);
    setAttribute(this.code, "aria-describedby", this.problem?.id);
  }
}

/** `undo_bar`: what can be taken back and what can be repeated, by name. */
class UndoBarView extends ContentView {
  constructor(node, screen) {
    super(node, screen, make("div", "undo-bar", { role: "group" }));
    wear("cart.css", this.element);
  }

  draw(node) {
    this.buttons ??= ["undo", "redo"].map((name) => this.makeButton(node, name));
    for (const { name, button, label, title } of this.buttons) {
      const text = node.props[name];
      setText(label, node.props[`${name}Label`] ?? "");
      setText(title, text ?? "");
      setAttribute(button, "aria-disabled", text && node.isEnabled !== false ? null : "true");
      setAttribute(button, "aria-label",
        text ? `${label.textContent}: ${text}` : label.textContent);
      setAttribute(button, "title", text);
    }
    if (!node.accessibility?.label) {
      setAttribute(this.element, "aria-label",
        `${node.props.undoLabel ?? ""} / ${node.props.redoLabel ?? ""}`);
    }
  }

  makeButton({ id }, name) {
    const label = make("span", "undo-label");
    const title = make("span", "undo-title");
    const button = make("button", `undo-button ${name}`,
      { type: "button", "aria-keyshortcuts": name === "undo" ? "Control+Z" : "Control+Shift+Z" },
      icon(name), make("span", "undo-text", {}, label, title));
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") this.screen.send({ custom: { id, name } });
    });
    this.element.append(button);
    return { name, button, label, title };
  }
}

export const cartViews = {
  cart: (node, screen) => new CartView(node, screen),
  undo_bar: (node, screen) => new UndoBarView(node, screen),
};
