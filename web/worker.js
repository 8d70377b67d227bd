// The one service worker of these pages: a browser has one for each address. It shows notifications, and serves some
// pages without a network from the files of the last build. It never caches an answer of the service.

/** `scripts/build-web.js` writes the files of the build here. A new build is another worker. */
const build = { name: 'none', files: [] }
/** Every page is the same document. */
const page = '/kiosk'
const withoutNetwork = ['/desk/counter', '/desk/visits', '/desk/waiting', '/kiosk']
/** How long a page waits for the service. */
const patienceMs = 8000

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// Only pages that work offline ask for these files; notifications alone do not need them.
self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keep())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/') || build.files.includes(pathname)) event.respondWith(fromBuild(request))
  else if (request.mode === 'navigate' && withoutNetwork.includes(pathname)) event.respondWith(newest(request))
})

/** Caches all of this build, the page last, and deletes the earlier build only then. */
async function keep() {
  const cache = await caches.open(build.name)
  if (await cache.match(page)) return
  const document = await fetch(page, { cache: 'reload' })
  const text = await document.clone().text()
  // While the service is being replaced, another node may still have the pages from before.
  const named = text.match(/\/assets\/[^"']+/g)
  if (!document.ok || !named?.every((file) => build.files.includes(file))) throw new Error('not the page of this build')
  await cache.addAll(build.files)
  await cache.put(page, document)
  for (const name of await caches.keys()) if (name !== build.name) await caches.delete(name)
}

/** Their names change with their content. */
async function fromBuild(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** The current page of the service; the cached one only without an answer. */
async function newest(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(patienceMs) })
    // A proxy answers 502 to 504 in place of the service.
    if (answer.status < 502 || answer.status > 504) return answer
  } catch {}
  return (await caches.match(page, { ignoreVary: true })) ?? Response.error()
}

self.addEventListener('push', (event) => {
  const { id, lang, title, body, path } = readMessage(event.data)
  // A repeated notification replaces the first.
  event.waitUntil(
    self.registration.showNotification(title, { body, lang, tag: id, icon: '/icon-192.png', data: { path } }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path))
})

/** Browsers demand a notification for every push message, even for an unreadable one. */
function readMessage(data) {
  try {
    const { id, lang, title, body, path } = data.json()
    return { id: String(id), lang: String(lang), title: String(title), body: String(body), path: String(path) }
  } catch {
    return { id: 'fettle', lang: '', title: 'Fettle', body: '', path: '/' }
  }
}

/** Opens only own pages: the tab that shows it, or a new one. */
async function open(path) {
  const { origin } = self.location
  const url = URL.parse(path, origin)
  const page = url?.origin === origin ? url.href : `${origin}/`
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = tabs.find((tab) => tab.url === page)
  return there ? there.focus() : self.clients.openWindow(page)
}
