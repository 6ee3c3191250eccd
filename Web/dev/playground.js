// The playground: a document, the live screen in a frame, and what happens inside, at any moment.
//
// State and effects are what `oyna replay` prints for the frame's journal of events, so a secret is
// dots here as everywhere: the frame keeps only its length.

import CodeMirror from "codemirror/lib/codemirror";
import "codemirror/mode/javascript/javascript";
import "codemirror/addon/edit/matchbrackets";
import "codemirror/addon/edit/closebrackets";
import "codemirror/addon/lint/lint";
import "codemirror/addon/hint/show-hint";
import "codemirror/addon/fold/foldcode";
import "codemirror/addon/fold/foldgutter";
import "codemirror/addon/fold/brace-fold";
import "codemirror/addon/selection/active-line";
import { completions } from "./completion.js";
import { contextAt, readTree } from "./json-tree.js";
import { pack, unpack } from "./link.js";
import { Replayer } from "./replayer.js";

const $ = (id) => document.getElementById(id);
const here = (path) => new URL(path, import.meta.url);
const frame = $("frame");

const STARTER = {
  oyna: "1", id: "hello", title: "Salom",
  body: {
    id: "form", type: "form", children: [
      { type: "text", props: { text: "Salom, {{ name == '' ? 'dunyo' : name }}!", style: "title" } },
      {
        id: "name", type: "text_input", props: { label: "Ismingiz", placeholder: "Zuhra" },
        validations: [
          { rule: "required", errorMessage: "Ismingizni kiriting" },
          { rule: "minLength", value: 2, errorMessage: "Kamida 2 harf" }],
      },
      {
        id: "phone", type: "text_input",
        props: { label: "Telefon", keyboardType: "phonePad", mask: "phone" },
        validations: [{ rule: "phone", region: "UZ", errorMessage: "Raqam noto‘g‘ri" }],
      },
      { id: "courier", type: "toggle_switch", props: { label: "Kuryer kerak" } },
      {
        id: "address", type: "text_area", props: { label: "Manzil", rows: 2 }, visibleWhen: "courier",
        validations: [{ rule: "required", errorMessage: "Manzilni kiriting" }],
      },
      { id: "pin", type: "secure_input", props: { label: "PIN-kod" } },
      {
        id: "send", type: "button", props: { label: "Yuborish", style: "primary" },
        on: { tap: { type: "submit", url: "/api/hello", on: {
          success: { type: "snackbar", message: "Yuborildi" } } } },
      }],
  },
};

const settings = {
  language: "uz", scheme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
  theme: "", textSize: "100", network: "server", device: "phone", isRightToLeft: false,
};
let lines = []; // every event that happened, newest last
let moment = 0; // how many of them are shown
let states = [];
let findings = [];
let source = null; // the screen of this server that the text came from: {id, text}
let schema = null;
let replayer = null;
let shown = ""; // the document in the frame

// MARK: the editor

