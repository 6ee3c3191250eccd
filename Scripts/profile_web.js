// What people do in plain forms: what runs here is what every page loads first
// (Scripts/profile_web.py). Nothing is checked here; the tests do that.

import { Engine } from "/engine.js";

const RECORD = 16; // where shrink_wasm.py notes what ran
const context = { language: "uz", today: "2026-11-30", seed: ["1", "2", "3", "4"] };
const limits = { bytes: 1 << 26, components: 20_000 };
const encode = (document) => new TextEncoder().encode(JSON.stringify(document));

// MARK: forms of text fields

/**
 * One rule each of what a text is asked most, and fields that another one shows. `count` fields more
 * fill the engine's tables: it has ways of its own for few and for many, and for what collides.
 */
const textForm = (count, text, many = Array.from({ length: count }, (_, place) => `f${place}`)) => ({
  oyna: "1", id: "texts", title: text,
  state: { delivery: "pickup", ...Object.fromEntries(
    many.filter((_, place) => place % 5 !== 4).map((key) => [key, "AB1234567"])) },
  body: {
    id: "form", type: "form",
    children: [
      { ...field("about", "^.{3,}$", 3), props: { label: text, hint: text, stateKey: "about" } },
      { id: text, type: "text_input", props: { label: text, placeholder: text, stateKey: "other" },
        validations: [{ rule: "required", errorMessage: text }] },
      ...many.map((key, place) => field(key, "^[A-Z]{2}[0-9]{7}$", 9, place % 5 === 4)),
      field("delivery", "^(pickup|courier)$", 6),
      field("name", "^[A-Za-z][A-Za-z' -]{1,49}$", 2),
      field("passport", "^[A-Z]{2}[0-9]{7}$", 9),
      field("pin", "^[1-6][0-9]{13}$", 14),
      field("mail", "^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}$", 6),
      field("born", "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$", 10),
      ...["phone", "house", "flat"].map((key) => field(key, "^\\+998[0-9]{9}$", 13, true)),
    ],
  },
});

