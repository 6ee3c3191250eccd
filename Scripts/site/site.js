// A live screen in a page takes on the page's light or dark.

const isDark = () => document.body.dataset.mdColorScheme === "slate";

function dress() {
  for (const frame of document.querySelectorAll("iframe.live")) {
    const root = frame.contentDocument?.documentElement;
    const screen = frame.contentDocument?.querySelector("oyna-screen");
    const theme = isDark() ? "dark" : "light";
    for (const element of [root, screen]) if (element) element.dataset.theme = theme;
  }
}

new MutationObserver(dress).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
for (const frame of document.querySelectorAll("iframe.live")) frame.addEventListener("load", dress);
dress();
