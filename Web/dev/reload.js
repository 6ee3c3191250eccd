// What `oyna serve --reload` adds to its pages: a saved screen is shown at once with what was typed,
// and an error in a file lies over the page until it is mended. No other server has it.

const FEED = "/dev/reload";
const GONE = 1000; // milliseconds until a server that has gone is asked for again

const STYLE = `
:host { all: initial; color-scheme: light dark; }
.sheet {
  position: fixed; inset: 0; z-index: 2147483647; overflow: auto; box-sizing: border-box;
  padding: max(24px, 6vh) 16px; background: light-dark(rgb(24 28 32 / .62), rgb(0 0 0 / .68));
  font: 16px/1.5 system-ui, sans-serif; color: light-dark(#1a1f24, #eceff1);
}
.panel {
  max-width: 760px; margin: 0 auto; background: light-dark(#fff, #1d2226); border-radius: 14px;
  box-shadow: 0 20px 60px rgb(0 0 0 / .35); overflow: hidden;
  border-top: 5px solid light-dark(#c62828, #ff6b61);
}
h2 { margin: 0; padding: 18px 24px 0; font-size: 19px; line-height: 1.35; }
.lead { margin: 4px 0 0; padding: 0 24px 16px; color: light-dark(#5a646d, #9aa5ad); font-size: 14px; }
article { padding: 16px 24px 20px; border-top: 1px solid light-dark(#e3e7ea, #333b41); }
.place { font: 600 14px/1.4 ui-monospace, monospace; overflow-wrap: anywhere;
  color: light-dark(#a31f1f, #ff8f87); }
.message { margin: 6px 0 0; overflow-wrap: anywhere; }
pre { margin: 12px 0 0; padding: 12px 14px; overflow-x: auto; border-radius: 8px;
  background: light-dark(#f4f6f7, #14181b); font: 13px/1.6 ui-monospace, monospace; }
.number { color: light-dark(#7b868e, #7f8b93); user-select: none; }
.mark { background: light-dark(#ffd9d6, #6b211d); border-radius: 2px;
  outline: 1px solid light-dark(#c62828, #ff6b61); }
.correction { margin: 12px 0 0; padding: 8px 14px; border-radius: 8px; overflow-wrap: anywhere;
  background: light-dark(#e7f4ea, #17301d); }
.correction b { color: light-dark(#1b6e32, #7bd692); }
.path { margin: 8px 0 0; font: 12px/1.4 ui-monospace, monospace; overflow-wrap: anywhere;
  color: light-dark(#5a646d, #9aa5ad); }
`;

/** An element with this class and content; text never becomes markup. */
function make(name, className, ...content) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...content.filter((each) => each !== null));
  return element;
}

/** The line of the file, around the column when it is long, with its place marked. */
function excerpt({ text, line, column }) {
  const scalars = [...text];
  const from = Math.max(0, column - 50);
  const shown = scalars.slice(from, from + 110);
  const at = column - 1 - from;
  // The mark covers the word or text that stands there.
  let end = at + 1;
  const isWord = (scalar) => scalar !== undefined && /[\p{L}\p{N}_]/u.test(scalar);
  if (shown[at] === '"' && shown.includes('"', end)) end = shown.indexOf('"', end) + 1;
  else if (isWord(shown[at])) while (isWord(shown[end])) end += 1;
  return make("pre", "",
    make("span", "number", `${line} │ `), from ? "…" : "", shown.slice(0, at).join(""),
    make("span", "mark", shown.slice(at, end).join("") || " "), shown.slice(end).join(""));
}

function article(error) {
  const place = error.line ? `${error.file}:${error.line}:${error.column}` : error.file;
  const correction = error.correction
    && make("p", "correction", make("b", "", "Correction: "), error.correction);
  return make("article", "",
    make("div", "place", place), make("p", "message", error.message),
    error.text !== undefined ? excerpt(error) : null, correction || null,
    error.path ? make("p", "path", error.path) : null);
}

class ReloadErrors extends HTMLElement {
  #root = this.attachShadow({ mode: "open" });

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    this.#root.adoptedStyleSheets.push(sheet);
  }

  show(errors) {
    const count = errors.length === 1 ? "A file has an error" : `${errors.length} files have errors`;
    const panel = make("div", "panel", make("h2", "", count),
      make("p", "lead", "The last good version stays in use. This goes away once it is mended."),
      ...errors.map(article));
    panel.setAttribute("role", "alertdialog");
    panel.setAttribute("aria-label", count);
    panel.lang = "en";
    panel.dir = "ltr";
    this.#root.replaceChildren(make("div", "sheet", panel));
  }
}
customElements.define("oyna-reload-errors", ReloadErrors);

const overlay = document.createElement("oyna-reload-errors");
/** What happened so far, for whoever wants to know (tests do). */
const told = { events: 0, renewals: 0 };
window.oynaReload = told;

async function receive({ errors }) {
  told.events += 1;
  if (errors.length) {
    overlay.show(errors);
    document.documentElement.append(overlay);
    return;
  }
  overlay.remove();
  const screens = [...document.querySelectorAll("oyna-screen")];
  await Promise.all(screens.map((screen) => screen.renew?.()));
  told.renewals += 1;
}

/** Each event ends its connection, and the browser asks again at once; a server that does not answer
 * at all has gone, and is asked for more slowly. */
function listen() {
  const source = new EventSource(FEED);
  let isAnswering = true;
  source.addEventListener("open", () => (isAnswering = true));
  source.addEventListener("message", (event) => receive(JSON.parse(event.data)));
  source.addEventListener("error", () => {
    if (isAnswering && source.readyState !== EventSource.CLOSED) return void (isAnswering = false);
    source.close();
    setTimeout(listen, GONE);
  });
}

listen();
