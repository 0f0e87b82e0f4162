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

/** The policy for a `<meta>` element on static hosts, where `frame-ancestors` isn't supported. */
export const metaPolicy = policy.filter((rule) => !rule.startsWith('frame-ancestors')).join('; ')

/** Security headers of every file of the page: no third-party content, no framing. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy.join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
