import { request as httpRequest, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { errorBody } from '#service/api/openapi.ts'
import { createHttpServer, listen } from './http-server.ts'
import { createHashedKeyRing } from '#server/state/key-ring.ts'
import { createModelCatalogue } from '#service/catalogue/catalogue.ts'
import { createService } from '#service/create-service.ts'
import { createHostOriginGuard } from './host-origin-guard.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A server with one page, called with exactly these headers, which a browser wouldn't allow. */
async function start(settings: { host?: string; corsOrigins?: string[] } = {}) {
  const service = createService({ catalogue: createModelCatalogue({ engines: [] }), keys: createHashedKeyRing([]) })
  const guard = createHostOriginGuard({ host: '127.0.0.1', corsOrigins: [], ...settings })
  const pages = ({ url }: IncomingMessage, response: { end(text: string): void }) => {
    if (url === '/') response.end('a page')
    return url === '/'
  }
  const server = createHttpServer(service, pages, guard)
  const port = await listen(server, '127.0.0.1', 0)
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    port,
    async ask(headers: Record<string, string>, { path = '/healthz', method = 'GET' } = {}) {
      const asked = httpRequest({ port, host: '127.0.0.1', path, method, headers }).end()
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      let body = ''
      for await (const text of response.setEncoding('utf8')) body += String(text)
      return { status: response.statusCode, headers: response.headers, body }
    },
  }
}

describe('contract: Errors – 403, the Host of a server on loopback', () => {
  test.each(['127.0.0.1', '127.0.0.1:80', 'localhost:4173', 'LOCALHOST', '[::1]:4173', '127.8.0.1'])(
    'accepts %s',
    async (host) => {
      const { ask } = await start()
      expect((await ask({ host })).status).toBe(200)
    },
  )

  test.each([
    'evil.test',
    'evil.test:4173',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    'evil.test:127.0.0.1',
    'notlocalhost',
    '10.0.0.1',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
  ])('refuses “%s”, also for pages', async (host) => {
    const { ask } = await start()
    for (const path of ['/', '/healthz', '/v1/models', '/metrics']) {
      const { status, headers, body } = await ask({ host, 'x-request-id': 'mine' }, { path })
      expect(status).toBe(403)
      expect(headers['x-request-id']).toBe('mine')
      expect(errorBody.parse(JSON.parse(body)).error).toMatchObject({
        type: 'permission_error',
        code: 'origin_not_allowed',
        message: expect.stringContaining('PARLEY_CORS_ORIGINS'),
      })
    }
  })

  test('accepts the host of a listed origin, as behind a proxy on this machine', async () => {
    const { ask } = await start({ corsOrigins: ['https://parley.test'] })
    expect((await ask({ host: 'parley.test', origin: 'https://parley.test' })).status).toBe(200)
    expect((await ask({ host: 'evil.test' })).status).toBe(403)
  })

  test('accepts any host if it doesn’t listen on loopback', async () => {
    const { ask } = await start({ host: '0.0.0.0' })
    expect((await ask({ host: 'parley.test' })).status).toBe(200)
  })
})

describe('contract: Errors – 403, the Origin', () => {
  test('accepts this server’s page under any of its names', async () => {
    const { ask, port } = await start()
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const { status, headers } = await ask({ host, origin: `http://${host}` })
      expect(status).toBe(200)
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  test('accepts the page behind a proxy that ends TLS', async () => {
    const { ask } = await start({ host: '0.0.0.0' })
    for (const host of ['parley.test', 'parley.test:443']) {
      expect((await ask({ host, origin: 'https://parley.test' })).status).toBe(200)
    }
  })

  test.each(['null', 'http://evil.test', 'http://127.0.0.1', 'http://127.0.0.1:1', 'file://', 'nonsense', ''])(
    'refuses “%s”',
    async (origin) => {
      const { ask, port } = await start({ corsOrigins: ['https://app.test'] })
      const { status, headers, body } = await ask({ host: `127.0.0.1:${port}`, origin }, { path: '/v1/models' })
      expect(status).toBe(403)
      expect(headers['access-control-allow-origin']).toBeUndefined()
      expect(errorBody.parse(JSON.parse(body)).error.type).toBe('permission_error')
    },
  )

  test('accepts a listed origin and exposes error headers to it', async () => {
    const { ask, port } = await start({ corsOrigins: ['https://app.test'] })
    const { status, headers } = await ask(
      { host: `127.0.0.1:${port}`, origin: 'https://app.test' },
      { path: '/v1/models' },
    )
    expect(status).toBe(401)
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://app.test',
      'access-control-expose-headers':
        'x-request-id, retry-after, x-parley-cache, x-parley-served-by, ' +
        'x-ratelimit-limit-requests, x-ratelimit-remaining-requests, x-ratelimit-reset-requests, ' +
        'x-ratelimit-limit-tokens, x-ratelimit-remaining-tokens, x-ratelimit-reset-tokens',
      vary: 'Origin',
    })
  })

  test('varies every response by origin if origins are listed', async () => {
    const { ask, port } = await start({ corsOrigins: ['https://app.test'] })
    for (const path of ['/healthz', '/v1/models', '/v1/openapi.json']) {
      expect((await ask({ host: `127.0.0.1:${port}` }, { path })).headers.vary).toMatch(/\borigin\b/iu)
    }
  })
})

describe('a preflight', () => {
  const preflight = { 'access-control-request-method': 'POST' }

  test('from a listed origin allows every header', async () => {
    const { ask, port } = await start({ corsOrigins: ['https://app.test'] })
    const asked = 'authorization,content-type,x-stainless-os,x-anything'
    const { status, headers } = await ask(
      {
        ...preflight,
        host: `127.0.0.1:${port}`,
        origin: 'https://app.test',
        'access-control-request-headers': asked,
        'access-control-request-private-network': 'true',
      },
      { path: '/v1/chat/completions', method: 'OPTIONS' },
    )
    expect(status).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://app.test',
      'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
      'access-control-allow-headers': asked,
      'access-control-allow-private-network': 'true',
      vary: expect.stringContaining('Origin'),
    })
  })

  test('allows a private network only if requested', async () => {
    const { ask, port } = await start({ corsOrigins: ['https://app.test'] })
    const { headers } = await ask(
      { ...preflight, host: `127.0.0.1:${port}`, origin: 'https://app.test' },
      { method: 'OPTIONS' },
    )
    expect(headers['access-control-allow-private-network']).toBeUndefined()
  })

  test('from any other origin is refused', async () => {
    const { ask, port } = await start()
    const { status, headers } = await ask(
      { ...preflight, host: `127.0.0.1:${port}`, origin: 'https://app.test' },
      { path: '/v1/chat/completions', method: 'OPTIONS' },
    )
    expect(status).toBe(403)
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})
