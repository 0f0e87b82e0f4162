/**
 * Whether a browser lets a page of one origin call an address at all. A page that came over https may not call plain
 * http, but for the machine it runs on: W3C Mixed Content, and Secure Contexts 3.1 for what counts as that machine.
 */
export function isMixedContent(pageOrigin: string, address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return pageOrigin.startsWith('https:') && protocol === 'http:' && !isThisMachine(hostname)
}

/** True for the names and addresses of the machine that asks. */
export function isThisMachine(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(hostname)
}
