// Screens that are asked for before they are wanted.

/** What was asked for in advance. An answer is used once, within a minute. */
export class AskedAhead {
  #answers = new Map(); // address → promise of the answer

  /** `fetchScreen` asks for the screen at an address. */
  ask(href, fetchScreen) {
    if (this.#answers.has(href) || this.#answers.size >= 8 || !navigator.onLine) return;
    const answer = fetchScreen(new URL(href)).then((result) => {
      // A failure is no answer: it is asked for again when it is wanted.
      if (!result.bytes || result.isSaved) this.#forget(href, answer);
      return result;
    });
    this.#answers.set(href, answer);
    setTimeout(() => this.#forget(href, answer), 60_000);
  }

  /** The promise of an answer, which is not here any more then; undefined where none was asked for. */
  take(href) {
    const answer = this.#answers.get(href);
    this.#answers.delete(href);
    return answer;
  }

  clear() {
    this.#answers.clear();
  }

  #forget(href, answer) {
    if (this.#answers.get(href) === answer) this.#answers.delete(href);
  }
}
