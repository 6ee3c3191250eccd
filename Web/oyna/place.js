// The place on a screen that is opened again, after a reload of the page: loaded when there is one.

const PATIENCE = 10_000; // milliseconds for lists to arrive

/**
 * Scrolls to a place as soon as the content reaches so far down, and further with each part that
 * arrives: a list asks for its next page where the page stands. A person who scrolls or leaves ends it.
 */
export function restorePlace(content, place) {
  const ended = new AbortController();
  const { signal } = ended;
  const follow = () => {
    scrollTo(0, place);
    if (Math.abs(scrollY - place) < 2) ended.abort();
  };
  const growth = new ResizeObserver(follow);
  signal.addEventListener("abort", () => growth.disconnect());
  for (const name of ["wheel", "touchstart", "pointerdown", "keydown", "popstate"]) {
    addEventListener(name, () => ended.abort(), { signal, passive: true });
  }
  setTimeout(() => ended.abort(), PATIENCE);
  growth.observe(content);
}
