// Lets the page start with no network: keeps one whole version of its files.
//
// Which files there are is said by files.json alone, which Scripts/build-web writes: whatever lies
// in Web, the engine included. Every file is asked of the network first, so that nobody sees an old
// page while there is a network; a version is kept whole or not at all, so that an old file never
// meets a new one. Screens and data are not the business of this worker: oyna/cache.js keeps those
// that may be kept.

const PREFIX = "oyna-files-";
const PATIENCE = 4000; // milliseconds for the network, where a kept copy could be shown instead

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keepFiles());
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request);
  if (path === null) return;
  const isPage = request.mode === "navigate";
  // A screen's address is a parameter of the page's: the page itself is one file.
  event.respondWith(networkFirst(request, path));
  if (isPage) event.waitUntil(keepFiles().catch(() => {}));
});

/** The path below this worker's scope of a file that may be kept; null for all else. */
function pathOf({ method, url }) {
  const { origin, pathname } = new URL(url);
  const scope = new URL(registration.scope);
  if (method !== "GET" || origin !== scope.origin || !pathname.startsWith(scope.pathname)) {
    return null;
  }
  const path = pathname.slice(scope.pathname.length);
  // A directory of the server, such as its screens, is none of the page's but the root.
  if (path === "" || path === "index.html") return "";
  if (path === "files.json") return null;
  return /\.(html|js|css|json|wasm|svg|png|webp|woff2|webmanifest)$/.test(path) ? path : null;
}

async function networkFirst(request, path) {
  const answer = fetch(request);
  answer.catch(() => {}); // it is waited for below, perhaps too late to count as handled
  const kept = await match(path);
  if (!kept) return answer;
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE, kept)));
  return Promise.race([answer.catch(() => kept), late]).finally(() => clearTimeout(timer));
}

async function match(path) {
  for (const name of await versions()) {
    const kept = await (await caches.open(name)).match(new URL(path, registration.scope));
    if (kept) return kept;
  }
  return null;
}

const versions = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** Keeps the version of files that the server has now, unless it is kept already. */
async function keepFiles() {
  const response = await fetch(new URL("files.json", registration.scope), { cache: "no-cache" });
  if (!response.ok) return;
  const { version, files } = await response.json();
  const name = PREFIX + version;
  const old = (await versions()).filter((other) => other !== name);
  if (!(await caches.has(name))) {
    const urls = files.map((file) => new URL(file, registration.scope));
    const requests = urls.map((url) => new Request(url, { cache: "no-cache" }));
    const responses = await Promise.all(requests.map((each) => fetch(each)));
    if (!responses.every((each) => each.ok)) return;
    const cache = await caches.open(name);
    await Promise.all(responses.map((each, place) => cache.put(urls[place], each)));
  }
  await Promise.all(old.map((other) => caches.delete(other)));
}
