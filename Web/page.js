// The demo page: which screen to show, in which language.

import "./oyna.js";

const LANGUAGES = ["uz", "uz-Cyrl", "ru", "en"];
const START = "screens/start";

const screen = document.querySelector("oyna-screen");
const buttons = document.querySelectorAll(".languages button");

function choose(language) {
  document.documentElement.lang = language;
  screen.lang = language;
  for (const button of buttons) button.setAttribute("aria-pressed", button.lang === language);
}

const wanted = localStorage.getItem("language")
  ?? navigator.languages.map((tag) => tag.startsWith("uz-Cyrl") ? "uz-Cyrl" : tag.split("-")[0])
    .find((tag) => LANGUAGES.includes(tag));
choose(LANGUAGES.includes(wanted) ? wanted : "uz");

for (const button of buttons) {
  button.addEventListener("click", () => {
    localStorage.setItem("language", button.lang);
    choose(button.lang);
  });
}

// The page starts without a network from the second visit on. It waits for the first screen, so as
// not to compete with it for the network.
if (navigator.serviceWorker) {
  screen.addEventListener("oyna-screen-change", () => {
    navigator.serviceWorker.register("sw.js").catch(() => {}); // a page over plain http has none
  }, { once: true });
}

const theme = new URLSearchParams(location.search).get("theme");
if (theme) document.documentElement.dataset.theme = theme;

// A screen of this server only: an address that someone sent must not bring another's form here.
const asked = new URL(new URLSearchParams(location.search).get("screen") ?? START, location.href);
const isOwn = asked.origin === location.origin;
screen.setAttribute("src", isOwn ? asked.pathname + asked.search : START);
