// The page's queue: requests on disk before they are sent, one sender for all tabs.
//
// Loaded when a screen first uses the queue. The outbox in WebAssembly decides (order, retries,
// keys, expiry, undo); this file stores rows in IndexedDB, sends bytes, and tells screens.
//
// Any tab inserts rows. Every other change is made by one tab, the sender, which holds a Web Lock;
// when it closes or crashes, the next one takes over under a higher epoch, and what the old one
// still says is dropped. Each change of the sender is one transaction: take up what other tabs
// inserted, ask the outbox, write its answer. Only when that is on disk is anything sent.

import { traceparent } from "./effects.js";
import { Engine } from "./engine.js";

const NAME = "oyna-outbox";
const VERSION = 1;
const STORES = ["meta", "rows", "bodies", "left"];
const LIMIT = 10_000; // rows
const KEPT = 200; // requests that have left, for lists and for an undo
const WINDOW = 16; // rows of a lane that the outbox holds
const SEND_TIMEOUT = 30_000;
const ASK_TIMEOUT = 10_000;

/** Why the queue refused: `full`, `noSpace`, `unavailable`. */
export class QueueError extends Error {
  constructor(failure) {
    super(failure);
    this.failure = failure;
  }
}

let shared = null;

/** The one queue of this page. */
export function openOutbox(engineURL) {
  shared ??= Outbox.open(engineURL).catch((error) => {
    shared = null; // the next screen tries again
    throw error;
  });
  return shared;
}

class Outbox {
  #database;
  #engine;
  #channel = new BroadcastChannel(NAME);
  #watchers = new Set();
  #setAside = false;
  #isPersistent = false;
  #isSender = false;
  #epoch = 0;
  #lastNumber = 0;
  #timer = 0;
  #endTurn = null; // lets the lock go
  #answers = new Map(); // what this tab asked the sender, by a random name
  #asked = new Map(); // what the sender was asked, so that a repeated question is one act
  #isTelling = false;
  #reopenings = 0;

  static async open(engineURL) {
    const outbox = new Outbox();
    const loaded = Engine.load(engineURL).then(async (engine) => {
      await engine.complete();
      return engine;
    });
    const [engine] = await Promise.all([loaded, outbox.#openDatabase()]);
    outbox.#engine = engine;
    outbox.#channel.onmessage = ({ data }) => outbox.#hear(data);
    for (const state of ["online", "offline"]) {
      addEventListener(state, () => outbox.#isSender && outbox.#act(() => ({ network: state })));
    }
    // Timers of a hidden page may be late by minutes.
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && outbox.#isSender) outbox.#act(() => ({ resume: true }));
    });
    outbox.#takeTurns();
    return outbox;
  }

  // MARK: what screens ask

  /** `tell` gets every notice of the queue, the items first. Answers with a function that ends it. */
  watch(tell) {
    this.#watchers.add(tell);
    if (this.#setAside) tell({ failed: { failure: "setAside" } });
    this.#readItems().then((items) => tell({ items }), () => {});
    return () => this.#watchers.delete(tell);
  }

  /** Makes a request durable; answers with its number. */
  async enqueue({ ticket, body, contentType, hold, timeToLive, ...row }) {
    const now = Date.now();
    const id = await this.#transaction("readwrite", async (stores) => {
      const meta = await done(stores.meta.get("state"));
      if (await done(stores.rows.count()) >= LIMIT) throw new QueueError("full");
      const id = ++meta.lastNumber;
      stores.meta.put(meta);
      const wait = hold > 0 && { state: "waiting", reason: "hold", deadline: now + hold };
      stores.rows.add({
        ...row, id, created: now, expires: now + timeToLive, attempts: 0, failures: 0,
        state: "ready", duration: hold, ...wait,
      });
      stores.bodies.add({ id, body, contentType });
      return id;
    });
    this.#inserted();
    // The browser is asked not to clear this away when the disk gets full.
    if (!this.#isPersistent) navigator.storage?.persist?.().catch(() => {});
    this.#isPersistent = true;
    return id;
  }

  /** Takes a request back; answers `cancelled`, `compensating`, `obsolete` or `irreversible`. */
  withdraw(request) {
    return this.#ask({ withdraw: request });
  }

  /** Sends what gave up, is in conflict or has no known outcome again. */
  retry(id) {
    return this.#ask({ retry: { id } });
  }

  /** Gives a request up. */
  drop(id) {
    return this.#ask({ drop: { id } });
  }

  /** Somebody has signed in: what a 401 stopped goes on. */
  signedIn(host = "") {
    return this.#ask({ tokenRefreshed: { host, succeeded: true } });
  }

  // MARK: the database

  async #openDatabase() {
    // A damaged or newer database stays where it is; another name takes its place, twice at most.
    for (let tries = 0; tries < 3; tries++) {
      const number = Number(remembered());
      const name = number ? `${NAME}-${number}` : NAME;
      try {
        this.#database = await openDatabase(name);
        this.#database.onversionchange = () => this.#database.close();
        return;
      } catch (error) {
        if (error.name === "QuotaExceededError") throw new QueueError("noSpace");
        // No database at all (some private windows): nothing to set aside.
        if (!globalThis.indexedDB || error.name === "SecurityError") break;
        if (Number(remembered()) === number) remember(number + 1);
        this.#setAside = true;
      }
    }
    throw new QueueError("unavailable");
  }

