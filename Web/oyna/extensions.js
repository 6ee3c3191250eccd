// What a page adds to the format: components as custom elements, actions, formats of computed text.
// Loaded when a page adds something.

/** A component of the page that holds a value: the screen's own label, hint and error around it. */
const elementField = ({ FieldView, make }) => class ElementField extends FieldView {
  constructor(tag, node, screen) {
    const control = document.createElement(tag);
    const label = make("span", "label");
    super(node, screen, make("div", "field extension", {}, label, control), control);
    label.id = `${control.id}-label`;
    if (!control.hasAttribute("aria-label")) control.setAttribute("aria-labelledby", label.id);
    control.addEventListener("oyna-change", (event) => {
      event.stopPropagation();
      const { key } = this.node.field;
      screen.isEdited = true;
      screen.send({ input: { key, text: String(event.detail ?? "") } });
    });
    control.addEventListener("oyna-event", ({ detail }) =>
      screen.send({ custom: { id: this.node.id, name: String(detail) } }));
    this.drawValue(node);
  }

  drawValue(node) {
    const { control } = this;
    control.props = node.props;
    control.value = node.field.text ?? "";
    control.hasError = Boolean(node.field.error);
  }

  setDisabled(isDisabled) {
    super.setDisabled(isDisabled);
    this.control.setAttribute("aria-disabled", String(isDisabled));
  }
};

/** A component of the page without a value; its children, if any, are slotted into it. */
const elementView = ({ ContentView }) => class ElementView extends ContentView {
  constructor(tag, node, screen) {
    const element = document.createElement(tag);
    super(node, screen, element, element);
    element.addEventListener("oyna-event", ({ detail }) =>
      screen.send({ custom: { id: this.node.id, name: String(detail) } }));
  }

  draw({ props }) {
    this.element.props = props;
  }
};

export class Extensions {
  /** What the engine and `oyna lint` are told. */
  schema = { components: {}, actions: {}, formats: [] };
  actions = new Map();
  #formats = new Map();
  #kit;

  /** `kit` is what they need of the shell, which imports this module late. */
  constructor(kit) {
    this.#kit = kit;
    this.ElementField = elementField(kit);
    this.ElementView = elementView(kit);
  }

  /**
   * `components`: type → `{like, props, events, element}`, where `element` is the name of a custom
   * element; `actions`: name → `{members, run(members, screen)}`; `formats`: name → `(text, language)
   * => text`.
   */
  add({ components = {}, actions = {}, formats = {} }) {
    for (const [type, { element, like = "vstack", props = {}, events = [] }] of
      Object.entries(components)) {
      this.schema.components[type] = { like, props, events };
      this.#kit.addViews({
        [type]: (node, screen) => node.field
          ? new this.ElementField(element, node, screen) : new this.ElementView(element, node, screen),
      });
    }
    for (const [name, { members = {}, run }] of Object.entries(actions)) {
      this.schema.actions[name] = members;
      this.actions.set(name, run);
    }
    for (const [name, write] of Object.entries(formats)) {
      if (!this.#formats.has(name)) this.schema.formats.push(name);
      this.#formats.set(name, write);
    }
    this.#kit.writeFormats((name, text) => this.#write(name, text));
  }

  /** A format that fails leaves the value as it is. */
  #write(name, text) {
    try {
      return String(this.#formats.get(name)(text, document.documentElement.lang));
    } catch (error) {
      console.error(error);
      return text;
    }
  }
}