const editor = CodeMirror($("code"), {
  mode: { name: "javascript", json: true }, lineNumbers: true, tabSize: 2, matchBrackets: true,
  autoCloseBrackets: true, styleActiveLine: true, foldGutter: true, lineWrapping: true,
  gutters: ["CodeMirror-lint-markers", "CodeMirror-linenumbers", "CodeMirror-foldgutter"],
  lint: { getAnnotations: () => findings.map(annotation), tooltips: true, lintOnChange: false },
  extraKeys: {
    "Ctrl-Space": complete, "Cmd-Space": complete,
    Tab: (each) => (each.somethingSelected() ? each.indentSelection("add") : each.replaceSelection("  ")),
    Esc: () => $("format").focus(), // a way out for the keyboard: Tab writes spaces
  },
});
editor.getInputField().setAttribute("aria-label", "Screen document");
editor.on("inputRead", (_, change) => {
  if (/["a-z_]$/i.test(change.text.join("")) && !editor.state.completionActive) complete();
});
editor.on("change", debounced(120, () => update()));

function complete() {
  if (!schema) return;
  editor.showHint({ completeSingle: false, hint: hints });
}

function hints() {
  const text = editor.getValue();
  const offset = editor.indexFromPos(editor.getCursor());
  const context = contextAt(readTree(text), offset);
  const token = context.token ?? { start: wordStart(text, offset), end: offset };
  const typed = text.slice(token.start, offset).replaceAll('"', "").toLowerCase();
  const list = completions(schema, context)
    .filter((each) => each.text.replaceAll('"', "").toLowerCase().includes(typed))
    .sort((one, other) => rank(one, typed) - rank(other, typed))
    .map((each) => ({ displayText: each.text.replace(/^"|"$/g, ""), text: written(each, text, token) }));
  return { list, from: editor.posFromIndex(token.start), to: editor.posFromIndex(token.end) };
}

const rank = ({ text }, typed) =>
  text.replaceAll('"', "").toLowerCase().startsWith(typed) ? 0 : 1;

function wordStart(text, offset) {
  let start = offset;
  while (start > 0 && /[\w.]/.test(text[start - 1])) start -= 1;
  return start;
}

function written({ text, isKey }, document, token) {
  if (!isKey) return text;
  const hasColon = /^\s*:/.test(document.slice(token.end));
  return JSON.stringify(text) + (hasColon ? "" : ": ");
}

function annotation({ severity, message, correction, line = 1, column = 1 }) {
  const text = editor.getLine(line - 1) ?? "";
  // Columns count code points.
  const start = [...text].slice(0, column - 1).join("").length;
  const rest = text.slice(start);
  const length = (/^"(?:[^"\\]|\\.)*"/.exec(rest) ?? /^[\w.+-]+/.exec(rest) ?? [" "])[0].length;
  return {
    severity, message: message + (correction ? `\n→ ${correction}` : ""),
    from: CodeMirror.Pos(line - 1, start), to: CodeMirror.Pos(line - 1, start + length),
  };
}

function drawProblems() {
  editor.performLint();
  const list = findings.map((finding) => {
    const { severity, message, correction, line, column } = finding;
    const button = make("button", "problem", { type: "button", "data-severity": severity },
      make("span", "place", {}, line ? `${line}:${column}` : "–"),
      make("span", "text", {}, message),
      correction ? make("span", "fix", {}, `→ ${correction}`) : null);
    button.addEventListener("click", () => {
      const { from } = annotation(finding);
      editor.focus();
      editor.setCursor(from);
      editor.scrollIntoView(from, 80);
    });
    return button;
  });
  $("problems").replaceChildren(...(list.length ? list : [make("p", "", {}, "No findings.")]));
}

let asking = 0;
async function lint(text) {
  const asked = ++asking;
  const [opening] = replayer.states(text, []);
  let found = opening.error ? [{ severity: "error", ...opening.error }] : [];
  try {
    const response = await fetch("/playground/lint", {
      method: "POST", body: text, headers: { "Content-Type": "application/json" } });
    if (response.ok) ({ findings: found } = await response.json());
  } catch { /* a page without a server: the engine's first error is all there is */ }
  if (asked !== asking) return;
  findings = found;
  drawProblems();
}

// MARK: the screen

/** The text with what the switches say: the engine knows no other way to be told. */
function dressed(text) {
  let screen;
  try {
    screen = JSON.parse(text);
  } catch {
    return text; // the engine says what is wrong with it
  }
  if (!screen || typeof screen !== "object" || Array.isArray(screen)) return text;
  if (source?.text !== text) screen.language = settings.language;
  if (settings.isRightToLeft) screen.direction = "rtl";
  return JSON.stringify(screen);
}

/** The screen of the server in the language of the switch; only while its text is not edited. */
async function localised(text) {
  if (!source || source.text !== text) return text;
  source.languages[settings.language] ??= await fetch(source.url, {
    headers: { "Accept-Language": settings.language } }).then((response) => response.text());
  return source.languages[settings.language];
}

/** Shows the text at a moment; an unusable text leaves the last good screen where it is. */
async function update(count = null) {
  const text = editor.getValue();
  lint(text);
  const usable = await localised(text);
  const next = usable === text || source?.text !== text ? dressed(text) : dressedLanguage(usable);
  if (replayer.states(next, [])[0].error) return;
  if (next === shown && count === null) return;
  shown = next;
  moment = count ?? lines.length;
  await frame.contentWindow.oynaFrame.show(shown, moment);
  inspect();
}

function dressedLanguage(text) {
  if (!settings.isRightToLeft) return text;
  return JSON.stringify({ ...JSON.parse(text), direction: "rtl" });
}

/** Goes to a moment: the engine is told the first events again, and nobody else anything. */
async function travel(count) {
  moment = Math.min(Math.max(count, 0), lines.length);
  await frame.contentWindow.oynaFrame.show(shown, moment);
  inspect();
}

// MARK: inside

const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000)
  .toISOString().slice(0, 10);

