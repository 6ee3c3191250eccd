// What a screen is told of the page and the day.

/** The person's own day, as `YYYY-MM-DD`. */
export function today() {
  const now = new Date();
  const pad = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/** The id of a screen's document; undefined for what is none, such as a page of HTML. */
export function idOf(text) {
  try {
    return JSON.parse(text)?.id;
  } catch {
    return undefined;
  }
}

/** The page's address for a screen, so that it can be reloaded and sent to others. */
export function address(url) {
  const page = new URL(location.href);
  const isOwn = url.origin === page.origin;
  page.searchParams.set("screen", isOwn ? url.pathname + url.search : url.href);
  return page.href;
}
