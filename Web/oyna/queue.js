// Draws `queue_status`: what waits, what failed and why, and what may be done about it.

import { make, setAttribute, setText, uniqueID } from "./dom.js";
import { icon } from "./icons.js";

const style = fetch(new URL("../queue.css", import.meta.url))
  .then((response) => response.text())
  .then((text) => new CSSStyleSheet().replace(text));

const ICONS = {
  waiting: "clock", sending: "clock", sent: "check", failed: "alert", undoing: "refresh",
  undone: "refresh",
};

/** Draws the node into the view's element; lines keep their elements, and so their focus. */
export async function drawQueue(view, node) {
  view.lines ??= start(view);
  const { element, lines, heading, summary, list, empty } = view;
  const { title = "", items = [], layout, summary: text = "" } = node.props;
  element.classList.toggle("chat", layout === "chat");
  setText(heading, title);
  heading.hidden = !title;
  setText(summary.lastChild, text);
  // A single line, and each bubble of a conversation, says it for itself.
  const hasFailed = items.some((item) => item.state === "failed");
  summary.hidden = !text || (!hasFailed && (layout === "chat" || items.length < 2));
  setAttribute(summary, "data-tone", hasFailed ? "error"
    : node.props.isOnline === false ? "warning" : "info");
  setText(empty, node.props.empty ?? "");
  // What scrolls by itself can be scrolled with the keyboard.
  setAttribute(list, "tabindex", layout === "chat" ? "0" : null);
  empty.hidden = items.length > 0 || !node.props.empty;
  list.hidden = items.length === 0;
  element.hidden = !title && items.length === 0 && !text && empty.hidden;
  const shown = new Set(items.map((item) => item.id));
  for (const [id, line] of lines) if (!shown.has(id) && lines.delete(id)) line.element.remove();
  const wasAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  const isNew = items.some((item) => !lines.has(item.id));
  items.forEach((item, place) => {
    if (!lines.has(item.id)) lines.set(item.id, makeLine());
    const line = lines.get(item.id);
    drawLine(line, item, view, node);
    if (list.children[place] !== line.element) {
      list.insertBefore(line.element, list.children[place] ?? null);
    }
  });
  if (layout === "chat" && isNew && wasAtEnd) list.scrollTop = list.scrollHeight;
}

function start(view) {
  const { element } = view;
  view.heading = make("h2", "section-title", { id: uniqueID() });
  view.summary = make("p", "queue-summary", { role: "status" }, make("span"));
  view.list = make("ul", "queue-list", { "aria-labelledby": view.heading.id });
  view.empty = make("p", "queue-empty text caption");
  element.append(view.heading, view.summary, view.empty, view.list);
  element.setAttribute("aria-labelledby", view.heading.id);
  style.then((sheet) => {
    const { adoptedStyleSheets } = element.getRootNode();
    if (adoptedStyleSheets && !adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
  });
  return new Map();
}

function makeLine() {
  const line = {
    title: make("span", "queue-title"), time: make("time", "queue-time"),
    mark: make("span", "queue-mark", { "aria-hidden": "true" }), text: make("span", "queue-text"),
    actions: make("span", "queue-actions"), buttons: new Map(),
  };
  line.state = make("span", "queue-state", {}, line.mark, line.text, line.time);
  line.element = make("li", "queue-line", {}, line.title, line.state, line.actions);
  return line;
}

function drawLine(line, item, view, node) {
  setText(line.title, item.title || item.text);
  setText(line.text, item.text);
  if (line.element.dataset.state !== item.state) {
    line.element.dataset.state = item.state;
    line.mark.replaceChildren(icon(ICONS[item.state] ?? "clock"));
  }
  const moment = new Date(item.time);
  line.time.dateTime = moment.toISOString();
  setText(line.time, moment.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }));
  const wanted = new Set(item.actions.map((action) => action.event));
  for (const [event, button] of line.buttons) {
    if (!wanted.has(event) && line.buttons.delete(event)) button.remove();
  }
  for (const { event, label } of item.actions) {
    if (!line.buttons.has(event)) {
      const button = make("button", "queue-button", { type: "button" });
      button.addEventListener("click", () =>
        view.screen.send({ custom: { id: `${node.id}[${item.id}]`, name: event } }));
      line.buttons.set(event, button);
      line.actions.append(button);
    }
    const button = line.buttons.get(event);
    setText(button, label);
    setAttribute(button, "aria-label", `${label}: ${item.title}`);
  }
}