  /** Runs `work` over the stores in one transaction; what it wrote is on disk when it returns. */
  async #transaction(mode, work) {
    let transaction;
    try {
      transaction = this.#database.transaction(STORES, mode, { durability: "strict" });
    } catch (error) {
      throw failureOf(error);
    }
    const stores = Object.fromEntries(
      STORES.map((name) => [name, transaction.objectStore(name)]));
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(failureOf(transaction.error));
    });
    let result;
    try {
      result = await work(stores);
    } catch (error) {
      try { transaction.abort(); } catch { /* it was aborted already */ }
      await ended.catch(() => {});
      throw failureOf(transaction.error ?? error);
    }
    await ended;
    return result;
  }

  // MARK: one sender

  /** Waits for the lock, sends until it has to stop, and again. */
  async #takeTurns() {
    while (true) {
      try {
        // Without locks (a page over plain http) the newest tab takes over; epochs keep the peace.
        if (navigator.locks) {
          await navigator.locks.request(NAME, () => this.#turn());
        } else {
          await this.#turn();
          await new Promise((resolve) => addEventListener("focus", resolve, { once: true }));
        }
      } catch (error) {
        this.#reopenings += 1;
        if (error.failure === "noSpace") this.#tellAll([{ failed: { failure: "noSpace" } }]);
      }
      this.#isSender = false;
      clearTimeout(this.#timer);
      const pause = Math.min(60_000, 500 * 2 ** Math.min(this.#reopenings, 7));
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** From taking up what is on disk until another tab or a failure of the store ends it. */
  async #turn() {
    const answer = await this.#transaction("readwrite", async (stores) => {
      const meta = await done(stores.meta.get("state"));
      meta.epoch += 1;
      stores.meta.put(meta);
      this.#epoch = meta.epoch;
      const open = { ...meta, ...snapshot(await done(stores.rows.getAll())) };
      open.isOnline = navigator.onLine;
      open.seed = [...crypto.getRandomValues(new Uint32Array(2))]
        .map((word) => word.toString(16)).join("");
      return this.#askMachine(stores, meta, { open });
    });
    this.#isSender = true;
    this.#perform(answer);
    this.#tellItems();
    await new Promise((resolve) => (this.#endTurn = resolve));
  }

  /** One change of the sender: `event` may read the stores. Answers with the outbox's result. */
  async #act(event) {
    if (!this.#isSender) return null;
    try {
      const answer = await this.#transaction("readwrite", async (stores) => {
        const meta = await done(stores.meta.get("state"));
        // Another tab has taken over: whatever this one still wanted to write is too late.
        if (meta.epoch !== this.#epoch) throw new QueueError("overtaken");
        const adopt = await done(stores.rows.getAll(IDBKeyRange.lowerBound(this.#lastNumber, true)));
        return this.#askMachine(stores, meta, { adopt, ...await event(stores) });
      });
      this.#reopenings = 0;
      this.#perform(answer);
      return answer.result ?? null;
    } catch (error) {
      // The outbox in memory is ahead of the disk: only taking everything up anew mends that.
      this.#isSender = false;
      this.#reopenings += 1;
      const failure = error.failure ?? "unavailable";
      if (failure !== "overtaken") this.#tellAll([{ failed: { failure } }]);
      this.#endTurn?.();
      return null;
    }
  }

  async #askMachine(stores, meta, event) {
    const answer = this.#engine.queue({ now: clocks(), ...event });
    this.#lastNumber = answer.lastNumber;
    if (answer.lastNumber > meta.lastNumber) {
      stores.meta.put({ ...meta, lastNumber: answer.lastNumber });
    }
    answer.notices = [];
    for (const change of answer.changes) await write(stores, change, answer.notices);
    for (const { died } of answer.actions) {
      if (!died) continue;
      const row = await done(stores.rows.get(died.id));
      if (row) answer.notices.push({ died: { ...died, key: row.key } });
    }
    return answer;
  }

  #perform({ actions, changes, notices, wakeAfter }) {
    if (changes.length) this.#tellItems();
    if (notices.length) this.#tellAll(notices);
    for (const action of actions) this.#do(action);
    clearTimeout(this.#timer);
    if (wakeAfter !== undefined && this.#isSender) {
      this.#timer = setTimeout(() => this.#act(() => ({ resume: true })), Math.max(wakeAfter, 1));
    }
  }

  #do(action) {
    const [name] = Object.keys(action);
    const value = action[name];
    switch (name) {
      case "send": return void this.#send(value);
      case "lookUp": return void this.#lookUp(value);
      case "load":
        return void this.#act(async (stores) => ({ loaded: {
          lane: value.lane,
          rows: await firstRows(stores.rows, value.lane, value.after, value.limit),
        } }));
      case "findDependency":
        return void this.#act(async (stores) => {
          const row = await done(stores.rows.get(value.dependency));
          const left = row ? null : await done(stores.left.get(value.dependency));
          const isLost = row?.state === "dead" || /^(cancelled|dropped)$/.test(left?.outcome);
          const found = isLost ? "failed" : row ? "live" : "succeeded";
          return { dependencyFound: { ...value, found } };
        });
      case "refreshToken":
        dispatchEvent(new CustomEvent("oyna-sign-in-needed", { detail: { host: value } }));
        return void this.#act(() => ({ tokenRefreshed: { host: value, succeeded: false } }));
    }
  }

  // MARK: the network

  async #send({ id, number, epoch, method, url, key }) {
    const attempt = { id, number, epoch };
    const stored = await this.#transaction("readonly", ({ bodies }) => done(bodies.get(id)))
      .catch(() => null);
    const isSound = stored && !this.#engine.queue({ now: clocks(), check: stored }).result;
    if (!isSound) return this.#act(() => ({ answered: { ...attempt, answer: "unsendable" } }));
    const wasOffline = !navigator.onLine;
    const headers = {
      "Accept": "application/json", "Content-Type": stored.contentType,
      ...(key && { "Idempotency-Key": `"${key}"` }),
    };
    let answered;
    try {
      const address = new URL(url, location.origin);
      if (address.origin === location.origin) headers.traceparent = traceparent(key);
      const response = await fetch(address, {
        method, headers, body: stored.body, cache: "no-store", redirect: "manual",
        signal: AbortSignal.timeout(SEND_TIMEOUT),
      });
      const body = await response.text();
      answered = { status: response.status, headers: [...response.headers], body, key };
    } catch {
      // A failed fetch does not say whether bytes had left: only a device that had no network from
      // beginning to end has certainly sent nothing.
      answered = { answer: wasOffline && !navigator.onLine ? "notSent" : "noAnswer" };
    }
    return this.#act(() => ({ answered: { ...attempt, ...answered } }));
  }

  async #lookUp({ id, url }) {
    let answer = { status: 0 };
    try {
      const response = await fetch(new URL(url, location.origin), {
        headers: { Accept: "application/json" }, cache: "no-store", redirect: "manual",
        signal: AbortSignal.timeout(SEND_TIMEOUT),
      });
      answer = {
        status: response.status, headers: [...response.headers], body: await response.text(),
      };
    } catch { /* it is asked again later */ }
    return this.#act(() => ({ lookedUp: { id, ...answer } }));
  }

  // MARK: a person's decisions

  /** Only the sender changes rows that exist: another tab asks it, and asks again if it is gone. */
  async #ask(question) {
    const name = crypto.randomUUID();
    const deadline = performance.now() + ASK_TIMEOUT;
    while (performance.now() < deadline) {
      if (this.#isSender) {
        const result = await this.#decide(question);
        if (result !== null || this.#isSender) return result;
      }
      const answer = new Promise((resolve) => this.#answers.set(name, resolve));
      this.#channel.postMessage({ question, name });
      const result = await Promise.race([answer, pause(1_000)]);
      this.#answers.delete(name);
      if (result) return result.result;
    }
    throw new QueueError("unavailable");
  }

  #decide(question) {
    return this.#act(async (stores) => {
      const [name] = Object.keys(question);
      const value = question[name];
      if (name === "tokenRefreshed") return question;
      const row = await done(stores.rows.get(value.id));
      const left = row ? null : await done(stores.left.get(value.id));
      const dependants = row ? dependantsOf(row.id, await done(stores.rows.getAll())) : [];
      if (name === "retry") {
        const stored = await done(stores.bodies.get(value.id));
        return row && stored ? { retry: { row, ...stored } } : {};
      }
      if (name === "drop") return row ? { drop: { row, dependants } } : {};
      const known = row ?? left;
      return { withdraw: {
        ...value, key: value.key ?? known?.key, row: row ?? undefined,
        // What has left keeps the way back too.
        compensation: value.compensation ?? undefined, undone: left ?? undefined,
        outcome: left?.outcome, dependants,
      } };
    });
  }

  async #hear({ question, answer, name, notices, changed, inserted }) {
    if (notices) this.#tell(notices);
    if (changed) this.#tellItems(false);
    if (inserted && this.#isSender) this.#act(() => ({ resume: true }));
    if (answer) this.#answers.get(name)?.(answer);
    if (!question || !this.#isSender) return;
    if (!this.#asked.has(name)) this.#asked.set(name, this.#decide(question));
    const result = await this.#asked.get(name);
    this.#channel.postMessage({ answer: { result }, name });
    setTimeout(() => this.#asked.delete(name), ASK_TIMEOUT);
  }

  #inserted() {
    if (this.#isSender) this.#act(() => ({ resume: true }));
    else this.#channel.postMessage({ inserted: true });
    this.#tellItems();
  }

  // MARK: telling screens

  #tell(notices) {
    for (const notice of notices) for (const tell of this.#watchers) tell(notice);
  }

  #tellAll(notices) {
    this.#channel.postMessage({ notices });
    this.#tell(notices);
  }

  /** Once for all changes of a moment. */
  async #tellItems(tellsTabs = true) {
    if (tellsTabs) this.#channel.postMessage({ changed: true });
    if (this.#isTelling || !this.#watchers.size) return;
    this.#isTelling = true;
    await pause(0);
    this.#isTelling = false;
    const items = await this.#readItems().catch(() => null);
    if (items) this.#tell([{ items }]);
  }

  #readItems() {
    return this.#transaction("readonly", async ({ rows, left }) => {
      const [waiting, gone] = [await done(rows.getAll(null, 500)), await done(left.getAll())];
      return [...gone, ...waiting].sort((one, other) => one.id - other.id);
    });
  }
}

