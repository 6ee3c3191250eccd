// `load`: content from a URL in its four states, and lists of which only what can be seen is in the
// page. Fetched when a screen first has one.
//
// The engine decides the state, holds the rows and asks for pages; this file says which rows can be
// seen (`rows`), keeps the place of those that are not by two spacers, and draws what the document
// left open: bones, an empty list, a failure.

let make;
let setAttribute;
let icon;

const OVERSCAN = 1; // screens of rows kept above and below what is seen
const MOST_ROWS = 150; // in the page at once; the engine has a limit of its own
const PULL = 72; // pixels of a pull that asks again

const style = fetch(new URL("../load.css", import.meta.url))
  .then((response) => response.text())
  .then((text) => new CSSStyleSheet().replace(text));

/** Heights of rows by place: measured where a row was drawn, else an estimate. A Fenwick tree of
 * what measured rows differ from it, so that 100,000 rows cost 17 additions a question. */
class Heights {
  estimate = 0;
  #sums = new Float64Array(1024);
  #measured = new Float32Array(1024);

  get(place) {
    return this.#measured[place] || this.estimate;
  }

  set(place, height) {
    if (!this.estimate) this.estimate = height;
    while (place + 1 >= this.#measured.length) this.#grow();
    const change = height - this.get(place);
    if (Math.abs(change) < 0.5) return 0;
    this.#measured[place] = height;
    this.#add(place, change);
    return change;
  }

  /** The distance of the n-th row from the first. */
  before(place) {
    let sum = place * this.estimate;
    for (let at = Math.min(place, this.#sums.length - 1); at > 0; at -= at & -at) {
      sum += this.#sums[at];
    }
    return sum;
  }

  /** The row at a distance from the first. */
  at(distance, count) {
    let [low, high] = [0, Math.max(0, count - 1)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.before(middle) <= distance) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #add(place, change) {
    for (let at = place + 1; at < this.#sums.length; at += at & -at) this.#sums[at] += change;
  }

  #grow() {
    const old = this.#measured;
    this.#measured = new Float32Array(old.length * 2);
    this.#sums = new Float64Array(old.length * 2);
    old.forEach((height, place) => {
      if (!height) return;
      this.#measured[place] = height;
      this.#add(place, height - this.estimate);
    });
  }
}

const loadView = (ContentView) => class LoadView extends ContentView {
  constructor(node, screen) {
    const slot = make("div", "load-content");
    const element = make("div", "load", {}, make("div", "load-head"), slot, make("div", "load-foot"));
    super(node, screen, element, slot);
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    // Whatever scrolls, the page or a box of it.
    addEventListener("scroll", () => this.look(), { signal, passive: true, capture: true });
    addEventListener("resize", () => this.look(), { signal });
    this.sizes = new ResizeObserver((entries) => this.measured(entries));
    this.sizes.observe(element);
    this.pull(signal);
    style.then((sheet) => {
      const root = this.element.getRootNode();
      const sheets = root.adoptedStyleSheets;
      if (sheets && !sheets.includes(sheet)) root.adoptedStyleSheets = [...sheets, sheet];
    });
  }

  forget() {
    this.listeners.abort();
    this.sizes.disconnect();
  }

  tell(name) {
    this.screen.send({ custom: { id: this.node.id, name } });
  }

  // MARK: what is drawn

  draw(node) {
    this.node = node;
    const { props } = node;
    const [head, slot, foot] = this.element.children;
    const isList = props.rowCount > 0; // an empty list is what the document says instead
    if (isList !== (this.top !== undefined)) this.becomeList(isList, slot);
    this.element.dataset.state = props.state;
    const isBusy = props.state === "loading" || props.isReloading;
    setAttribute(this.element, "aria-busy", isBusy ? "true" : null);
    this.redact(slot, props.state === "loading");
    this.drawHead(head, props);
    this.drawFoot(foot, props);
    this.drawDefault(props);
    if (isList) this.place();
  }

  /** Bones are shapes, not words: nobody reads or reaches them. */
  redact(slot, isRedacted) {
    slot.classList.toggle("redacted", isRedacted);
    slot.inert = isRedacted;
    setAttribute(slot, "aria-hidden", isRedacted ? "true" : null);
  }

  drawHead(head, { notice, retry, refresh, isReloading, state }) {
    const text = notice ?? "";
    if (head.dataset.text !== text || head.dataset.refresh !== (refresh ?? "")) {
      head.dataset.text = text;
      head.dataset.refresh = refresh ?? "";
      head.replaceChildren();
      if (notice) {
        head.append(make("div", "saved-copy", { role: "status" }, make("span", "", {}, notice),
          this.button(retry, "retry", "button plain")));
      } else if (refresh) {
        const button = this.button(refresh, "refresh", "button plain load-refresh");
        button.prepend(make("span", "spinner", { "aria-hidden": "true" }));
        head.append(button);
      }
    }
    for (const button of head.querySelectorAll("button")) {
      button.classList.toggle("busy", isReloading === true);
      setAttribute(button, "aria-busy", isReloading ? "true" : null);
    }
    head.hidden = state !== "loaded" && state !== "empty";
  }

  drawFoot(foot, { pageMessage, pageRetry, hasMore }) {
    const text = pageMessage ?? "";
    if (foot.dataset.text === text) return;
    foot.dataset.text = text;
    foot.replaceChildren();
    if (!pageMessage) return;
    foot.append(
      ...(pageRetry ? [] : [make("span", "spinner", { "aria-hidden": "true" })]),
      make("span", "", { role: "status" }, pageMessage),
      ...(pageRetry ? [this.button(pageRetry, "more", "button plain")] : []));
    foot.classList.toggle("busy", hasMore === true && !pageRetry);
  }

  /** What the document left to the page. */
  drawDefault({ state, message, retry }) {
    const wanted = message === undefined ? "" : `${state} ${message}`;
    if (this.shown === wanted) return;
    this.shown = wanted;
    this.standIn?.remove();
    this.standIn = null;
    if (message === undefined) return;
    if (state === "loading") {
      const bones = this.node.children?.length ? [] : [1, 2, 3].map(() => make("i", "bone"));
      this.standIn = make("div", "load-default bones", {}, ...bones,
        make("span", "visually-hidden", { role: "status" }, message));
    } else {
      // The engine announces it: a live region of its own would say it twice.
      this.standIn = make("div", "load-default", {}, icon(state === "failed" ? "alert" : "info"),
        make("p", "text", {}, message),
        retry ? this.button(retry, "retry", "button secondary") : null);
    }
    this.element.append(this.standIn);
  }

  button(label, event, className) {
    const button = make("button", className, { type: "button" }, make("span", "", {}, label));
    button.addEventListener("click", (click) => {
      click.stopPropagation();
      if (!button.classList.contains("busy")) this.tell(event);
    });
    return button;
  }

  // MARK: a list of what can be seen

  becomeList(isList, slot) {
    setAttribute(slot, "role", isList ? "list" : null);
    this.top?.remove();
    this.bottom?.remove();
    this.top = this.bottom = undefined;
    if (!isList) return;
    this.heights = new Heights();
    this.top = make("div", "load-spacer", { "aria-hidden": "true" });
    this.bottom = make("div", "load-spacer", { "aria-hidden": "true" });
    slot.prepend(this.top);
    slot.append(this.bottom);
    if (this.children) this.childrenChanged();
  }

  childrenChanged() {
    if (!this.top) return;
    // New rows are put before the view that follows them: the spacer at the end follows the last.
    this.slot.append(this.bottom);
    this.asked = null; // what was asked for came, or went again
    for (const { element, node } of this.children) {
      if (node.props.index === undefined) continue; // what stood there before the rows
      if (!element.isObserved) this.sizes.observe(element);
      element.isObserved = true;
      setAttribute(element, "aria-posinset", node.props.index + 1);
    }
    this.place();
  }

  /** The spacers stand for the rows above and below. */
  place() {
    if (!this.top || !this.heights.estimate) return this.look();
    const { rowCount, hasMore } = this.node.props;
    const first = this.children[0]?.node.props.index ?? 0;
    const last = first + this.children.length;
    this.top.style.blockSize = `${this.heights.before(first)}px`;
    this.bottom.style.blockSize =
      `${Math.max(0, this.heights.before(rowCount) - this.heights.before(last))}px`;
    const size = hasMore ? -1 : rowCount;
    for (const { element, node } of this.children) {
      if (node.props.index !== undefined) setAttribute(element, "aria-setsize", size);
    }
    this.look();
  }

  measured(entries) {
    let hasChanged = false;
    for (const { target, borderBoxSize } of entries) {
      const [{ blockSize, inlineSize }] = borderBoxSize;
      if (target === this.element) {
        // Another width: other heights.
        if (this.width && inlineSize && Math.abs(this.width - inlineSize) > 1 && this.top) {
          this.heights = new Heights();
          for (const row of this.children ?? []) {
            this.heights.set(row.node.props.index, row.element.offsetHeight);
          }
          hasChanged = true;
        }
        if (inlineSize) this.width = inlineSize;
        continue;
      }
      const index = target.oynaView?.node?.props.index;
      // A row of a screen that is not shown has no height, and keeps the one it had.
      if (blockSize && target.isConnected && index !== undefined) {
        hasChanged = this.heights.set(index, blockSize) !== 0 || hasChanged;
      }
    }
    if (this.top && (hasChanged || this.top.style.blockSize === "")) this.place();
  }

  /** Once a frame: tells the engine which rows can be seen. */
  look() {
    if (!this.top || this.isLooking) return;
    this.isLooking = true;
    requestAnimationFrame(() => {
      this.isLooking = false;
      this.tellRows();
    });
  }

  tellRows() {
    const list = this.slot.getBoundingClientRect();
    if (!this.top || !this.heights.estimate || !list.width) return;
    const { rowCount } = this.node.props;
    const margin = innerHeight * OVERSCAN;
    const from = this.heights.at(-list.top - margin, rowCount);
    const to = this.heights.at(-list.top + innerHeight + margin, rowCount) + 1;
    const count = Math.min(to - from, MOST_ROWS);
    // A few rows more or less are not worth a message.
    const [first, last] = [this.children[0]?.node.props.index ?? 0, this.children.length];
    const end = first + last;
    const isNear = Math.abs(from - first) < 4 && Math.abs(to - end) < 4;
    const isAll = (from >= first || first === 0) && (to <= end || end === rowCount);
    if (last && isNear && isAll) return;
    if (this.asked === `${from} ${count} ${rowCount}`) return;
    this.asked = `${from} ${count} ${rowCount}`;
    const root = this.element.getRootNode();
    const hadFocus = this.slot.contains(root.activeElement);
    this.screen.send({ rows: { id: this.node.id, first: from, count } });
    if (hadFocus && !this.slot.contains(root.activeElement)) {
      this.slot.tabIndex = -1;
      this.slot.focus({ preventScroll: true });
    }
  }

  // MARK: pull to refresh

  pull(signal) {
    let start = null;
    let distance = 0;
    const end = () => {
      if (start !== null && distance > PULL) this.tell("refresh");
      start = null;
      distance = 0;
      this.element.style.translate = "";
    };
    this.element.addEventListener("touchstart", ({ touches }) => {
      const isTop = document.scrollingElement.scrollTop <= 0;
      start = this.node.props.refresh && isTop ? touches[0].clientY : null;
    }, { signal, passive: true });
    this.element.addEventListener("touchmove", ({ touches }) => {
      if (start === null) return;
      distance = Math.max(0, touches[0].clientY - start);
      this.element.style.translate = `0 ${Math.min(distance, PULL * 1.5) / 2}px`;
    }, { signal, passive: true });
    this.element.addEventListener("touchend", end, { signal });
    this.element.addEventListener("touchcancel", end, { signal });
  }
};

/** One row of a list. */
const itemView = (ContentView) => class ItemView extends ContentView {
  constructor(node, screen) {
    const element = make("div", "load-row", { role: "listitem" });
    super(node, screen, element, element);
  }
};

/** The views by type. `kit` is what they need of the shell, which imports this module late. */
export function loadViews(kit) {
  ({ make, setAttribute, icon } = kit);
  const [LoadView, ItemView] = [loadView(kit.ContentView), itemView(kit.ContentView)];
  return {
    load: (node, screen) => new LoadView(node, screen),
    item: (node, screen) => new ItemView(node, screen),
  };
}
