// The bridge to the engine in WebAssembly: bytes in, one message out.
//
// Each call writes UTF-8 into the engine's input buffer and calls one export, which leaves its
// answer in the engine's result buffer (Docs/Decisions/0006-one-message-a-call.md). The engine
// owns both buffers; the shell never keeps a view of them over a call, since memory may grow.
//
// The engine comes in two parts (Docs/Decisions/0010-the-engine-comes-in-two-parts.md): oyna.wasm
// opens, checks and submits plain forms, oyna.deferred.wasm is all the rest. Code that is not there
// traps. The instance is lost then, but not its state: the same calls give the same state, so they
// are kept until the engine is whole, and are made again in a new one.

/** The version of the calls below; the module must answer the same. */
const INTERFACE_VERSION = 1;
/** The export whose name says of which build the module is: parts of two builds never meet. */
const BUILD = "build:";

/** What a request for a screen says that this client speaks (Docs/Format/Versions.md). */
export const ACCEPT = "application/json;oyna=1.1";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const modules = new Map();

/** Writes the values of a page's formats, which the engine marked (`Shell.swift`); null for none. */
let writeFormat = null;
export const writeFormats = (write) => (writeFormat = write);

/** A message of the engine. */
function readMessage(bytes) {
  const text = decoder.decode(bytes);
  if (!writeFormat || !text.includes("\uE000")) return JSON.parse(text);
  // What is marked stands inside a string of the message, escaped as such.
  return JSON.parse(text.replace(/\uE000([^\uE001]*)\uE001([^\uE002]*)\uE002/g, (_, name, value) =>
    JSON.stringify(writeFormat(name, JSON.parse(`"${value}"`))).slice(1, -1)));
}

/** Compiles a module once for a page, however many elements use it. */
function compile(url) {
  if (!modules.has(url)) {
    const compiled = WebAssembly.compileStreaming(fetch(url)).catch((error) => {
      modules.delete(url); // the next element, or a retry, asks again
      throw error;
    });
    modules.set(url, compiled);
  }
  return modules.get(url);
}

/** One instance of the engine: a memory of its own, and any number of open screens. */
export class Engine {
  #url;
  #module;
  #exports;
  #journal = null; // the calls so far, or null when the engine is whole
  #isBroken = false; // a call needed what is not there yet
  #queue = null; // what waits for the whole engine, in order
  #completion = null;
  #rebuilding = Promise.resolve();

