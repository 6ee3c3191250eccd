// The keys of undo: one history for the whole screen, never two at once.
//
// In a text field of a screen the browser has a history of its own. It would know nothing of a mask
// that was applied or of a cart that changed, so there the engine's history is the only one: the
// keys, and the "Undo" of a menu, are taken from the browser. Two kinds of controls keep the
// browser's: a secret, which the engine's history never holds, and a control that is no field of
// the screen, such as the box of a promo code that is not applied yet.

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** `undo`, `redo` or null: what the keys that were pressed ask for. */
export function undoKey(event) {
  const isCommand = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!isCommand || event.altKey || event.isComposing) return null;
  // In a Cyrillic layout the key has no Latin letter: then its place on the keyboard counts.
  const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase()
    : event.code?.replace("Key", "").toLowerCase();
  if (letter === "z") return event.shiftKey ? "redo" : "undo";
  return letter === "y" && !event.shiftKey && !isMac ? "redo" : null;
}

/** True when the browser's own history is to answer for a control. */
export function hasOwnHistory(control) {
  const isText = control.isContentEditable || control.localName === "textarea"
    || (control.localName === "input" && !/^(checkbox|radio|range|button)$/.test(control.type));
  if (!isText) return false;
  let view = null;
  for (let at = control; at && !view; at = at.parentNode) view = at.oynaView;
  return view?.control !== control || !view.edit || view.node.field.secretLength !== undefined;
}

/** `undo` or `redo` of the browser's menu; null for any other input. */
export const undoInput = ({ inputType }) =>
  ({ historyUndo: "undo", historyRedo: "redo" })[inputType] ?? null;
