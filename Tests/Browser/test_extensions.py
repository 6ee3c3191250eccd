"""What a page adds: a component as a custom element, an action, a format; linted by one schema."""

import json
import subprocess

from test_element import TWO, host
from world import ROOT

ADDED = """async () => {
  const { extend } = await import('/oyna.js');
  class Rating extends HTMLElement {
    #value = 0;
    constructor() {
      super();
      this.attachShadow({ mode: 'open' });
    }
    set props({ stars = 5 }) {
      this.setAttribute('role', 'slider');
      this.setAttribute('aria-valuemin', '0');
      this.setAttribute('aria-valuemax', String(stars));
      this.tabIndex = 0;
      this.stars = stars;
      this.draw();
    }
    set value(text) { this.#value = Number(text) || 0; this.draw(); }
    connectedCallback() {
      this.addEventListener('keydown', ({ key }) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
        if (step) this.tell(this.#value + step);
      });
    }
    tell(value) { this.dispatchEvent(new CustomEvent('oyna-change', { detail: value })); }
    draw() {
      this.setAttribute('aria-valuenow', String(this.#value));
      this.shadowRoot.textContent = '★'.repeat(this.#value) + '☆'.repeat(this.stars - this.#value);
    }
  }
  customElements.define('x-rating', Rating);
  window.thrown = [];
  await extend({
    components: { rating: { like: 'number_input', props: { stars: 'int' }, element: 'x-rating' } },
    actions: { confetti: { members: { count: 'any' }, run: (members) => window.thrown.push(members) } },
    formats: { stars: (text, language) => '★'.repeat(Number(text)) + ' (' + language + ')' },
  });
}"""

DOCUMENT = {
    "oyna": "1", "id": "x", "title": "x", "body": {"type": "form", "children": [
        {"id": "mark", "type": "rating", "requires": {"rating": "1"},
         "props": {"label": "Baho", "stars": 3, "stateKey": "mark"},
         "validations": [{"rule": "min", "value": 2, "errorMessage": "Kamida ikki"},
                         {"rule": "required", "errorMessage": "Baholang"}]},
        {"id": "said", "type": "text", "props": {"text": "Siz: {{ mark | stars }}"},
         "visibleWhen": "mark != null"},
        {"id": "go", "type": "button", "props": {"label": "Yuborish", "style": "primary"},
         "on": {"tap": [{"type": "validate"}, {"type": "confetti", "count": "{{ mark }}"}]}}]}}


def test_a_component_an_action_and_a_format_of_the_page(world):
    page, _ = host(world, TWO)
    page.locator("#one").get_by_label("F.I.Sh.").wait_for()
    page.evaluate(ADDED)
    page.evaluate("document => window.one.open(document)", DOCUMENT)
    one = page.locator("#one")
    rating = one.get_by_role("slider", name="Baho")
    rating.wait_for()
    one.get_by_role("button", name="Yuborish").click()
    one.locator(".error").get_by_text("Baholang").wait_for()
    assert rating.get_attribute("aria-invalid") == "true"
    rating.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    one.get_by_text("Siz: ★★ (uz)").wait_for()
    assert rating.get_attribute("aria-valuenow") == "2"
    one.get_by_role("button", name="Yuborish").click()
    assert page.evaluate("thrown")[-1] == {"count": 2}, page.evaluate("thrown")
    world.shoot(page, "extension")


def test_a_page_without_them_draws_what_it_can(world):
    page, _ = host(world, TWO)
    page.locator("#one").get_by_label("F.I.Sh.").wait_for()
    page.evaluate("document => window.one.open(document)", DOCUMENT)
    page.locator("#one").get_by_role("button", name="Yuborish").wait_for()
    assert page.locator("#one").get_by_role("slider").count() == 0


def test_lint_knows_what_a_schema_adds(world):
    folder = world.server.folder
    schema = {"components": {"rating": {"like": "number_input", "props": {"stars": "int"}}},
              "actions": {"confetti": {"count": "any"}}, "formats": ["stars"]}
    for name, value in (("screen", DOCUMENT), ("schema", schema)):
        with open(f"{folder}/{name}.json", "w", encoding="utf-8") as file:
            json.dump(value, file)

    def lint(*arguments):
        return subprocess.run([ROOT / ".build/release/oyna", "lint", *arguments],
                              capture_output=True, text=True, check=False)

    plain = lint(f"{folder}/screen.json")
    assert plain.returncode == 1 and "unknown" in plain.stdout, plain
    known = lint(f"{folder}/screen.json", "--extensions", f"{folder}/schema.json")
    assert (known.returncode, known.stdout) == (0, ""), known
