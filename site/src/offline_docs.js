// Keeps pages of the documentation: those that users need from the beginning, and each other one once
// it was opened. With a network the page itself is loaded, so that it is never an old one.
const { name, files } = self.KEPT;
const BESIDE = new URL("play/", self.registration.scope).pathname;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(name).then((kept) => kept.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((each) => each.startsWith("docs of ruleslang ") && each !== name).map((each) => caches.delete(each)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.origin === location.origin && !url.pathname.startsWith(BESIDE)) event.respondWith(page(event.request));
});

async function page(request) {
  const kept = await caches.open(name);
  try {
    const found = await fetch(request);
    if (found.ok && found.status === 200) await kept.put(request, found.clone()).catch(() => {});
    return found;
  } catch (problem) {
    const known = await kept.match(request, { ignoreSearch: true });
    if (known || request.mode !== "navigate") return known || Response.error();
    return new Response(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Not stored</title><h1>This page isn't stored on this device</h1><p>You are offline, and this page was never opened here. These pages are stored: <a href="${self.registration.scope}tutorial/">the tutorial</a> and <a href="${self.registration.scope}reference/">the reference</a>.</p></html>`, { headers: { "Content-Type": "text/html" } });
  }
}
