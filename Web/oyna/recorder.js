// Records what the engine of a screen is told, as lines of `oyna replay` (Docs/Web.md). Secrets have
// no way in: of a secret only its length is recorded. Loaded when a page asks for a recording.

/** Events of the shell whose name differs from replay's, and those that are written the same. */
const NAMES = { custom: "event", snackbarAction: "snackbar", clear: "clearSensitiveData" };
const SAME = [
  "focus", "blur", "tap", "choose", "rows", "networkError", "network", "lifecycle", "advance", "day",
  "undo", "redo", "translated",
];

/** An event of the shell as `oyna replay` writes it. */
export function replayed(event) {
  const [[name, value]] = Object.entries(event);
  switch (name) {
    case "input": return { input: { key: value.key, value: value.text } };
    case "check": return { input: { key: value.key, value: value.isOn } };
    case "file": return { input: value };
    default: return SAME.includes(name) ? event : NAMES[name] && { [NAMES[name]]: value };
  }
}

/** JSON without new lines: in its texts none stands, and between them they are but space. */
const oneLine = (json) => json.replace(/[\r\n]+/g, " ");

function isJSON(text) {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

/** The screens of an element that were opened since the recording began, in order. */
export class Recording {
  /** `document` is the screen as text, `lines` its events; both are what `oyna replay` reads. */
  screens = [];

  /** A session that records what it is told. */
  watch(session, bytes) {
    const screen = { document: new TextDecoder().decode(bytes), lines: [] };
    this.screens.push(screen);
    const note = (event) => event && screen.lines.push(JSON.stringify(event));
    const recorded = {
      send: (event) => {
        note(replayed(event));
        return session.send(event);
      },
      translate: (document) => {
        screen.lines.push(`{"translated":${oneLine(document)}}`);
        return session.translate(document);
      },
      sendSecret: (key, read) => session.sendSecret(key, () => {
        const text = read();
        note({ input: { key, value: "•".repeat([...text].length) } });
        return text;
      }),
      sendResponse: (request, status, headers, body) => {
        const text = new TextDecoder().decode(body);
        const answer = JSON.stringify({ request, status, headers: Object.fromEntries(headers) });
        // As it came: read and written by JavaScript, a large number would be another one.
        const json = isJSON(text) ? oneLine(text) : JSON.stringify(text);
        screen.lines.push(`{"response":${answer.slice(0, -1)},"body":${json}}}`);
        return session.sendResponse(request, status, headers, body);
      },
    };
    // All else is the session's own, which keeps its state private: its methods run on itself.
    return new Proxy(session, {
      get(target, name) {
        if (Object.hasOwn(recorded, name)) return recorded[name];
        const member = target[name];
        return typeof member === "function" && name !== "deliver" ? member.bind(target) : member;
      },
      set: (target, name, value) => Reflect.set(target, name, value),
    });
  }
}
