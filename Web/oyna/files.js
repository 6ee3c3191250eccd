// `file_input`: files are uploaded as soon as they are chosen; the form holds what the server says.
//
// The engine decides: a file that its limits refuse is not sent, one without an `id` makes a submit
// wait. The page keeps the files themselves, by state key, so that an upload goes on while its
// field is on another page of a wizard.

import { make, setAttribute, setText, uniqueID, wear } from "./dom.js";
import { FieldView } from "./fields.js";
import { icon } from "./icons.js";

/** The files of one screen. */
export class Uploads {
  #screen;
  #entries = new Map(); // state key → [{file, name, size, type, id?, failed?, request?, loaded?}]

  constructor(screen) {
    this.#screen = screen;
  }

  entries(key) {
    return this.#entries.get(key) ?? [];
  }

  /** What the engine holds wins: a reset, an undo, a document of before. */
  adopt({ key, files = [] }) {
    const known = this.entries(key);
    const isSame = files.length === known.length
      && files.every((file, place) => (file.id ?? null) === (known[place].id ?? null));
    if (isSame) return;
    for (const { request } of known) request?.abort();
    this.#entries.set(key, files.map(({ name, bytes, type, id, hasFailed }) => ({
      name, size: bytes, type, id, failed: hasFailed || undefined,
    })));
  }

  add(node, chosen) {
    const { key } = node.field;
    const made = chosen.map((file) => (
      { file, name: file.name, size: file.size, type: file.type || "application/octet-stream" }));
    const isMany = (node.props.maxFiles ?? 1) > 1;
    const before = this.entries(key);
    if (!isMany) for (const { request } of before) request?.abort();
    this.#change(node, isMany ? [...before, ...made] : made.slice(0, 1));
  }

  remove(node, place) {
    const entries = [...this.entries(node.field.key)];
    entries.splice(place, 1)[0]?.request?.abort();
    this.#change(node, entries);
  }

  retry(node, place) {
    const entry = this.entries(node.field.key)[place];
    if (!entry?.file) return;
    delete entry.failed;
    this.#change(node, this.entries(node.field.key));
  }

  close() {
    for (const entries of this.#entries.values()) {
      for (const { request } of entries) request?.abort();
    }
    this.#entries.clear();
  }

  /** Tells the engine, asks for its verdict, and sends what it does not refuse. */
  #change(node, entries) {
    const { key } = node.field;
    this.#entries.set(key, entries);
    const files = entries.map(({ name, size, type, id, failed }) => ({ name, size, type, id, failed }));
    const value = (node.props.maxFiles ?? 1) > 1 ? files : files[0] ?? null;
    this.#screen.send({ file: { key, value } });
    // Choosing a file is an edit that is over at once.
    this.#screen.send({ blur: key });
    const isRefused = this.#screen.fieldNode(key)?.field.error;
    if (isRefused) return;
    for (const entry of entries) {
      if (entry.file && !entry.id && !entry.failed && !entry.request) this.#send(node, entry);
    }
  }

  // `fetch` cannot tell how much was sent.
  #send(node, entry) {
    const request = new XMLHttpRequest();
    entry.request = request;
    entry.loaded = 0;
    request.open("POST", new URL(node.props.uploadUrl ?? "/uploads", this.#screen.baseURL));
    request.responseType = "json";
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Content-Type", entry.type);
    request.setRequestHeader(
      "Content-Disposition", `attachment; filename*=UTF-8''${encodeRFC8187(entry.name)}`);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      entry.loaded = total ? loaded / total : 0;
      this.#screen.fieldView(node.field.key)?.drawProgress?.();
    });
    request.addEventListener("loadend", () => {
      if (entry.request !== request || !this.entries(node.field.key).includes(entry)) return;
      entry.request = null;
      const { status, response } = request;
      if (status >= 200 && status < 300 && typeof response?.id === "string") {
        const { id, name, size, type } = response;
        Object.assign(entry, { id, name, size, type });
      } else {
        entry.failed = true;
        // By its content it is another kind of file: no accepted type any more.
        if (status === 415) entry.type = "";
      }
      this.#change(node, this.entries(node.field.key));
    });
    request.send(entry.file);
  }
}

