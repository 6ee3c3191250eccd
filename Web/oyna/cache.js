// The last good copies of screens, and of what their lists loaded: for a time without a network,
// and to be quicker than it. Loaded only when it is needed.
//
// Whether anything may be kept is the engine's verdict (`isStorable` of a screen, `cache` of a
// request): never of a screen that says so, never of one with a sensitive field. A copy belongs to
// one address in one language.

import { make } from "./dom.js";

export const SCREENS = "oyna-screens-1";
const DATA = "oyna-data-1";
const LIMIT = 60; // the oldest copies leave first

const keyOf = (url, language) => {
  const key = new URL(url);
  key.searchParams.set("oyna-language", language);
  return key.href;
};

/** The store, or null where the browser has none: a page over plain http, a private window. */
async function store(name) {
  try {
    return await globalThis.caches?.open(name) ?? null;
  } catch {
    return null;
  }
}

/** Keeps the bytes of an answer under its address. */
export async function keep(url, language, bytes, tag, name = SCREENS) {
  const cache = await store(name);
  if (!cache) return;
  const key = keyOf(url, language);
  const headers = { "Content-Type": "application/json", ...(tag && { ETag: tag }) };
  try {
    await cache.delete(key); // so that it is the youngest again
    await cache.put(key, new Response(bytes, { headers }));
    const keys = await cache.keys();
    for (const old of keys.slice(0, Math.max(0, keys.length - LIMIT))) await cache.delete(old);
  } catch {
    // No room is left: a copy is a convenience, never a promise.
  }
}

/** The kept copy as `{bytes, tag}`, or null. */
export async function recall(url, language, name = SCREENS) {
  const kept = await (await store(name))?.match(keyOf(url, language));
  if (!kept) return null;
  return { bytes: new Uint8Array(await kept.arrayBuffer()), tag: kept.headers.get("ETag") };
}

/** Says over a screen that it is a copy; `reload` asks for the screen itself. */
export function mark({ words, element }, reload) {
  const refresh = make("button", "button plain", { type: "button" }, words.refresh);
  refresh.addEventListener("click", reload);
  element.prepend(
    make("div", "saved-copy", { role: "status" }, make("span", "", {}, words.savedCopy), refresh));
}

/** Forgets one copy: what was kept may not be kept any more. */
export async function forget(url, language) {
  await (await store(SCREENS))?.delete(keyOf(url, language));
}

/** Whether the engine could make nothing of an answer: `tell` gives its message, if it is here. */
const isUnreadable = (message) =>
  Boolean(message) && message.effects.some(({ report }) => report?.code === "load-unreadable");

/** A network that asks to sign in first answers with a page of its own. */
function isJSON(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Answers a request by its policy. `ask(headers)` goes to the network; `tell(status, headers, body)`
 * is called once, or twice when a kept answer is shown while the network is asked. Throws what `ask`
 * throws when nothing that was kept can stand in.
 */
export async function serve(policy, url, language, ask, tell) {
  const kept = policy === "network_first" ? null : await recall(url, language, DATA);
  let tag = kept?.tag;
  if (kept) {
    const isFinal = policy === "cache_first";
    const message = tell(200, isFinal ? [] : [["oyna-cache", "revalidating"]], kept.bytes);
    if (isFinal) return;
    if (isUnreadable(message)) tag = null; // a 304 would confirm what nobody can show
  }
  let response;
  let body;
  try {
    response = await ask(tag ? { "If-None-Match": tag } : {});
    body = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    const old = error?.name === "AbortError" ? null : await recall(url, language, DATA);
    if (policy !== "network_first" || !old) throw error;
    return tell(200, [["oyna-cache", "offline"]], old.bytes);
  }
  const headers = [...response.headers].filter(([name]) => name !== "oyna-cache");
  const message = tell(response.status, headers, body);
  const isKept = response.status === 200 && !/no-store/.test(response.headers.get("Cache-Control"))
    && isJSON(body) && !isUnreadable(message);
  if (isKept) await keep(url, language, body, response.headers.get("ETag"), DATA);
}
