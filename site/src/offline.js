// Keeps the whole page, so that it works without a network after the first visit. All files of one
// build are kept together, under its digest; the next build takes their place once it is there whole.
const { name, files } = self.KEPT;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(name).then((kept) => kept.addAll(files.map((file) => new Request(file, { cache: "no-cache" })))));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((each) => each.startsWith("ruleslang ") && each !== name).map((each) => caches.delete(each)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const url = new URL(event.request.url);
  if (url.origin !== location.origin) return;
  event.respondWith(caches.open(name).then(async (kept) => (await kept.match(event.request, { ignoreSearch: true })) || fetch(event.request)));
});
