// The app without a line: what was fetched last is kept, and shown when the table does not answer. Nothing is played
// offline. What changes is always asked for first.
const KEPT = "rhine-1";
/** Matches, seats and dice are never answered from here, but for what a page kept on purpose under /kept/. */
const LASTING = [/^\/$/, /^\/table\//, /^\/(js|css|fonts)\//, /^\/icon/, /^\/rhine\.webmanifest$/, /^\/api\/(kit|sheet|shelf|sheet\.css|me)/, /^\/api\/matches$/];

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !LASTING.some((pattern) => pattern.test(pathname))) return;
  // All tables are one page.
  const name = pathname.startsWith("/table/") ? "/table/" : pathname;
  event.respondWith(
    (async () => {
      const cache = await caches.open(KEPT);
      try {
        const answer = await fetch(request);
        if (answer.ok) cache.put(name, answer.clone());
        return answer;
      } catch (problem) {
        const kept = await cache.match(name);
        if (kept) return kept;
        throw problem;
      }
    })(),
  );
});
