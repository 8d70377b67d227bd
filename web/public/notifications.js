// Shows what the service sends to this browser, and opens its page. It answers no requests and keeps nothing.

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => {
  const { id, lang, title, body, path } = told(event.data)
  // One that comes again takes the place of the first.
  event.waitUntil(
    self.registration.showNotification(title, { body, lang, tag: id, icon: '/icon-192.png', data: { path } }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path))
})

/** A browser wants to see something for whatever arrives. */
function told(data) {
  try {
    const { id, lang, title, body, path } = data.json()
    return { id: String(id), lang: String(lang), title: String(title), body: String(body), path: String(path) }
  } catch {
    return { id: 'fettle', lang: '', title: 'Fettle', body: '', path: '/' }
  }
}

/** A page of ours and no other: the tab that shows it, or a new one. */
async function open(path) {
  const { origin } = self.location
  const url = URL.parse(path, origin)
  const page = url?.origin === origin ? url.href : `${origin}/`
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = tabs.find((tab) => tab.url === page)
  return there ? there.focus() : self.clients.openWindow(page)
}
