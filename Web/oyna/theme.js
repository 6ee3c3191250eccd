// A theme as data: design tokens by name, each a value or one for light and one for dark. Loaded when
// an element has the attribute `theme`.
//
//   {"accent": {"light": "#7a3e00", "dark": "#ffb870"}, "radius": "0.25rem"}

const NAME = /^[a-z]+(-[a-z]+)*$/;

const property = (name) => `--oyna-${name}`;

/** The value of a token; null for what is none. */
function value(token) {
  if (typeof token === "string") return token;
  const { light, dark } = token ?? {};
  return typeof light === "string" && typeof dark === "string" ? `light-dark(${light}, ${dark})` : null;
}

/**
 * Fetches a theme and gives its tokens to the element, unless it wants another one by then; those of
 * the theme before are taken away.
 */
async function applyTheme(element, url, isWanted) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  const tokens = await response.json();
  if (!isWanted()) return;
  clearTheme(element);
  element.oynaTokens = [];
  for (const [name, token] of Object.entries(tokens)) {
    const text = value(token);
    if (!NAME.test(name) || text === null) {
      console.warn(`theme: "${name}" is no token`);
      continue;
    }
    element.style.setProperty(property(name), text);
    element.oynaTokens.push(name);
  }
}

function clearTheme(element) {
  for (const name of element.oynaTokens ?? []) element.style.removeProperty(property(name));
  element.oynaTokens = null;
}

/** The design tokens of a file take the place of those of oyna.css; without an address they go. */
export async function drawTheme(element, address) {
  if (!address) return clearTheme(element);
  const isWanted = () => element.getAttribute("theme") === address;
  await applyTheme(element, new URL(address, document.baseURI), isWanted)
    .catch((error) => element.dispatch("oyna-report", { message: String(error) }));
}
