// The page that the keystroke bench measures (`--ours-page`): its form as a screen document.

import { Engine } from "./oyna.js";

const element = document.querySelector("oyna-screen");
const limits = { bytes: 1 << 26, components: 20_000 };
const context = { language: "en", today: "2026-11-30", seed: ["1", "2", "3", "4"], limits };

/** The form of the bench in our format: the same rules, the same condition. */
function screen(form) {
  return {
    oyna: "1", id: "bench", title: "Bench",
    state: Object.fromEntries(form.fields.filter((f) => !f.when).map((f) => [f.name, f.valid])),
    body: {
      id: "form", type: "form",
      children: form.fields.map((f) => ({
        id: `${f.name}_field`, type: "text_input",
        props: { label: f.label, stateKey: f.name },
        validations: [
          { rule: "required", errorMessage: "Required" },
          { rule: "minLength", value: f.minLength, errorMessage: "Too short" },
          { rule: "regex", pattern: f.pattern, errorMessage: "Wrong format" },
        ],
        ...(f.when ? { visibleWhen: `${f.when.field} == "${f.when.equals}"` } : {}),
      })),
    },
  };
}

let model = null;

window.peer = {
  mount: (form) => element.open(screen(form), { limits }),
  input: (name) => element.control(name),
  shown: (name) => element.control(name)?.getAttribute("aria-invalid") === "true",
  // An error is shown when a person leaves the field, so the events of coming and leaving are told.
  type(control, value) {
    control.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    setNative(control, value);
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  },
  // The engine alone: an event in, a message with the changes out, nothing drawn.
  engine: (name, value) => model.send({ input: { key: name, text: value } }).invalid,
};

const script = document.createElement("script");
script.src = "/measure.js";
// Opening may wait, `engine` may not: its screen is opened as soon as the page is ready.
script.onload = () => window.ready.then(async () => {
  const engine = await Engine.load(new URL("oyna.wasm", import.meta.url).href);
  const bytes = new TextEncoder().encode(JSON.stringify(screen(window.form)));
  model = await engine.open(context, bytes);
  model.start();
});
document.body.append(script);