/** RFC 8187: what `encodeURIComponent` leaves and a header parameter may not hold. */
const encodeRFC8187 = (text) => encodeURIComponent(text.toWellFormed?.() ?? text)
  .replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The native file control lies, transparent, over the whole zone: a click, the keyboard, a drop
 * and a screen reader all meet the platform's own control.
 */
class FileView extends FieldView {
  constructor(node, screen) {
    const control = make("input", "file-control", { type: "file" });
    const words = make("span", "file-words", {}, make("strong"), " ", make("span"));
    const zone = make("div", "control file-zone", {}, icon("upload"), words, control);
    const list = make("ul", "file-list");
    const element = make("div", "field file", {}, make("label", "label"), zone, list);
    super(node, screen, element, control);
    Object.assign(this, { zone, list, words });
    setAttribute(control, "accept", node.props.accept?.join(","));
    control.multiple = (node.props.maxFiles ?? 1) > 1;
    control.addEventListener("change", () => {
      const chosen = [...control.files];
      control.value = ""; // the same file may be chosen again
      this.choose(chosen);
    });
    for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
      control.addEventListener(name, (event) => {
        event.preventDefault();
        zone.classList.toggle("over", name === "dragenter" || name === "dragover");
        if (name === "drop") this.choose([...event.dataTransfer.files]);
      });
    }
    this.reword();
    this.drawValue(node);
    wear("inputs.css", element);
  }

  drawFrame(node, old) {
    super.drawFrame(node, old);
    // A file control knows the attribute itself, and not the aria one.
    this.control.required = node.field.isRequired === true;
    this.control.removeAttribute("aria-required");
  }

  reword() {
    super.reword();
    setText(this.words.firstChild, this.screen.words.choose);
    setText(this.words.lastChild, this.screen.words.drop);
    if (this.node) this.drawValue(this.node);
  }

  choose(chosen) {
    if (chosen.length && !this.control.disabled) this.screen.uploads.add(this.node, chosen);
  }

  drawValue({ field }) {
    if (!this.list) return;
    const { uploads, words } = this.screen;
    uploads.adopt(field);
    const hadFocus = this.list.contains(this.list.getRootNode().activeElement);
    this.list.replaceChildren(...(field.files ?? []).map((file, place) => {
      const entry = uploads.entries(field.key)[place];
      const isUploading = !file.id && !file.hasFailed && !field.error;
      const state = make("span", "file-state", { role: "status" },
        isUploading ? `${file.size}, ${words.uploading}…` : file.size);
      const name = make("span", "file-name", { id: uniqueID() }, file.name);
      const bar = isUploading
        ? make("progress", "", { max: "1", "aria-labelledby": name.id }) : null;
      const retry = file.hasFailed && entry?.file
        ? this.button("refresh", words.retry, name, () => uploads.retry(this.node, place)) : null;
      const remove = this.button("trash", words.remove, name,
        () => uploads.remove(this.node, place));
      const mark = icon(file.id && !field.error ? "check" : isUploading ? "document" : "alert");
      return make("li", file.id && !field.error ? "done" : isUploading ? "" : "wrong", {}, mark,
        make("span", "file-text", {}, name, state, bar), retry, remove);
    }));
    if (hadFocus) this.control.focus();
    this.drawProgress();
  }

  button(name, label, about, act) {
    const button = make("button", "reveal", { type: "button", id: uniqueID() }, icon(name));
    button.setAttribute("aria-label", label);
    button.setAttribute("aria-labelledby", `${button.id} ${about.id}`);
    button.addEventListener("click", act);
    return button;
  }

  drawProgress() {
    const entries = this.screen.uploads.entries(this.node?.field.key ?? "");
    [...this.list.children].forEach((item, place) => {
      const bar = item.querySelector("progress");
      if (bar && entries[place]) bar.value = entries[place].loaded ?? 0;
    });
  }

  /** The control says that files were chosen by `change`; its `input` is no edit. */
  edit() {
    return null;
  }
}

export const fileViews = {
  file_input: (node, screen) => {
    screen.uploads ??= new Uploads(screen);
    return new FileView(node, screen);
  },
};
