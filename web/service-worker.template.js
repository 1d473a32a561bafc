/**
 * Everything the page needs is kept on the first visit, so that it plays offline, but for networks; FILES and VERSION
 * are filled in by the build.
 */
const FILES = __FILES__;
const VERSION = __VERSION__;
const CACHE = `outcry-${VERSION}`;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith('outcry-') && name !== CACHE);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  // Tables, the operator's page and the like are the server's own, and never kept.
  const isPage = event.request.mode === 'navigate' && url.pathname === new URL(self.registration.scope).pathname;
  event.respondWith(
    caches.open(CACHE).then(async (cache) => {
      const kept = await cache.match(isPage ? './' : event.request, { ignoreSearch: true });
      if (kept) return kept;
      const answer = await fetch(event.request);
      // Who has learned a game is large, and kept once it was asked for.
      if (url.pathname.endsWith('.block') && answer.ok) await cache.put(event.request, answer.clone());
      return answer;
    }),
  );
});

/** A notification leads to its table: in the page that is open, or in a new one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(async ([open]) => {
      if (!open) return self.clients.openWindow(event.notification.data);
      await open.navigate(event.notification.data).catch(() => {});
      return open.focus();
    }),
  );
});