function inspect() {
  // The first line says which day it is, and is no event of the person's.
  const [opening, first, ...rest] = replayer.states(
    shown, [JSON.stringify({ day: today() }), ...lines]);
  states = opening.error ? [] : [first ?? opening, ...rest];
  drawState();
  drawEvents();
  drawEffects();
  const slider = $("moment");
  slider.max = lines.length;
  slider.value = moment;
  slider.style.setProperty("--at", lines.length ? moment / lines.length : 1);
  $("moment-text").textContent = `${moment} / ${lines.length}`;
  const isPast = moment < lines.length;
  $("first").disabled = $("back").disabled = moment === 0;
  $("last").disabled = $("forward").disabled = !isPast;
  document.querySelector(".time").toggleAttribute("data-past", isPast);
}

/** The state after the last event that was one: a line that did not fit changes nothing. */
function stateAt(count) {
  for (let index = count; index >= 0; index -= 1) {
    if (states[index] && !states[index].error) return states[index];
  }
  return null;
}

function drawState() {
  const state = stateAt(moment);
  if (!state) return void $("state").replaceChildren(make("p", "empty", {}, "No screen."));
  const before = moment ? stateAt(moment - 1) : null;
  const errors = { ...state.errors };
  const rows = Object.entries(state.values).map(([key, value]) => {
    const text = JSON.stringify(value);
    const isChanged = before && JSON.stringify(before.values[key]) !== text;
    const row = make("div", "row", isChanged ? { "data-changed": "" } : {},
      make("span", "key", {}, key, state.focus === key ? make("span", "tag", {}, " ◂ focus") : ""),
      make("span", "value", {}, text));
    if (errors[key]) row.append(make("span", "error", {}, errors[key]));
    delete errors[key];
    return row;
  });
  const others = Object.entries(errors).map(([key, message]) => make("div", "row", {},
    make("span", "key", {}, key), make("span", "error", {}, message)));
  const notes = [
    state.submitting && "submitting", state.hidden.length && `hidden: ${state.hidden.join(", ")}`,
    state.disabled.length && `disabled: ${state.disabled.join(", ")}`,
  ].filter(Boolean).map((text) => make("p", "empty", {}, text));
  $("state").replaceChildren(...rows, ...others, ...notes);
  $("state-note").textContent = `${state.evaluated} evaluated`;
}

function label(line) {
  const [[name, value]] = Object.entries(JSON.parse(line));
  const rest = value === true ? "" : typeof value === "string" ? value
    : value && "key" in value && "value" in value ? `${value.key} = ${JSON.stringify(value.value)}`
      : JSON.stringify(value);
  return [make("b", "", {}, name), ` ${rest.length > 160 ? `${rest.slice(0, 160)}…` : rest}`];
}

function drawEvents() {
  const items = lines.map((line, index) => {
    const button = make("button", "event", { type: "button" },
      make("i", "", {}, String(index + 1)), ...label(line));
    button.addEventListener("click", () => travel(index + 1));
    const item = make("li", "", {}, button);
    item.toggleAttribute("data-now", index + 1 === moment);
    item.toggleAttribute("data-later", index + 1 > moment);
    return item;
  });
  $("events").replaceChildren(...(items.length ? items
    : [make("li", "empty", {}, "Type into the screen: each event appears here.")]));
  $("events").querySelector("[data-now]")?.scrollIntoView({ block: "nearest" });
}

function drawEffects() {
  const items = states.slice(0, moment + 1).flatMap((state, index) => (state?.effects ?? [])
    .map((effect) => {
      const [[name, value]] = Object.entries(effect);
      const text = JSON.stringify(value);
      return make("li", "effect", {}, make("i", "", {}, String(index)), make("b", "", {}, name),
        ` ${text.length > 600 ? `${text.slice(0, 600)}…` : text}`);
    }));
  $("effects").replaceChildren(...(items.length ? items
    : [make("li", "empty", {}, "Requests, messages and focus that the engine asks for.")]));
  $("effects").lastElementChild.scrollIntoView({ block: "nearest" });
}

frame.addEventListener("oyna-journal", ({ detail }) => {
  ({ lines, count: moment } = detail);
  inspect();
});

// MARK: the switches

function look() {
  frame.contentWindow.oynaFrame.setLook({
    language: settings.language, scheme: settings.scheme, textSize: settings.textSize,
    theme: settings.theme,
  });
  $("device-frame").dataset.device = settings.device;
}

