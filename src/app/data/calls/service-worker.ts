// Caches the page's own files so that a static copy opens offline. Every other request goes to the network untouched. A
// new version waits until the user activates it.

/** Replaced by the build: the page's files, and a version that changes with them. */
declare const shellOfBuild: CachedShell

export interface CachedShell {
  version: string
  /** Relative to the page's folder. */
  files: readonly string[]
  /** Files that most visits don't need. The page caches them itself when it first uses them. */
  onDemand: readonly string[]
  /** Added to every cached response; a static host sends none of them. */
  headers: Readonly<Record<string, string>>
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
/** See `model-files.ts`. */
const onDemandCache = 'parley-engine'

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([...shellOfBuild.files])))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith(prefix) && name !== cacheName))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(dropOldFiles)
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
  const name = isAmong(shellOfBuild.files, file)
    ? cacheName
    : isAmong(shellOfBuild.onDemand, file)
      ? onDemandCache
      : undefined
  if (name !== undefined) event.respondWith(answer(name, file, request))
})

/** From the cache if possible, with the headers that isolate the page. A worker needs the same ones as its page. */
async function answer(name: string, file: string, request: Request): Promise<Response> {
  const cache = await caches.open(name)
  const response = (await cache.match(file)) ?? (await fetch(request))
  const headers = new Headers(response.headers)
  for (const [header, value] of Object.entries(shellOfBuild.headers)) headers.set(header, value)
  const { body, status, statusText } = response
  return new Response(body, { status, statusText, headers })
}

/** Files of earlier versions; the others needn't be loaded again. */
async function dropOldFiles(): Promise<void> {
  if (!(await caches.has(onDemandCache))) return
  const cache = await caches.open(onDemandCache)
  const old = (await cache.keys()).filter(({ url }) => !isAmong(shellOfBuild.onDemand, url))
  await Promise.all(old.map((request) => cache.delete(request)))
}

function isAmong(files: readonly string[], url: string): boolean {
  return files.some((file) => new URL(file, self.registration.scope).href === url)
}