// MARK: parts

/** The value of a request of IndexedDB. */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A clock that never jumps, and the one that a person may set. */
const clocks = () => [Math.round(performance.now()), Date.now()];

function failureOf(error) {
  if (error instanceof QueueError) return error;
  return new QueueError(error?.name === "QuotaExceededError" ? "noSpace" : "unavailable");
}

function openDatabase(name) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, VERSION);
    request.onupgradeneeded = () => {
      const database = request.result;
      database.createObjectStore("meta", { keyPath: "name" })
        .add({ name: "state", lastNumber: 0, epoch: 0 });
      database.createObjectStore("rows", { keyPath: "id" }).createIndex("lane", ["lane", "id"]);
      database.createObjectStore("bodies", { keyPath: "id" });
      database.createObjectStore("left", { keyPath: "id" });
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new DOMException("blocked", "AbortError"));
    request.onsuccess = async () => {
      const database = request.result;
      try {
        const transaction = database.transaction(STORES, "readonly");
        const meta = await done(transaction.objectStore("meta").get("state"));
        if (!(meta?.lastNumber >= 0 && meta.epoch >= 0)) throw new Error("no meta");
        resolve(database);
      } catch (error) {
        database.close();
        reject(error);
      }
    };
  });
}

/** Which database is in use, for all tabs. */
function remembered() {
  try { return localStorage.getItem(NAME) ?? 0; } catch { return 0; }
}