function bindSwitches() {
  for (const name of ["language", "scheme"]) {
    for (const input of document.querySelectorAll(`input[name="${name}"]`)) {
      input.checked = input.value === settings[name];
      input.addEventListener("change", () => {
        settings[name] = input.value;
        look();
        if (name === "language") update(moment);
      });
    }
  }
  for (const [id, name] of [["theme", "theme"], ["text-size", "textSize"], ["device", "device"]]) {
    $(id).value = settings[name];
    $(id).addEventListener("change", () => {
      settings[name] = $(id).value;
      look();
    });
  }
  $("network").value = settings.network;
  $("network").addEventListener("change", () => {
    settings.network = $("network").value;
    frame.contentWindow.oynaFrame.setNetwork(settings.network);
  });
  $("direction").checked = settings.isRightToLeft;
  $("direction").addEventListener("change", () => {
    settings.isRightToLeft = $("direction").checked;
    update(moment);
  });
  $("moment").addEventListener("input", () => travel(Number($("moment").value)));
  $("first").addEventListener("click", () => travel(0));
  $("back").addEventListener("click", () => travel(moment - 1));
  $("forward").addEventListener("click", () => travel(moment + 1));
  $("last").addEventListener("click", () => travel(lines.length));
  $("clear").addEventListener("click", startAnew);
  $("format").addEventListener("click", () => {
    try {
      editor.setValue(JSON.stringify(JSON.parse(editor.getValue()), null, 2));
    } catch { /* the problem is shown already */ }
  });
  $("link").addEventListener("click", copyLink);
}

function startAnew() {
  lines = [];
  frame.contentWindow.oynaFrame.forget();
  return travel(0);
}

/** The document and the switches, never what was typed. */
async function copyLink() {
  const { device, ...rest } = settings;
  const fragment = await pack({ document: editor.getValue(), settings: rest });
  history.replaceState(null, "", `#${fragment}`);
  const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  toast(isCopied ? "The link is copied: the screen is in it, and nowhere else."
    : "The link is in the address bar.");
}

let toastTimer;
function toast(text) {
  $("toast").textContent = text;
  $("toast").classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => $("toast").classList.remove("shown"), 3000);
}

// MARK: examples

async function listExamples() {
  const list = $("examples");
  list.append(make("option", "", { value: "" }, "Hello"));
  try {
    const { screens } = await fetch("/screens").then((response) => response.json());
    for (const { id, title } of screens) {
      list.append(make("option", "", { value: `/screens/${id}` }, title || id));
    }
  } catch {
    // A page without a server: the network answers by itself.
    $("network").querySelector("[value=server]").remove();
    if (settings.network === "server") settings.network = "answer";
  }
  list.addEventListener("change", () => openExample(list.value));
}

async function openExample(url) {
  if (!url) {
    source = null;
    return openText(JSON.stringify(STARTER, null, 2));
  }
  const wanted = { "Accept-Language": settings.language };
  const text = await fetch(url, { headers: wanted }).then((response) => response.text());
  const pretty = JSON.stringify(JSON.parse(text), null, 2);
  source = { url, text: pretty, languages: { [settings.language]: text } };
  return openText(pretty);
}

async function openText(text) {
  lines = [];
  frame.contentWindow.oynaFrame.forget();
  shown = "";
  editor.setValue(text);
  editor.clearHistory();
  await update();
}

// MARK: the beginning

function make(name, className, attributes = {}, ...content) {
  const element = document.createElement(name);
  if (className) element.className = className;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content.filter((each) => each !== null));
  return element;
}

function debounced(milliseconds, run) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, milliseconds);
  };
}

async function begin() {
  const isReady = new Promise((resolve) => frame.addEventListener("oyna-ready", resolve, { once: true }));
  frame.src = here("frame.html");
  const linked = location.hash.length > 1 ? await unpack(location.hash.slice(1)) : null;
  if (linked?.settings) {
    for (const name of Object.keys(settings)) {
      if (typeof linked.settings[name] === typeof settings[name]) settings[name] = linked.settings[name];
    }
  }
  [replayer] = await Promise.all([Replayer.load(here("replay.wasm")), isReady]);
  await listExamples();
  bindSwitches();
  look();
  frame.contentWindow.oynaFrame.setNetwork(settings.network);
  await openText(typeof linked?.document === "string" ? linked.document : JSON.stringify(STARTER, null, 2));
  document.body.dataset.ready = "";
  schema = await fetch("/playground/schema.json")
    .then((response) => (response.ok ? response : fetch(here("schema.json"))))
    .then((response) => response.json())
    .catch(() => null);
}

begin();
