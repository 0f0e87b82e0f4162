const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  // Attached audio.
  'media-src blob:',
  "font-src 'self'",
  // Any service the user may connect to; docs/decisions/0012-connections.md.
  "connect-src 'self' http: https:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // Only src/app/data/calls/worker-scripts.ts creates a policy, for our own workers.
  'trusted-types parley',
]

/**
 * The policy of the worker that runs a model in a file, instead of the page's: it may compile WebAssembly, and start
 * workers from code that it has made itself. It calls no other host.
 */
const engineWorkerPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval' blob:",
  "connect-src 'self' blob:",
  'worker-src blob:',
].join('; ')

/** The policy for a `<meta>` element on static hosts, where `frame-ancestors` isn't supported. */
export const metaPolicy = policy.filter((rule) => !rule.startsWith('frame-ancestors')).join('; ')

/**
 * Isolates the page from other origins, so that the engine of models in files can use several threads. Nothing else
 * changes: the page embeds nothing, and calls of other services are fetched with CORS and without cookies.
 */
export const isolationHeaders: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'credentialless',
}

/** Security headers of every file of the page: no third-party content, no framing. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy.join('; '),
  ...isolationHeaders,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** The headers of a file of the page, by its path. Only the engine's worker has a policy of its own. */
export function headersOf(path: string): Readonly<Record<string, string>> {
  const isEngineWorker = /^\/assets\/llama\.worker-[^/]+\.js$/u.test(path)
  return isEngineWorker ? { ...pageHeaders, 'content-security-policy': engineWorkerPolicy } : pageHeaders
}
