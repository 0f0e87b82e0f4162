/**
 * The base URL of the connection to models in files, which run in this page. No server can have this address (RFC 2606);
 * the page answers its calls itself. The connection is stored like any other while there are models.
 */
export const browserBaseUrl = 'https://this-browser.invalid/v1'

/** Why a text isn't a base URL. */
export type BaseUrlProblem = 'empty' | 'not-an-address' | 'not-http' | 'credentials' | 'query'

export type BaseUrlReading = { baseUrl: string; problem?: never } | { problem: BaseUrlProblem; baseUrl?: never }

/** Reads a base URL as people paste it: with or without trailing slashes or the path of a call. */
export function readBaseUrl(typed: string): BaseUrlReading {
  const text = typed.trim()
  if (text === '') return { problem: 'empty' }
  if (!/^https?:/iu.test(text))
    return { problem: /^[a-z][a-z\d+.-]*:\/\//iu.test(text) || isHost(text) ? 'not-http' : 'not-an-address' }
  if (!/^https?:\/\/[^/]/iu.test(text) || !URL.canParse(text)) return { problem: 'not-an-address' }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return { problem: 'credentials' }
  if (/[?#]/u.test(text)) return { problem: 'query' }
  const path = url.pathname.split('/').slice(1)
  for (let extra = lengthOfCall(path); extra > 0; extra = lengthOfCall(path)) path.splice(-extra)
  return { baseUrl: [url.origin, ...path].join('/') }
}

/** The address for calls: the base URL, with `/v1` if it names only a server. */
export function apiBaseOf(baseUrl: string): string {
  return new URL(baseUrl).pathname === '/' ? `${new URL(baseUrl).origin}/v1` : baseUrl
}

/** Where a host is that isn't on the internet: on this computer or in the local network; undefined for all others. */
export function addressSpaceOf(hostname: string): 'loopback' | 'local' | undefined {
  if (/^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(hostname)) return 'loopback'
  const isLocal =
    /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)[\d.]+$|\.local$|^\[f(?:[cd]|e[89ab])[\da-f:]*\]$/u.test(
      hostname,
    )
  return isLocal ? 'local' : undefined
}

/** How many segments at the end of a path don't belong to the base URL: a trailing slash or the path of a call. */
function lengthOfCall(path: readonly string[]): number {
  const [before, last] = path.slice(-2)
  if (path.at(-1) === '') return 1
  if (before === 'chat' && last === 'completions') return 2
  return last === 'models' && /^v\d/u.test(before ?? '') ? 1 : 0
}

function isHost(text: string): boolean {
  return /^(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:\/|$)/iu.test(text) || /^[\w-]+:\d+(?:\/|$)/u.test(text)
}
