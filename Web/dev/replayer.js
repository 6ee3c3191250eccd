// `oyna replay` in the page: a document and event lines to states, by the same engine.

export class Replayer {
  #exports;

  static async load(url) {
    const { instance } = await WebAssembly.instantiateStreaming(fetch(url), {});
    const replayer = new Replayer();
    replayer.#exports = instance.exports;
    return replayer;
  }

  /** The opening state and one for each event; or one object with `error`. */
  states(document, lines) {
    const encoder = new TextEncoder();
    const parts = [encoder.encode(document), encoder.encode(lines.join("\n"))];
    const length = parts[0].length + parts[1].length;
    const { oyna_input_buffer, oyna_replay, oyna_result_buffer, memory } = this.#exports;
    const start = oyna_input_buffer(Math.max(length, 1));
    const input = new Uint8Array(memory.buffer, start, length);
    input.set(parts[0]);
    input.set(parts[1], parts[0].length);
    const count = oyna_replay(parts[0].length, parts[1].length);
    const output = new Uint8Array(memory.buffer, oyna_result_buffer(), count);
    return new TextDecoder().decode(output).trim().split("\n").map((line) => JSON.parse(line));
  }
}
