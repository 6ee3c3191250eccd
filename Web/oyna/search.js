// A dropdown with `searchable`: a text field that narrows its list (WAI-ARIA combobox).

import { make, setAttribute, uniqueID, wear } from "./dom.js";
import { FieldView } from "./fields.js";
import { icon } from "./icons.js";

/** What is compared: letters without marks, every apostrophe alike or none. */
const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f'’‘ʻʼ`]/g, "").toLowerCase();

class SearchView extends FieldView {
  constructor(node, screen) {
    const control = make("input", "", {
      type: "text", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false",
      autocomplete: "off", spellcheck: "false",
    });
    const list = make("ul", "options", { role: "listbox", id: uniqueID(), hidden: true });
    const element = make("div", "field search", {}, make("label", "label"),
      make("div", "control", {}, control, icon("chevron"), list));
    super(node, screen, element, control);
    Object.assign(this, { list, active: -1, places: [] });
    this.label.id = uniqueID();
    control.setAttribute("aria-controls", list.id);
    list.setAttribute("aria-labelledby", this.label.id);
    control.addEventListener("keydown", (event) => this.key(event));
    control.addEventListener("click", () => this.open(""));
    control.addEventListener("blur", () => this.leave());
    // The field keeps its focus while an option is pressed.
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const item = event.target.closest("[role=option]");
      if (item) this.choose(this.places[[...list.children].indexOf(item)]);
    });
    this.draw(node);
    wear("inputs.css", element);
  }

  get madeFrom() {
    return ["searchable", "multiple"];
  }

  update(node, old) {
    super.update(node, old);
    this.draw(node);
  }

  draw({ props, field }) {
    this.options = field.options ?? [];
    this.selected = field.selected?.[0] ?? -1;
    this.control.placeholder = props.placeholder ?? "";
    if (this.list.hidden) this.control.value = this.options[this.selected]?.label ?? "";
    else this.narrow(this.query);
  }

  /** What is typed narrows the list; it is no value. */
  edit() {
    this.open(this.control.value);
    return null;
  }

  open(query) {
    this.list.hidden = false;
    setAttribute(this.control, "aria-expanded", "true");
    this.narrow(query);
    if (!query) this.control.select();
  }

  narrow(query) {
    this.query = query;
    const wanted = plain(query);
    this.places = this.options.map((_, place) => place)
      .filter((place) => plain(this.options[place].label).includes(wanted));
    const items = this.places.map((place) => {
      const { label, isEnabled } = this.options[place];
      return make("li", "option", {
        role: "option", id: uniqueID(), "aria-selected": String(place === this.selected),
        "aria-disabled": isEnabled === false ? "true" : null,
      }, label);
    });
    const none = make("li", "option none", { role: "option", "aria-disabled": "true" },
      this.screen.words.nothingFound);
    this.list.replaceChildren(...(items.length ? items : [none]));
    this.point(query ? 0 : this.places.indexOf(this.selected));
  }

  /** Moves to an option without choosing it. */
  point(place) {
    this.active = this.places.length ? Math.min(place, this.places.length - 1) : -1;
    [...this.list.children].forEach((item, at) =>
      item.classList.toggle("active", at === this.active));
    const item = this.list.children[this.active];
    setAttribute(this.control, "aria-activedescendant", this.active < 0 ? null : item.id);
    if (this.active >= 0) item.scrollIntoView({ block: "nearest" });
  }

  key(event) {
    const isOpen = !this.list.hidden;
    const last = this.places.length - 1;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp": {
        event.preventDefault();
        if (!isOpen) return this.open("");
        const by = event.key === "ArrowDown" ? 1 : -1;
        return this.point(this.active < 0 ? (by > 0 ? 0 : last)
          : (this.active + by + last + 1) % (last + 1));
      }
      case "Enter":
        if (!isOpen) return;
        event.preventDefault();
        return this.choose(this.places[this.active]);
      case "Escape":
        if (!isOpen) return;
        event.stopPropagation();
        return this.close();
    }
  }

  choose(place) {
    if (place === undefined || this.options[place]?.isEnabled === false) return;
    this.close();
    this.send([place]);
    this.control.value = this.options[place]?.label ?? "";
  }

  send(options) {
    this.screen.send({ choose: { key: this.node.field.key, options } });
  }

  /** A name that was typed whole is a choice; nothing typed is none; anything else is forgotten. */
  leave() {
    if (this.list.hidden) return;
    const typed = plain(this.control.value);
    const place = this.options.findIndex(({ label }) => plain(label) === typed);
    this.close();
    if (place >= 0 && place !== this.selected) this.choose(place);
    else if (!typed && this.selected >= 0) this.send([]);
  }

  close() {
    this.list.hidden = true;
    setAttribute(this.control, "aria-expanded", "false");
    setAttribute(this.control, "aria-activedescendant", null);
    this.control.value = this.options[this.selected]?.label ?? "";
  }
}

export const searchViews = { searchable: (node, screen) => new SearchView(node, screen) };