function field(key, pattern, minLength, isForCourier = false) {
  return {
    id: `${key}_field`, type: "text_input", about: unknown(key), props: { label: key, stateKey: key },
    ...isForCourier ? { visibleWhen: 'delivery == "courier"' } : {},
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

/** Short and long, of letters of one byte and of more, and with what JSON has to escape. */
const LINES = [
  "Ism", "A line that is longer than a register", "Исм", "Ғайратнинг исми, шарифи ва фамилияси",
  "Texts with \"quotes\", \n, \u0001 and ʻ", "ʻ\"",
];

const TEXTS = [
  "7!", "Zuhra", "AB1234567", "31204876543210", "a.b@example.com", "2000-12-31", "+998901234567",
  "Ғайрат", "8000000", "Toshkent shahri, Amir Temur ko‘chasi, 1-uy, 2-xonadon", "",
];

/** Types a text letter by letter, as a keyboard does, and leaves the field. */
function type(session, key, text) {
  session.send({ focus: key });
  for (let end = 1; end <= text.length; end++) {
    session.send({ input: { key, text: text.slice(0, end) } });
  }
  session.send({ input: { key, text } });
  session.send({ blur: key });
}

function surroundings(session) {
  for (const network of ["offline", "online"]) session.send({ network });
  for (const lifecycle of ["background", "foreground"]) session.send({ lifecycle });
  session.send({ day: "2026-11-30" });
}

async function texts(engine, count, line) {
  const session = await engine.open({ ...context, language: "en", limits }, encode(textForm(count, line)));
  session.start();
  surroundings(session);
  // More edits than the engine keeps to be undone.
  for (let round = 0; round < 40; round++) {
    for (const delivery of ["pick", "pickup", "courier"]) type(session, "delivery", delivery);
  }
  for (const key of ["name", "passport", "pin", "mail", "born", "phone", "about", "other", "f0", "f7"]) {
    for (const text of TEXTS) type(session, key, text);
  }
  session.close();
}

// MARK: a form as most are: inputs of every common kind, and a button that submits

const options = [{ value: "pickup", label: "Pick up" }, { value: "courier", label: "Courier" }];
const required = { rule: "required", errorMessage: "Required" };
const plainForm = {
  oyna: "1", id: "plain", title: "Plain", state: { delivery: "pickup", insurance: true },
  body: {
    id: "form", type: "form",
    children: [
      { id: "heading", type: "text", props: { text: "Plain", style: "title" } },
      { id: "intro", type: "text", props: { text: "A form.", style: "body" } },
      { id: "person", type: "section", props: { title: "You" }, children: [
        { id: "name_field", type: "text_input",
          props: { label: "Name", placeholder: "Zuhra", hint: "As in the passport", stateKey: "name",
            autocomplete: "name", autocapitalize: "words" },
          validations: [required, { rule: "minLength", value: 5, errorMessage: "Short" },
            { rule: "maxLength", value: 100, errorMessage: "Long" }] },
        { ...field("user_phone", "^\\+998[0-9]{9}$", 13) },
        { id: "passport_field", type: "secure_input",
          props: { label: "Passport", stateKey: "passport", atRest: "encrypted", autocomplete: "off" },
          validations: [required, { rule: "regex", pattern: "[A-Z]{2}[0-9]{7}", errorMessage: "Wrong" }] },
      ] },
      { id: "mail", type: "text_input",
        props: { label: "Mail", keyboardType: "email" },
        validations: [{ rule: "email", errorMessage: "Wrong" }] },
      { id: "phone", type: "text_input",
        props: { label: "Phone", keyboardType: "phonePad", mask: "phone" },
        validations: [required, { rule: "phone", region: "UZ", errorMessage: "Wrong" }] },
      { id: "income", type: "money_input", props: { label: "Income" },
        validations: [required, { rule: "min", value: 100000000, errorMessage: "Little" }] },
      { id: "age", type: "number_input", props: { label: "Age" },
        validations: [{ rule: "min", value: 18, errorMessage: "Young" },
          { rule: "max", value: 99, errorMessage: "Old" }] },
      { id: "comment", type: "text_area", props: { label: "Comment", rows: 3 },
        validations: [{ rule: "maxLength", value: 20, errorMessage: "Long" }] },
      { id: "purpose_field", type: "dropdown",
        props: { label: "Purpose", placeholder: "Choose", stateKey: "purpose", options },
        validations: [required] },
      { id: "delivery_field", type: "radio_group",
        props: { label: "Delivery", stateKey: "delivery", options }, validations: [required] },
      { id: "address_field", type: "text_input", props: { label: "Address", stateKey: "address" },
        validations: [{ rule: "dependent_validation", dependsOn: "delivery", equals: "courier",
          rules: [required, { rule: "minLength", value: 10, errorMessage: "Short" }] }] },
      { id: "insurance_field", type: "toggle_switch", props: { label: "Insure", stateKey: "insurance" } },
      { id: "consent_field", type: "checkbox", props: { label: "I agree", stateKey: "consent" },
        validations: [required] },
      { id: "submit", type: "button", props: { label: "Send", style: "primary" },
        on: { tap: { type: "submit", method: "POST", url: "/api/v1/plain" } } },
      { id: "note", type: "text", props: { text: "Secure.", style: "caption" } },
    ],
  },
};

const nodes = (node) => [node, ...(node.children ?? []).flatMap(nodes)];

/** Fills whatever fields a screen has, wrongly and then rightly. */
function fill(session, shown) {
  for (const { field, type: kind } of shown) {
    if (!field) continue;
    const { key } = field;
    if (field.secretLength !== undefined) {
      for (const text of ["", "AB", "AB1234567"]) {
        session.send({ focus: key });
        session.sendSecret(key, () => text);
        session.send({ blur: key });
      }
    } else if (/dropdown|radio|choice|segment/.test(kind)) {
      for (const place of [0, 1]) session.send({ choose: { key, options: [place] } });
    } else if (/checkbox|toggle/.test(kind)) {
      for (const isOn of [false, true]) session.send({ check: { key, isOn } });
    } else {
      for (const text of ["7!", ...RIGHT[key] ?? ["Karimova Zuhra"]]) type(session, key, text);
    }
  }
}

const RIGHT = {
  user_phone: ["+998901234567"], address: ["Toshkent, Amir Temur ko‘chasi, 1-uy"],
  mail: ["zuhra@", "zuhra.karimova@example.uz"],
  phone: ["901234567", "+998 90 123 45 67", "998901234567", "+7 901 234-56-78", "99890"],
  income: ["1", "8000000", "1 250 000,50", "999999999999"], age: ["5", "33", "-1,5", ""],
  comment: ["Фойдали изоҳ", "Uzun izoh, yigirma harfdan ortiq"], name: ["Зуҳра Каримова", "Karimova Zuhra"],
};

/** Opens a screen, tries to submit it empty and filled, and gets one of the `answers`. */
async function screen(engine, document, answer) {
  const session = await engine.open(context, document);
  const shown = session.start().changes.flatMap(({ screen }) => screen ? nodes(screen.root) : []);
  surroundings(session);
  const taps = shown.filter((node) => node.events?.includes("tap"));
  for (const { id } of taps) session.send({ tap: id });
  fill(session, shown);
  for (const { id } of taps) {
    for (const { request } of session.send({ tap: id }).effects) {
      if (!request) continue;
      if (request.hasBody) await session.withBody(request.id, async (bytes) => bytes.slice());
      session.send({ advance: 1000 });
      await answer(session, request.id);
    }
  }
  session.close();
}

const load = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
const headers = [["content-type", "application/json"]];
const answers = {
  success: async (session, id) => session.sendResponse(
    id, 200, headers, await load("/screens/loan_success.json")),
  refusal: async (session, id) => session.sendResponse(
    id, 422, headers, encode({ message: "No", errors: { user_phone: "Taken" } })),
  failure: async (session, id) => session.sendResponse(id, 503, headers, encode({})),
  offline: async (session, id) => session.send({ networkError: { request: id, kind: "offline" } }),
};

async function failures(engine) {
  for (const reason of ["offline", "timeout", 404, 500]) {
    const session = await engine.openFailure(context, reason);
    session.start();
    surroundings(session);
    session.send({ tap: "oyna_retry" });
    session.close();
  }
}

/** Runs all steps; answers with what the instrumented module noted. */
export async function record(url, size) {
  let exports;
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...parts) => {
    const instance = await instantiate(...parts);
    ({ exports } = instance);
    return instance;
  };
  const engine = await Engine.load(url);
  await engine.complete(); // so that all runs in one instance
  exports.oyna_interface_version(); // `load` has asked the instance of before
  for (const line of LINES) await texts(engine, 2, line);
  for (const count of [0, 6, 10, 20, 40, 100, 1200]) await texts(engine, count, LINES[0]);
  await failures(engine);
  for (const language of ["en", "ru", "uz"]) {
    context.language = language;
    await screen(engine, await load("/screens/start.json"));
    // A server says what language a document is in.
    for (const answer of Object.values(answers)) {
      await screen(engine, encode({ ...plainForm, language }), answer);
    }
  }
  return [...new Uint8Array(exports.memory.buffer, RECORD, size)];
}
