// The focus is always somewhere, and to be seen (WCAG 2.2: 2.4.3, 2.4.7, 2.4.11).

/** Scrolls what has the focus out from behind what stands still over the page, keys on glass too. */
export function uncoverFocus(root) {
  const at = root.activeElement;
  if (!at) return;
  const box = (at.closest(".control, .choice") ?? at).getBoundingClientRect();
  // A part of it is enough of what is higher than the window.
  const { offsetTop, height } = window.visualViewport ?? { offsetTop: 0, height: innerHeight };
  const below = Math.min(box.bottom, box.top + height / 2) - offsetTop - height;
  let distance = below > 0 ? below + 12 : 0;
  for (const cover of root.querySelectorAll(".action, .snackbar, .undo-bar")) {
    const { top, bottom } = cover.getBoundingClientRect();
    if (cover.contains(at) || bottom <= box.top || top >= box.bottom) continue;
    const isAbove = cover.matches(".undo-bar");
    if (isAbove) distance = Math.min(distance, box.top - bottom - 12);
    else distance = Math.max(distance, box.bottom - top + 12);
  }
  if (distance) (at.closest("dialog") ?? window).scrollBy(0, distance);
}

/** Whether something can be seen, and reached. */
const isThere = (element) =>
  element?.isConnected && element.checkVisibility() && !element.closest("[inert]");

/** Focuses an element, whatever it is. */
export function focusOn(element) {
  element.focus({ preventScroll: true });
  if (element.getRootNode().activeElement === element) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
}

/**
 * Keeps the focus near where it was when what had it goes away, such as a button that was pressed
 * and is not needed any more. `onLost` is called when nothing around it is left either.
 */
export function keepFocus(screen, onLost, signal) {
  let trail = []; // what had the focus, then what is around it, each with its neighbours
  screen.addEventListener("focusin", ({ target }) => {
    trail = [];
    for (let at = target; at && at !== screen; at = at.parentElement) {
      trail.push({ at, before: at.previousElementSibling, next: at.nextElementSibling });
    }
  });
  const look = () => {
    const root = screen.getRootNode();
    const isElsewhere = ![document.body, root.host].includes(document.activeElement);
    if (!trail.length || !screen.isConnected || isElsewhere) return;
    if (isThere(root.activeElement) || isThere(trail[0].at)) return;
    for (const { at, before, next } of trail) {
      // What came in its place is the nearest.
      const near = [before?.isConnected && before.nextElementSibling, next, before, at].find(isThere);
      if (near) return focusOn(near);
    }
    onLost();
  };
  const changes = new MutationObserver(look);
  changes.observe(screen,
    { attributeFilter: ["hidden", "inert"], attributes: true, childList: true, subtree: true });
  signal.addEventListener("abort", () => changes.disconnect());
}
