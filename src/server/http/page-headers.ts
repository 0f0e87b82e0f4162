const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  // Also any service that the person has named in the settings; docs/decisions/0012-connections.md.
  "connect-src 'self' http: https:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The only policy there is, src/app/data/calls/worker-scripts.ts: it admits our own workers. A second of any name is refused.
  'trusted-types parley',
]

/** The policy as a page can carry it in itself, where its host sends no headers of ours: framing can't be forbidden there. */
export const metaPolicy = policy.filter((rule) => !rule.startsWith('frame-ancestors')).join('; ')

/** What every file of the page is sent with: it may load nothing but what is of its own origin, and be framed by nobody. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy.join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
