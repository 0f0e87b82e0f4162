/** Says whether a request's `Host` is a name of this server. */
export type HostCheck = (host: string | undefined) => boolean

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/**
 * A page on any site can have its name resolve to 127.0.0.1 and then counts as our own origin (DNS rebinding), so a server
 * that listens on loopback answers to loopback's names only, with any port, and to the hosts of the origins that may call
 * it anyway. A server that listens elsewhere cannot know its names and takes every one. Only browsers can be tricked so,
 * and they always send a `Host`.
 */
export function createHostCheck(listensOn: string, corsOrigins: readonly string[]): HostCheck {
  const address = listensOn.includes(':') ? `[${listensOn}]` : listensOn
  if (!loopback.test(address)) return () => true
  const others = new Set(corsOrigins.map((origin) => new URL(origin).host))
  return (host) => host === undefined || loopback.test(withoutPort(host)) || others.has(host.toLowerCase())
}

function withoutPort(host: string): string {
  return host.replace(/:\d*$/, '')
}