function remember(number) {
  try { localStorage.setItem(NAME, number); } catch { /* the next page finds out again */ }
}

/** What the outbox starts from: the first rows of each lane and how many there are. */
function snapshot(rows) {
  const lanes = new Map();
  let deadCount = 0;
  for (const row of rows) {
    if (!lanes.has(row.lane)) lanes.set(row.lane, { lane: row.lane, first: [], count: 0 });
    const lane = lanes.get(row.lane);
    if (row.state === "dead") {
      deadCount += 1;
      lane.hasDead = true;
    } else {
      if (lane.first.length < WINDOW) lane.first.push(row);
      lane.count += 1;
    }
  }
  return { deadCount, lanes: [...lanes.values()] };
}

async function firstRows(store, lane, after, limit) {
  const range = IDBKeyRange.bound([lane, after], [lane, Infinity], true, false);
  const rows = await done(store.index("lane").getAll(range));
  return rows.filter((row) => row.state !== "dead").slice(0, limit);
}

/** Every row that waits for this one, directly or through others. */
function dependantsOf(id, rows) {
  const ids = new Set([id]);
  return rows.filter((row) => ids.has(row.dependsOn) && ids.add(row.id));
}

/** Writes one change of the outbox; what the shell alone keeps of a row (its title) stays. */
async function write({ rows, bodies, left }, change, notices) {
  const [name] = Object.keys(change);
  const value = change[name];
  if (name === "settle") {
    const row = await done(rows.get(value.id));
    if (!row) return;
    const isLate = value.attempt !== undefined && !(row.state === "inflight"
      && row.number === value.attempt && row.epoch === value.epoch);
    if (isLate) return;
    rows.delete(value.id);
    bodies.delete(value.id);
    const { outcome, status } = value;
    const { id, key, lane, kind, title, undo, compensates, created, firstReached } = row;
    left.put({
      id, key, lane, kind, title, undo, compensates, created, firstReached, outcome, status });
    const extra = await done(left.count()) - KEPT;
    if (extra > 0) for (const old of await done(left.getAllKeys(null, extra))) left.delete(old);
    notices.push({ settled: { key, outcome, status } });
    return;
  }
  if (name === "unreadable") {
    const row = await done(rows.get(value));
    if (row) rows.put({ ...row, state: "dead", reason: "unreadable" });
    return;
  }
  const { row, body, contentType } = value;
  const { title, undo } = name === "insert" ? {} : await done(rows.get(row.id)) ?? {};
  rows.put({ title, undo, ...row });
  if (body !== undefined) bodies.put({ id: row.id, body, contentType });
}
