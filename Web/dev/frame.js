// The live screen of the playground, in a frame of its own: the real shell and the real engine. What
// the engine is told is kept as a journal, so that any moment of it can be shown again: the engine
// gives the same state for the same events. Of a secret only its length is kept.

import { network } from "./network.js";
import "../oyna.js";
import { replayed } from "../oyna/recorder.js";

const screen = document.querySelector("oyna-screen");
const bullets = (text) => "•".repeat([...text].length);

let journal = []; // {line, apply(session)}
let count = 0; // how many of them the screen has seen; those after it are the future
let isTravelling = false;
let openings = 0;

function tell() {
  const { frameElement, parent } = window;
  frameElement?.dispatchEvent(new parent.CustomEvent("oyna-journal", {
    detail: { lines: journal.map(({ line }) => line), count, requests: network.requests },
  }));
}

/** What happens by itself, such as another tab coming to the front, does not take the future away. */
const isIncidental = (line) => "lifecycle" in line || "day" in line || "network" in line;

/** Something new follows what is shown, and takes the place of what came after it. */
function note(line, apply, opening) {
  if (!line || isTravelling || opening !== openings) return;
  if (count < journal.length && isIncidental(line)) return;
  journal = [...journal.slice(0, count), { line: JSON.stringify(line), apply }];
  count = journal.length;
  // After the engine has answered, and everything that the answer made the shell do.
  queueMicrotask(tell);
}

/** Everything that the journal holds, as one message: changes of all, effects of none. */
function travel(session, first) {
  const message = { ...first, effects: [] };
  for (const { apply } of journal.slice(0, count)) {
    const next = apply(session);
    if (!next) continue;
    message.changes = message.changes.concat(next.changes);
    message.invalid = next.invalid;
    if (next.summary !== undefined) message.summary = next.summary;
    // What it does to the person's focus and their network happened then.
    message.effects = next.effects.filter(({ banner }) => banner);
  }
  return message;
}

/** A session that keeps the journal; only the document under edit has one. */
function watch(session, bytes) {
  if (new TextDecoder().decode(bytes) !== network.document) return session;
  // A screen that gives way to another has nothing to add: its last word is that focus left it.
  const opening = openings;
  const own = {
    start() {
      const message = travel(session, session.start());
      isTravelling = false;
      tell();
      return message;
    },
    send(event) {
      note(replayed(event), (other) => other.send(event), opening);
      return session.send(event);
    },
    sendSecret: (key, read) => session.sendSecret(key, () => {
      const text = read();
      const dots = bullets(text);
      note(
        { input: { key, value: dots } }, (other) => other.sendSecret(key, () => dots), opening);
      return text;
    }),
    sendResponse(request, status, headers, body) {
      const text = new TextDecoder().decode(body);
      const copy = body.slice?.() ?? body;
      let value = text;
      try {
        value = JSON.parse(text);
      } catch { /* a body that is no JSON stands as text */ }
      const line = { request, status, headers: Object.fromEntries(headers), body: value };
      note(
        { response: line }, (other) => other.sendResponse(request, status, headers, copy), opening);
      return session.sendResponse(request, status, headers, body);
    },
  };
  return new Proxy(session, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return own[name];
      const member = target[name];
      return typeof member === "function" && name !== "deliver" ? member.bind(target) : member;
    },
    set: (target, name, value) => Reflect.set(target, name, value),
  });
}

const recording = screen.record().then((each) => (each.watch = watch));

window.oynaFrame = {
  /** Shows a document after the first `count` events of the journal; all of them by default. */
  async show(text, moment = journal.length) {
    await recording;
    count = moment;
    network.document = text;
    isTravelling = true;
    openings += 1;
    screen.setAttribute("src", `/screens/playground?${openings}`);
  },
  forget() {
    journal = [];
    count = 0;
  },
  setNetwork(mode) {
    network.go(mode);
  },
  setLook({ language, scheme, textSize, theme }) {
    const root = document.documentElement;
    root.lang = language;
    root.dataset.theme = scheme;
    screen.dataset.theme = scheme;
    root.style.fontSize = `${textSize}%`;
    if (theme) screen.setAttribute("theme", theme);
    else screen.removeAttribute("theme");
  },
};
window.frameElement?.dispatchEvent(new window.parent.CustomEvent("oyna-ready"));