  constructor(url, module, instance) {
    this.#url = url;
    this.#module = module;
    this.#exports = instance.exports;
    const version = this.#exports.oyna_interface_version();
    if (version !== INTERFACE_VERSION) {
      throw new Error(`oyna.wasm speaks version ${version}, the shell ${INTERFACE_VERSION}`);
    }
    if (buildOf(this.#exports)) this.#journal = [];
  }

  /** Begins to fetch and compile the module, for an instance that will be wanted. */
  static prepare(url) {
    compile(url).catch(() => {}); // `load` asks again, and says what failed
  }

  static async load(url) {
    const module = await compile(url);
    return new Engine(url, module, await WebAssembly.instantiate(module, {}));
  }

  /** Opens a screen from its document's bytes; a refused one opens as its explanation. */
  open(context, document) {
    return this.#open("oyna_open", context, document);
  }

  /** Opens the explanation of why a screen did not arrive: `offline`, `timeout` or a status. */
  openFailure(context, reason) {
    return this.#open("oyna_open_failure", context, String(reason));
  }

  /**
   * One call of the page's queue (`oyna/outbox.js`): an object in, an object out. The engine must be
   * whole (`complete`).
   */
  queue(call) {
    const length = this.#perform({ name: "oyna_queue", numbers: [], parts: [JSON.stringify(call)] });
    return JSON.parse(decoder.decode(this.#result(length)));
  }

  /** Replays event lines over a screen: the output's bytes, as `oyna replay` prints them. */
  async replay(document, events) {
    return this.#result(await this.#now("oyna_replay", [], document, events)).slice();
  }

  /** Fetches the deferred part unless it is here; afterwards no call misses anything. */
  complete() {
    this.#completion ??= this.#journal && compile(this.#url.replace(/\.wasm$/, ".deferred.wasm"))
      .then((deferred) => this.#rebuild(deferred))
      .catch((error) => {
        this.#completion = null;
        throw error;
      });
    return this.#completion;
  }

  async #open(name, context, part) {
    const handle = await this.#now(name, [], JSON.stringify(context), part);
    return new Session(handle, (...call) => this.#call(...call), () => this.#exports);
  }

  // MARK: calls

  /** Makes a call that may wait for the network but for no other call; rejects when that fails. */
  async #now(name, numbers, ...parts) {
    if (this.#isBroken) await this.#rebuild();
    const call = { name, numbers, parts };
    const result = this.#attempt(call);
    if (result !== null) return result;
    try {
      await this.complete();
    } catch (error) {
      await this.#rebuild();
      throw error;
    }
    return this.#perform(call);
  }

  /**
   * Makes a call and gives its result, as `read` reads it; null when the call has to wait for the
   * whole engine, and `deliver` gets the result then.
   */
  #call(call, read, deliver) {
    if (!this.#queue && !this.#isBroken && !(call.isSecret && this.#journal)) {
      const result = this.#attempt(call);
      if (result !== null) return read(this.#result(result));
    }
    if (!this.#queue) {
      this.#queue = [];
      this.#wait();
    }
    this.#queue.push({ call, read, deliver });
    return null;
  }

  /** Null when the call needs what is not there yet. */
  #attempt(call) {
    try {
      return this.#perform(call);
    } catch (error) {
      if (!this.#journal || !(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#isBroken = true;
      return null;
    }
  }

  #perform(call) {
    const result = this.#exports[call.name](...call.numbers, ...this.#write(call.parts));
    this.#journal?.push(call);
    return result ?? 0;
  }

  /** Writes the parts one after another into the input buffer; answers with their lengths. */
  #write(parts) {
    // A secret's part is a function: it is read here, and no copy of it waits anywhere.
    const read = parts.map((part) => typeof part === "function" ? part() : part);
    // A UTF-16 unit is three bytes of UTF-8 at most.
    const bound = read.reduce((sum, part) => sum + part.length * (part.buffer ? 1 : 3), 0);
    if (!bound) return read.map(() => 0);
    const start = this.#exports.oyna_input_buffer(bound);
    const target = new Uint8Array(this.#exports.memory.buffer, start, bound);
    let end = 0;
    return read.map((part) => {
      const begin = end;
      if (part.buffer) {
        target.set(part, end);
        end += part.length;
      } else {
        end += encoder.encodeInto(part, target.subarray(end)).written;
      }
      return end - begin;
    });
  }

  #result(length) {
    const start = this.#exports.oyna_result_buffer();
    return new Uint8Array(this.#exports.memory.buffer, start, length);
  }

  // MARK: becoming whole

  /** Waits for the deferred part, asking again while there is no network, then makes the calls. */
  async #wait() {
    for (let pause = 500; ; pause = Math.min(2 * pause, 30_000)) {
      try {
        await this.complete();
        break;
      } catch (error) {
        console.warn("oyna: the rest of the engine did not arrive", error);
        await new Promise((resolve) => {
          setTimeout(resolve, pause);
          addEventListener("online", resolve, { once: true });
        });
      }
    }
    // What a delivered message causes comes after what waits already.
    for (let item = this.#queue.shift(); item; item = this.#queue.shift()) {
      try {
        item.deliver(item.read(this.#result(this.#perform(item.call))));
      } catch (error) {
        reportError(error);
      }
    }
    this.#queue = null;
  }

  /** Adds the deferred part, and replaces an instance that was lost; one after another. */
  #rebuild(deferred = null) {
    const run = () => this.#rebuildNow(deferred);
    this.#rebuilding = this.#rebuilding.then(run, run);
    return this.#rebuilding;
  }

  async #rebuildNow(deferred) {
    if (!this.#journal) return;
    const add = (exports) =>
      deferred && WebAssembly.instantiate(deferred, { [buildOf(exports)]: exports });
    if (!this.#isBroken) await add(this.#exports);
    if (this.#isBroken) { // perhaps only since the line above
      const { exports } = await WebAssembly.instantiate(this.#module, {});
      await add(exports);
      const calls = this.#journal;
      this.#journal = [];
      this.#exports = exports;
      for (const call of calls) this.#perform(call);
      this.#isBroken = false;
    }
    if (deferred) this.#journal = null;
  }
}

const buildOf = (exports) => Object.keys(exports).find((name) => name.startsWith(BUILD));

/**
 * One open screen. A call that has to wait for the whole engine answers with null; its message goes
 * to `deliver` later.
 */
class Session {
  #handle;
  #call;
  #exports;
  #isClosed = false;
  deliver = () => {};

  constructor(handle, call, exports) {
    this.#handle = handle;
    this.#call = call;
    this.#exports = exports;
  }

  /** What the engine has to say at the start. */
  start() {
    return this.#tell("oyna_start", []);
  }

  /** Tells one event; answers with the changes and effects. */
  send(event) {
    return this.#tell("oyna_event", [], [JSON.stringify(event)]);
  }

  /** The same screen in another language: the document's text goes as it came. */
  translate(document) {
    return this.#tell("oyna_event", [], [`{"translated":${document}}`]);
  }

  /**
   * Puts a secret's bytes straight into the engine's own buffer for it. `read` gives the text when
   * the engine is whole: until then it stays in its control, and nowhere else.
   */
  sendSecret(key, read) {
    return this.#tell("oyna_secret", [], [key, read], true);
  }

  /** An HTTP answer: the body goes as bytes, the engine decides what it means. */
  sendResponse(id, status, headers, body) {
    return this.#tell("oyna_response", [id, status], [JSON.stringify(headers), body]);
  }

  /** Lets `use` see the bytes of a request's body, then has the engine overwrite its copy. */
  withBody(id, use) {
    const call = { name: "oyna_request_body", numbers: [this.#handle, id], parts: [] };
    const read = (bytes) => {
      try {
        return use(bytes);
      } finally {
        this.#exports().oyna_wipe_result();
      }
    };
    return new Promise((resolve, reject) => {
      const used = this.#call(call, read, resolve);
      if (used) used.then(resolve, reject);
    });
  }

  /** Releases the screen; its secrets are overwritten. */
  close() {
    this.#isClosed = true;
    const call = { name: "oyna_close", numbers: [this.#handle], parts: [] };
    this.#call(call, () => {}, () => {});
  }

  #tell(name, numbers, parts = [], isSecret = false) {
    // The page may still speak of a screen that was closed, such as when its focus is taken away.
    if (this.#isClosed) return { changes: [], effects: [], invalid: 0 };
    const call = { name, numbers: [this.#handle, ...numbers], parts, isSecret };
    return this.#call(call, readMessage, (message) => {
      if (!this.#isClosed) this.deliver(message);
    });
  }
}
