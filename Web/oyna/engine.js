// The bridge to the engine in WebAssembly: bytes in, one message out.
//
// Each call writes UTF-8 into the engine's input buffer and calls one export, which leaves its
// answer in the engine's result buffer (Docs/Decisions/0006-one-message-a-call.md). The engine
// owns both buffers; the shell never keeps a view of them over a call, since memory may grow.

/** The version of the calls below; the module must answer the same. */
const INTERFACE_VERSION = 1;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const modules = new Map();

/** Compiles the module once for a page, however many elements use it. */
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
  #exports;

  constructor(instance) {
    this.#exports = instance.exports;
    const version = this.#exports.oyna_interface_version();
    if (version !== INTERFACE_VERSION) {
      throw new Error(`oyna.wasm speaks version ${version}, the shell ${INTERFACE_VERSION}`);
    }
  }

  static async load(url) {
    return new Engine(await WebAssembly.instantiate(await compile(url), {}));
  }

  /** Opens a screen from its document's bytes; a refused one opens as its explanation. */
  open(context, document) {
    const lengths = this.#write(JSON.stringify(context), document);
    return this.#session(this.#exports.oyna_open(...lengths));
  }

  /** Opens the explanation of why a screen did not arrive: `offline`, `timeout` or a status. */
  openFailure(context, reason) {
    const lengths = this.#write(JSON.stringify(context), String(reason));
    return this.#session(this.#exports.oyna_open_failure(...lengths));
  }

  /** One call of the page's queue (`oyna/outbox.js`): an object in, an object out. */
  queue(call) {
    const [length] = this.#write(JSON.stringify(call));
    return JSON.parse(decoder.decode(this.#result(this.#exports.oyna_queue(length))));
  }

  /** Replays event lines over a screen: the output's bytes, as `oyna replay` prints them. */
  replay(document, events) {
    return this.#result(this.#exports.oyna_replay(...this.#write(document, events))).slice();
  }

  #session(handle) {
    const calls = this.#exports;
    let isClosed = false;
    // The page may still speak of a screen that was closed, such as when its focus is taken away.
    const call = (run) => isClosed
      ? { changes: [], effects: [], invalid: 0 } : JSON.parse(decoder.decode(this.#result(run())));
    return {
      /** What the engine has to say at the start. */
      start: () => call(() => calls.oyna_start(handle)),
      /** Tells one event; answers with the changes and effects. */
      send: (event) => call(() => {
        const [length] = this.#write(JSON.stringify(event));
        return calls.oyna_event(handle, length);
      }),
      /** The same screen in another language: the document's text goes as it came. */
      translate: (document) => call(() => {
        const [length] = this.#write(`{"translated":${document}}`);
        return calls.oyna_event(handle, length);
      }),
      /** Puts a secret's bytes straight into the engine's own buffer for it. */
      sendSecret: (key, text) => call(() =>
        calls.oyna_secret(handle, ...this.#write(key, text))),
      /** An HTTP answer: the body goes as bytes, the engine decides what it means. */
      sendResponse: (id, status, headers, body) => call(() => calls.oyna_response(
        handle, id, status, ...this.#write(JSON.stringify(headers), body))),
      /** Lets `use` see the bytes of a request's body, then has the engine overwrite its copy. */
      withBody: (id, use) => {
        const bytes = this.#result(calls.oyna_request_body(handle, id));
        try {
          return use(bytes);
        } finally {
          calls.oyna_wipe_result();
        }
      },
      /** Releases the screen; its secrets are overwritten. */
      close: () => {
        isClosed = true;
        calls.oyna_close(handle);
      },
    };
  }

  /** Writes the parts one after another into the input buffer; answers with their lengths. */
  #write(...parts) {
    // A UTF-16 unit is three bytes of UTF-8 at most.
    const bound = parts.reduce((sum, part) => sum + part.length * (part.buffer ? 1 : 3), 0);
    const start = this.#exports.oyna_input_buffer(bound);
    const target = new Uint8Array(this.#exports.memory.buffer, start, bound);
    let end = 0;
    return parts.map((part) => {
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
}
