// What a person does in plain forms: the functions that run here are those that every page loads
// first (Scripts/profile_web.py). Nothing is checked here; the tests do that.

import { Engine } from "/engine.js";

const context = { language: "uz", today: "2026-11-30", seed: ["1", "2", "3", "4"] };
const encode = (document) => new TextEncoder().encode(JSON.stringify(document));

/**
 * One rule each of what a text is asked most, and fields that another one shows. `count` fields more
 * fill the engine's tables: it has ways of its own for few and for many, and for what collides.
 */
const textForm = (count, many = Array.from({ length: count }, (_, place) => `f${place}`)) => ({
  oyna: "1", id: "texts", title: "Texts with \"quotes\", \n and ʻ",
  state: { delivery: "pickup", ...Object.fromEntries(many.map((key) => [key, "AB1234567"])) },
  body: {
    id: "form", type: "form",
    children: [
      ...many.map((key) => field(key, "^[A-Z]{2}[0-9]{7}$", 9)),
      field("delivery", "^(pickup|courier)$", 6),
      field("name", "^[A-Za-z][A-Za-z' -]{1,49}$", 2),
      field("passport", "^[A-Z]{2}[0-9]{7}$", 9),
      field("mail", "^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}$", 6),
      field("born", "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$", 10),
      ...["phone", "house", "flat"].map((key) => (
        { ...field(key, "^\\+998[0-9]{9}$", 13), visibleWhen: 'delivery == "courier"' })),
    ],
  },
});

function field(key, pattern, minLength) {
  return {
    id: `${key}_field`, type: "text_input", about: unknown(key), props: { label: key, stateKey: key },
    validations: [
      { rule: "required", errorMessage: "Required" },
      { rule: "minLength", value: minLength, errorMessage: "Too short" },
      { rule: "regex", pattern, errorMessage: "Wrong format" },
    ],
  };
}

/** Members that the format does not know, of so many names that some collide in a small table. */
const unknown = (key) => Object.fromEntries(
  Array.from({ length: 15 }, (_, place) => [`${key} ${place * 7}`, [place, -1.5e3, null, true]]));

/** Types a text letter by letter, as a keyboard does, and leaves the field. */
function type(session, key, text) {
  session.send({ focus: key });
  for (let end = 1; end <= text.length; end++) {
    session.send({ input: { key, text: text.slice(0, end) } });
  }
  session.send({ blur: key });
}

async function texts(engine, count) {
  const limits = { bytes: 1 << 26, components: 20_000 };
  const session = await engine.open({ ...context, language: "en", limits }, encode(textForm(count)));
  session.start();
  for (const network of ["offline", "online"]) session.send({ network });
  for (const lifecycle of ["background", "foreground"]) session.send({ lifecycle });
  // More edits than the engine keeps to be undone.
  for (let count = 0; count < 120; count++) {
    for (const delivery of ["pick", "pickup", "courier"]) {
      session.send({ focus: "delivery" });
      session.send({ input: { key: "delivery", text: delivery } });
      session.send({ blur: "delivery" });
    }
  }
  const typed = { name: "Zuhra", passport: "AB1234567", mail: "a.b@example.com", born: "2000-12-31",
    phone: "+998901234567" };
  for (const [key, text] of Object.entries(typed)) {
    type(session, key, "7!");
    type(session, key, text);
    session.send({ input: { key, text: "" } });
    session.send({ blur: key });
  }
  session.close();
}

async function start(engine) {
  const document = await (await fetch("/screens/start.json")).bytes();
  const session = await engine.open(context, document);
  session.start();
  session.send({ day: "2026-11-30" });
  session.send({ tap: "loan_card_button" });
  session.close();
}

async function failures(engine) {
  for (const reason of ["offline", "timeout", 404, 500]) {
    const session = await engine.openFailure(context, reason);
    session.start();
    session.send({ tap: "oyna_retry" });
    session.close();
  }
}

/** Runs all steps; answers with the profile that the instrumented module kept. */
export async function record(url) {
  let exports;
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...parts) => {
    const instance = await instantiate(...parts);
    ({ exports } = instance);
    return instance;
  };
  const engine = await Engine.load(url);
  for (const count of [0, 6, 10, 20, 40, 100, 1200]) await texts(engine, count);
  for (const steps of [start, failures]) await steps(engine);
  const size = exports.__write_profile(0, 0);
  const place = exports.oyna_input_buffer(size);
  exports.__write_profile(place, size);
  return [...new Uint8Array(exports.memory.buffer, place, size)];
}
