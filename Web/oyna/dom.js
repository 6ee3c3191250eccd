// Small helpers for making elements. Text is always set as text, never parsed as markup.

let lastID = 0;

/** A new element id, unique in the page. */
export const uniqueID = () => `oyna-${++lastID}`;

/** An element with a class, attributes and children; null children are left out. */
export function make(tag, className, attributes, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const name in attributes) setAttribute(element, name, attributes[name]);
  for (const child of children) if (child) element.append(child);
  return element;
}

/** Sets an attribute, or removes it when the value is null, undefined or false. */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}

/** Sets an element's text when it differs, so that a live region does not speak twice. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A function that clones one parsed template: the quickest way to make many alike. */
export function template(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html.replace(/\n\s*/g, "");
  return () => holder.content.firstElementChild.cloneNode(true);
}

const sheets = new Map();

// Scripts/build-web puts this module into oyna.js, which lies one folder up.
const folder = new URL(import.meta.url.endsWith("/oyna/dom.js") ? ".." : ".", import.meta.url);

/** Brings a style sheet of the page's folder into the tree of an element, once it is in one. */
export async function wear(name, element) {
  if (!sheets.has(name)) {
    sheets.set(name, fetch(new URL(name, folder)).then((response) => response.text())
      .then((text) => new CSSStyleSheet().replace(text)));
  }
  const sheet = await sheets.get(name);
  const worn = element.getRootNode().adoptedStyleSheets;
  if (worn && !worn.includes(sheet)) worn.push(sheet);
}

const SAFE_SCHEMES = new Set(["https:", "http:", "tel:", "mailto:", "sms:"]);

/** The absolute form of a URL that is safe to follow, or null. `javascript:` is not safe. */
export function safeURL(text, base) {
  try {
    const url = new URL(text, base);
    return SAFE_SCHEMES.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** True when the person asked the system for less motion. */
export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
