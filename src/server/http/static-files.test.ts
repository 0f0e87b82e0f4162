import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from './http-server.ts'
import { loadStaticFiles } from './static-files.ts'

const packed = brotliCompressSync('packed()')
let folder: string
let server: Server
let port: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-'))
  const dist = join(folder, 'dist')
  await mkdir(join(dist, 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(dist, 'index.html'), '<!doctype html><title>Parley</title>')
  await writeFile(join(dist, 'icon.svg'), '<svg/>')
  await writeFile(join(dist, 'assets/app-1a2b.js'), 'run()'.repeat(1000))
  await writeFile(join(dist, 'assets/packed-5e6f.js'), 'packed()')
  await writeFile(join(dist, 'assets/packed-5e6f.js.br'), packed)
  await mkdir(join(dist, '.vite'))
  const module = 'src/app/features/catalogue/models-page.tsx'
  await writeFile(join(dist, '.vite/manifest.json'), JSON.stringify({ [module]: { file: 'assets/models-3c4d.js' } }))
  const files = await loadStaticFiles(dist)
  server = createServer((incoming, response) => {
    if (!files?.(incoming, response)) response.writeHead(404).end('not a page')
  })
  port = await listen(server, '127.0.0.1', 0)
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

/** Sends the path unchanged, which `fetch` would normalize. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers }, resolve).on('error', reject).end()
  })
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(Buffer.from(chunk))
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }
}

const html = { accept: 'text/html,*/*' }

describe('the built page', () => {
  test.each(['/', '/index.html', '/?model=parley%2Feliza'])('is served at %s', async (path) => {
    const { status, headers, body } = await get(path)
    expect([status, body.toString()]).toEqual([200, '<!doctype html><title>Parley</title>'])
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  })

  test.each(['/models', '/models/parley/llama3.2', '/c/1?x=y', '/%'])(
    'is served at the client-side path %s',
    async (path) => {
      expect((await get(path, html)).body.toString()).toContain('<title>Parley</title>')
      expect((await get(path, { accept: 'application/json' })).status).toBe(404)
    },
  )

  test('preloads a page’s scripts, and doesn’t serve the manifest', async () => {
    expect((await get('/models', html)).headers['link']).toBe('</assets/models-3c4d.js>; rel=modulepreload')
    expect((await get('/', html)).headers['link']).toBeUndefined()
    expect((await get('/.vite/manifest.json')).status).toBe(404)
  })

  test('caches assets forever under hashed names', async () => {
    const { headers } = await get('/assets/app-1a2b.js')
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await get('/assets/missing.js', html)).status).toBe(404)
  })

  test('loads nothing from other servers', async () => {
    for (const path of ['/', '/assets/app-1a2b.js']) {
      const { headers } = await get(path)
      expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(headers['content-security-policy']).toMatch(/require-trusted-types-for 'script'; trusted-types parley$/u)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      })
    }
  })

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/..\\secret.txt',
    '//secret.txt',
    '/index.html%00.txt',
  ])('can’t be escaped by %s', async (path) => {
    const { status, body } = await get(path)
    expect([status, body.toString()]).toEqual([404, 'not a page'])
  })

  test('is compressed if the client accepts it', async () => {
    const path = '/assets/app-1a2b.js'
    const whole = 'run()'.repeat(1000)
    const brotli = await get(path, { 'accept-encoding': 'gzip, br' })
    expect([brotli.headers['content-encoding'], brotliDecompressSync(brotli.body).toString()]).toEqual(['br', whole])
    const gzip = await get(path, { 'accept-encoding': 'gzip, br; q=0' })
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.body).toString()]).toEqual(['gzip', whole])
    expect((await get(path)).body.toString()).toBe(whole)
  })

  test('uses the build’s compressed files only if the client accepts them', async () => {
    const path = '/assets/packed-5e6f.js'
    const { headers, body } = await get(path, { 'accept-encoding': 'br' })
    expect([headers['content-encoding'], body]).toEqual(['br', packed])
    expect((await get(path)).body.toString()).toBe('packed()')
    expect(gunzipSync((await get(path, { 'accept-encoding': 'gzip' })).body).toString()).toBe('packed()')
    expect((await get(`${path}.br`)).status).toBe(404)
  })

  test('isn’t sent again if unchanged', async () => {
    const { etag = '' } = (await get('/')).headers
    const again = await get('/', { 'if-none-match': etag })
    expect([again.status, again.body.length]).toEqual([304, 0])
  })

  test('answers HEAD without a body and ignores other methods', async () => {
    const head = await get('/', {}, 'HEAD')
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, '36'])
    expect((await get('/', {}, 'POST')).status).toBe(404)
  })
})

test('requires index.html', async () => {
  expect(await loadStaticFiles(join(folder, 'nowhere'))).toBeUndefined()
})
