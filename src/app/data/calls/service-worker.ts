// Keeps the page itself, so that a static copy opens without a network. Nothing that was said or asked passes through:
// what is not a file of the page goes to the network untouched. A new version waits until the person asks for it.

/** Filled in by the build: the files of the page, and a name that changes with them. */
declare const shellOfBuild: CachedShell

export interface CachedShell {
  version: string
  /** Relative to the folder that the page stands in. */
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
// The page's own types have no word for where this runs.
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
