// The gallery as static files: a document for each language.

import "./static-network.js";
import "./oyna.js";

const screen = document.querySelector("oyna-screen");
const buttons = document.querySelectorAll(".languages button");

function show(language) {
  document.documentElement.lang = language;
  screen.setAttribute("src", new URL(`screens/${language}/gallery.json`, import.meta.url).href);
  for (const button of buttons) button.setAttribute("aria-pressed", button.lang === language);
}

for (const button of buttons) button.addEventListener("click", () => show(button.lang));
show("uz");
