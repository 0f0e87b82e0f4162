import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { extname, join, normalize } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** A static file host: no extra headers, no fallback page, and 404 for `/v1`. */
export interface StaticHost {
  /** The folder's address, with a trailing slash. */
  url: string
  /** All requested paths. */
  requestedPaths: string[]
  stop(): Promise<void>
}

/** What `npm run build:static` wrote. */
const folder = 'dist-static'

/** Serves the latest static copy under a path on a free port. Throws an `Error` if there is none. */
export async function startStaticHost(path: string): Promise<StaticHost> {
  if (!existsSync(folder)) throw new Error('There is no static copy. Run “npm run build:static”, then the tests again.')
  const requestedPaths: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    requestedPaths.push(pathname)
    const name = pathname.startsWith(path) ? normalize(pathname.slice(path.length)) || 'index.html' : undefined
    const file = name === undefined || name.startsWith('..') ? undefined : name === '.' ? 'index.html' : name
    void (file === undefined ? Promise.reject(new Error('elsewhere')) : readFile(join(folder, file))).then(
      (bytes) =>
        response.setHeader('content-type', types[extname(file ?? '')] ?? 'application/octet-stream').end(bytes),
      () => response.writeHead(404).end('There is no such file.'),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    requestedPaths,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
