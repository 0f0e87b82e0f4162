// Caches the page's own files so that a static copy opens offline. Every other request goes to the network untouched. A
// new version waits until the user activates it.

/** Replaced by the build: the page's files, and a version that changes with them. */
declare const shellOfBuild: CachedShell

export interface CachedShell {
  version: string
  /** Relative to the page's folder. */
  files: readonly string[]
}

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Scope {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  readonly registration: { readonly scope: string }
}
// The DOM types don't describe the service worker scope.
declare const self: Scope

const prefix = 'parley-shell-'
const cacheName = prefix + shellOfBuild.version

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([...shellOfBuild.files])))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith(prefix) && name !== cacheName))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return
  const file = request.mode === 'navigate' ? self.registration.scope : request.url
  if (!isOfShell(file)) return
  event.respondWith(
    caches
      .open(cacheName)
      .then((cache) => cache.match(file))
      .then((kept) => kept ?? fetch(request)),
  )
})

function isOfShell(url: string): boolean {
  return shellOfBuild.files.some((file) => new URL(file, self.registration.scope).href === url)
}
