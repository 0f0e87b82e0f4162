/**
 * Where the interface may be found under a base URL: there, or, when the URL names only a host, more likely under `/v1`,
 * as with `http://127.0.0.1:11434`.
 */
export function baseCandidates(baseUrl: string): readonly string[] {
  return new URL(baseUrl).pathname === '/' ? [addressOf(baseUrl, 'v1'), baseUrl] : [baseUrl]
}

/** The address of an endpoint under a base URL, whose query is kept. */
export function addressOf(baseUrl: string, path: string): string {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`
  return url.href
}
