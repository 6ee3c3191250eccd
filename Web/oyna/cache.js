// The last good copy of screens, for a time without a network. Loaded only when it is needed.
//
// Whether a screen may be kept is the engine's verdict (`isStorable`): never one that says so, never
// one with a sensitive field. A copy belongs to one address in one language.

const NAME = "oyna-screens-1";
const LIMIT = 60; // the oldest copies leave first

const keyOf = (url, language) => {
  const key = new URL(url);
  key.searchParams.set("oyna-language", language);
  return key.href;
};

/** The store, or null where the browser has none: a page over plain http, a private window. */
async function store() {
  try {
    return await globalThis.caches?.open(NAME) ?? null;
  } catch {
    return null;
  }
}

/** Keeps the bytes of an answer under its address. */
export async function keep(url, language, bytes, tag) {
  const cache = await store();
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
export async function recall(url, language) {
  const kept = await (await store())?.match(keyOf(url, language));
  if (!kept) return null;
  return { bytes: new Uint8Array(await kept.arrayBuffer()), tag: kept.headers.get("ETag") };
}

/** Forgets one copy: what was kept may not be kept any more. */
export async function forget(url, language) {
  await (await store())?.delete(keyOf(url, language));
}
