// The icons, drawn for this product on a grid of 24 with a stroke of 1.75 and round ends.

const SHAPES = {
  alert: "M12 8v5 M12 16.2v.1 M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  bank: "M4 10h16L12 4.5z M6 10v7 M10 10v7 M14 10v7 M18 10v7 M4 20h16",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15z M10 20.5a2.2 2.2 0 0 0 4 0",
  calendar: "M4 6.5h16V20H4z M4 10.5h16 M8 4v4 M16 4v4",
  camera: "M4 8h4l1.5-2.5h5L16 8h4v11H4z M12 10a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4z",
  card: "M3.5 6h17v12h-17z M3.5 10h17 M7 14.5h4",
  cart: "M3 4h2.5l2.2 11h10.2L20 7.5H6.3 M9 19.2v.1 M17 19.2v.1",
  check: "M5 12.5l4.5 4.5L19 7.5",
  chevron: "M6.5 9.5L12 15l5.5-5.5",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z M12 7.5V12l3 2",
  close: "M6 6l12 12 M18 6L6 18",
  copy: "M9 9h11v11H9z M15 9V4H4v11h5",
  document: "M6 3.5h8l4 4v13H6z M14 3.5v4h4 M9 12h6 M9 16h6",
  download: "M12 4v11 M7 10.5l5 5 5-5 M5 20h14",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z M12 9.2a2.8 "
    + "2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
  "eye-off": "M4 4l16 16 M9 6.2A9.4 9.4 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-3 3.7 "
    + "M6.2 7.6A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.5c1.7 0 3.2-.5 4.5-1.2 M10 10.1a2.8 "
    + "2.8 0 0 0 3.9 3.9",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z M3 12h18 M12 3c3 3 3 15 0 18 M12 3c-3 3-3 15 0 18",
  home: "M4 11l8-6.5 8 6.5v9h-5.5v-5.5h-5V20H4z",
  info: "M12 11v5.2 M12 7.9v.1 M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1 M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 "
    + "0 0 0 5.7 5.7l1-1",
  location: "M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11z M12 7.7a2.3 2.3 0 1 0 "
    + "0 4.6 2.3 2.3 0 0 0 0-4.6z",
  lock: "M5.5 11h13v9h-13z M8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  mail: "M3.5 6h17v12h-17z M4 7l8 6 8-6",
  minus: "M5 12h14",
  phone: "M6 3.5h3l1.5 4.5-2 1.5a12 12 0 0 0 6 6l1.5-2 4.5 1.5v3c0 1.5-1 2.5-2.5 2.5C10 20 "
    + "4 14 3.5 6 3.5 4.5 4.5 3.5 6 3.5z",
  plus: "M12 5v14 M5 12h14",
  redo: "M15 14.5l5-5-5-5 M20 9.5H9.5a5.5 5.5 0 0 0 0 11H14",
  refresh: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9 M19.5 4v5h-5",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z M15.5 15.5L20 20",
  share: "M12 15V4 M8 7.5L12 4l4 3.5 M6 11H4.5v9h15v-9H18",
  shield: "M12 3.5l7.5 2.5v6c0 4.5-3.5 7.5-7.5 8.5-4-1-7.5-4-7.5-8.5V6z M8.5 12l2.5 2.5 4.5-5",
  star: "M12 4l2.5 5.2 5.5.8-4 4 1 5.7-5-2.7-5 2.7 1-5.7-4-4 5.5-.8z",
  trash: "M5 7h14 M9.5 7V4.5h5V7 M6.5 7l1 13h9l1-13 M10 11v5.5 M14 11v5.5",
  undo: "M9 14.5l-5-5 5-5 M4 9.5h10.5a5.5 5.5 0 0 1 0 11H10",
  upload: "M12 20V9 M7 13.5l5-5 5 5 M5 4h14",
  user: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8z M4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6",
  wallet: "M4 7.5V18a2 2 0 0 0 2 2h14V9H6a2 2 0 0 1 0-4h12v4 M16.5 14.5v.1",
  warning: "M12 4L2.8 19.5h18.4z M12 10v4.5 M12 17v.1",
};

// Names of other icon sets that documents may use for the same picture.
const SAME = {
  checkmark: "check", success: "check", error: "alert", exclamationmark: "alert", xmark: "close",
  doc: "document", receipt: "document", person: "user", creditcard: "card", house: "home",
  "checkmark.circle": "check", "checkmark.circle.fill": "check", "lock.fill": "lock",
  "chevron.down": "chevron", envelope: "mail", gear: "shield", bag: "cart",
};

const SVG = "http://www.w3.org/2000/svg";

/** An icon for decoration, hidden from assistive technology; an unknown name draws none. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  svg.setAttribute("class", "icon");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", SHAPES[name] ?? SHAPES[SAME[name]] ?? "");
  svg.append(path);
  return svg;
}
