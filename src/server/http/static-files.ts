import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import { acceptsEncoding } from '#service/api/responses.ts'
import { headersOf } from './page-headers.ts'
import { readPageLinks } from './page-links.ts'

interface StaticFile {
  path: string
  type: string
  tag: string
  bytes: () => Buffer | Promise<Buffer>
  /** Encodings missing from the build are created on first use and cached. */
  compressed: Map<Encoding, Buffer | Promise<Buffer>>
}

/** Answers a request for a file of the page. Returns false, without writing, if there is no such file. */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse) => boolean

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const brotli = promisify(brotliCompress)
const brotliUnpack = promisify<Buffer, Buffer>(brotliDecompress)
const compressors = {
  // Levels 10 and 11 take many times longer for a few percent, while a request is waiting.
  br: (bytes: Buffer) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify<Buffer, Buffer>(gzip),
}
type Encoding = keyof typeof compressors

/**
 * Serves a built page from memory, so that a new build doesn't break open pages. Only names found in the folder at startup
 * are looked up, so no request can escape it. Page paths without a file get `index.html`. Undefined if that is missing.
 */
export async function loadStaticFiles(folder: string): Promise<StaticFiles | undefined> {
  const files = await readFolder(folder)
  const index = files.get('/index.html')
  if (!index) return undefined
  const linksOf = await readPageLinks(folder)
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const path = pathOf(request.url ?? '/')
    const file = files.get(path) ?? (isPage(path, request.headers.accept) ? index : undefined)
    if (!file) return false
    void sendFile(file, file === index ? linksOf(path) : undefined, request, response).catch((reason: unknown) =>
      response.destroy(reason instanceof Error ? reason : undefined),
    )
    return true
  }
}

/** Read on request: source maps, the engine of model files and legacy fonts are larger than everything else together and rarely used. */
const notPreloaded = /\.(?:map|ttf|wasm|woff)$/u

async function readFolder(folder: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const names = entries
    // Folders such as .vite belong to the build.
    .filter((entry) => entry.isFile() && !relative(folder, entry.parentPath).startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name))
  const known = new Set(names)
  const files = names
    .filter((name) => !(name.endsWith('.br') && known.has(name.slice(0, -3))))
    .map((name) => readStaticFile(folder, name, known.has(`${name}.br`)))
  return new Map((await Promise.all(files)).map((file) => [file.path, file]))
}

async function readStaticFile(folder: string, file: string, isPacked: boolean): Promise<StaticFile> {
  const held = notPreloaded.test(file) ? undefined : await readFile(isPacked ? `${file}.br` : file)
  return {
    path: `/${relative(folder, file).split(sep).join('/')}`,
    type: types[extname(file)] ?? 'application/octet-stream',
    // Names of files that aren't preloaded contain a content hash.
    tag: `"${createHash('sha256')
      .update(held ?? basename(file))
      .digest('base64url')
      .slice(0, 22)}"`,
    bytes: () => (held ? (isPacked ? brotliUnpack(held) : held) : readFile(file)),
    compressed: new Map(held && isPacked ? [['br', held]] : []),
  }
}

function pathOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '/'
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Browsers request pages as HTML. Missing scripts and images must stay 404. */
function isPage(path: string, accept: string | undefined): boolean {
  return path === '/' || (!path.startsWith('/assets/') && (accept?.includes('text/html') ?? false))
}

async function sendFile(
  file: StaticFile,
  links: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers: Record<string, string | number> = {
    ...headersOf(file.path),
    ...(links !== undefined && { link: links }),
    'content-type': file.type,
    // Asset names contain a content hash.
    'cache-control': file.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.tag,
    vary: 'accept-encoding, origin',
  }
  if (request.headers['if-none-match']?.includes(file.tag)) {
    response.writeHead(304, headers).end()
    return
  }
  const encoding = encodingFor(file, request.headers['accept-encoding'] ?? '')
  const bytes = encoding ? await compressedBytes(file, encoding) : await file.bytes()
  if (encoding) headers['content-encoding'] = encoding
  headers['content-length'] = bytes.length
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : bytes)
}

function encodingFor({ type }: StaticFile, accepted: string): Encoding | undefined {
  if (!/^text|json|svg|wasm|icon/.test(type)) return undefined
  return (['br', 'gzip'] as const).find((encoding) => acceptsEncoding(encoding, accepted))
}

async function compressedBytes(file: StaticFile, encoding: Encoding): Promise<Buffer> {
  const known = file.compressed.get(encoding)
  if (known) return known
  const made = Promise.resolve(file.bytes()).then(compressors[encoding])
  file.compressed.set(encoding, made)
  return made
}
