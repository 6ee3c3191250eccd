// The network of the playground's frame: switched off and on, answering by itself, or the server's.
// Imported before the shell, which then knows no other. The document under edit is at one address.

const SELF = "/screens/playground";
const real = window.fetch.bind(window);

/** `server`, `answer` (every request succeeds, nothing leaves the page) or `offline`. */
export const network = {
  mode: "server",
  document: "{}",
  delay: 0,
  /** Addresses of requests that left, or would have. */
  requests: 0,
  go(mode) {
    const was = this.mode;
    this.mode = mode;
    if ((was === "offline") !== (mode === "offline")) {
      window.dispatchEvent(new Event(mode === "offline" ? "offline" : "online"));
    }
  },
};

Object.defineProperty(navigator, "onLine", { get: () => network.mode !== "offline" });

const json = (body, status = 200) =>
  new Response(body, { status, headers: { "Content-Type": "application/json" } });

window.fetch = async (input, options = {}) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href);
  // The whole engine at once: a small one that grows has nothing to do here.
  if (url.pathname.endsWith("/oyna.wasm")) {
    return real(url.href.replace(/oyna\.wasm$/, "oyna.whole.wasm"));
  }
  if (/\.(wasm|css|json)$/.test(url.pathname) && url.origin === location.origin) {
    return real(input, options);
  }
  if (url.pathname === SELF) return json(network.document);
  network.requests += 1;
  if (network.mode === "offline") throw new TypeError("Failed to fetch");
  if (network.mode === "server") return real(input, options);
  await new Promise((resolve) => setTimeout(resolve, 400));
  const method = (options.method ?? "GET").toUpperCase();
  return method === "GET" ? json("{}", 404) : new Response(null, { status: 204 });
};
