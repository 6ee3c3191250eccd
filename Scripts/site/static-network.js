// The demo's server, as far as the gallery asks it anything: files beside this page.

const real = window.fetch.bind(window);
const json = (body, status) =>
  new Response(body, { status, headers: { "Content-Type": "application/json" } });

window.fetch = async (input, options = {}) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href);
  if (url.pathname === "/api/v1/posts") {
    const scenario = url.searchParams.get("scenario");
    if (scenario === "empty") return json('{"posts": []}', 200);
    if (scenario === "broken") return json('{"title": "500"}', 500);
    return real(new URL("posts.json", import.meta.url));
  }
  if (url.pathname.startsWith("/api/")) return new Response(null, { status: 204 });
  return real(input, options);
};
