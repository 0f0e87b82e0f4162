import { once } from 'node:events'
import { type IncomingHttpHeaders, type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keyTerms } from '#contract/keys.ts'
import { callerKey, startTestService } from '#service/running-service.test-support.ts'
import { createMemoryKeys } from '#service/state/memory-keys.ts'

interface Received {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

const received: Received[] = []
let server: Server
let port: number
let closedByCaller: Promise<void>

/** Answers by path: what a server may do. */
beforeAll(async () => {
  closedByCaller = new Promise((resolve) => {
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', (): unknown => {
        const { method, url, headers } = request
        received.push({ method, url, headers, body })
        if (url === '/redirect') return response.writeHead(307, { location: `http://127.0.0.1:${port}/mcp` }).end()
        if (url === '/page') return response.writeHead(200, { 'content-type': 'text/html' }).end('<script>1</script>')
        if (url === '/stall') return response.on('close', resolve)
        if (url === '/endless') {
          response.writeHead(200, { 'content-type': 'application/json' })
          const megabyte = ' '.repeat(1024 * 1024)
          const write = () => {
            if (!response.destroyed) response.write(megabyte, write)
          }
          return write()
        }
        if (url === '/locked') return response.writeHead(401, { 'content-type': 'application/json' }).end('{}')
        response.writeHead(200, {
          'content-type': 'text/event-stream',
          'mcp-session-id': 'session-1',
          'set-cookie': 'a=b',
        })
        return response.end(`data: ${body}\n\n`)
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ;({ port } = server.address() as AddressInfo)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  received.length = 0
})

const at = (path: string) => `http://127.0.0.1:${port}${path}`

async function startRelay(paths: readonly string[] = ['/mcp']) {
  const { service } = await startTestService([], { mcp: { urls: paths.map(at), fetch } })
  return (url: string, init: RequestInit = {}) =>
    service.fetch(
      new Request(`http://parley.test/v1/mcp/relay?url=${encodeURIComponent(url)}`, {
        method: 'POST',
        body: '{"jsonrpc":"2.0"}',
        ...init,
        headers: { authorization: `Bearer ${callerKey}`, ...(init.headers as Record<string, string>) },
      }),
    )
}

const codeOf = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code

test('passes a message to an allowed server and its answer back, with its session and nothing else', async () => {
  const relay = await startRelay()
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-session-id': 'session-0',
    'mcp-protocol-version': '2025-06-18',
    'x-mcp-authorization': 'Bearer theirs',
    cookie: 'ours=1',
    'x-api-key': callerKey,
  }
  const answer = await relay(at('/mcp'), { headers })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  expect(answer.headers.get('mcp-session-id')).toBe('session-1')
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(await answer.text()).toBe('data: {"jsonrpc":"2.0"}\n\n')
  const [{ method, headers: sent } = { method: '', headers: {} }] = received
  expect(method).toBe('POST')
  expect(sent).toMatchObject({ authorization: 'Bearer theirs', 'mcp-session-id': 'session-0' })
  expect(JSON.stringify(received)).not.toContain(callerKey)
  expect(sent['cookie']).toBeUndefined()
})

test('lists what it relays, only to callers with a key', async () => {
  const { get } = await startTestService([], { mcp: { urls: [at('/mcp')], fetch } })
  expect(await (await get('/v1/mcp')).json()).toEqual({
    object: 'list',
    data: [{ object: 'mcp_server', url: at('/mcp') }],
  })
  expect((await get('/v1/mcp', {})).status).toBe(401)
})

test('refuses every address that isn’t exactly an allowed one', async () => {
  const relay = await startRelay()
  const others = [
    '',
    'mcp',
    at('/'),
    at('/mcp/'),
    at('/mcp?a=1'),
    at('/mcp/../admin'),
    at('/MCP'),
    at('/mcp%2F..'),
    at('/mcp').replace('127.0.0.1', 'localhost'),
    at('/mcp').replace('127.0.0.1', '127.0.0.2'),
    at('/mcp').replace('127.0.0.1', '[::ffff:127.0.0.1]'),
    at('/mcp').replace('http:', 'https:'),
    at('/mcp').replace('//', '//user:password@'),
    `http://127.0.0.1:${port}@evil.test/mcp`,
    `http://evil.test/?${at('/mcp')}`,
    `${at('/mcp')}#@evil.test`,
    at('/mcp').replace(`:${port}`, ':1'),
    'file:///etc/passwd',
    'http://169.254.169.254/latest/meta-data/',
  ]
  for (const url of others) {
    const answer = await relay(url)
    expect([url, answer.status, await codeOf(answer)]).toEqual([url, 403, 'mcp_url_not_allowed'])
  }
  expect(received).toEqual([])
})

test('finds an allowed address in other spellings of the same URL', async () => {
  const relay = await startRelay()
  for (const url of [
    at('/mcp').replace('http:', 'HTTP:'),
    at('/x/../mcp'),
    at('/mcp').replace('127.0.0.1', '0x7f.1'),
  ]) {
    expect([url, (await relay(url)).status]).toEqual([url, 200])
  }
  expect(new Set(received.map(({ url }) => url))).toEqual(new Set(['/mcp']))
})

test('needs a key', async () => {
  const relay = await startRelay()
  expect((await relay(at('/mcp'), { headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
  expect(received).toEqual([])
})

test.each(['models', 'admin'] as const)('needs a key that may chat, unlike one for %s', async (scope) => {
  const keys = createMemoryKeys()
  const { service } = await startTestService([], { keys, mcp: { urls: [at('/mcp')], fetch } })
  const askWith = async (terms: object, method: string, path: string) => {
    const { key } = await keys.add(`${method} ${JSON.stringify(terms)}`, keyTerms.parse(terms))
    const body = method === 'POST' ? '{"jsonrpc":"2.0"}' : null
    const request = new Request(`http://parley.test${path}`, {
      method,
      body,
      headers: { authorization: `Bearer ${key}` },
    })
    return service.fetch(request)
  }
  for (const [method, path] of [
    ['GET', '/v1/mcp'],
    ['POST', `/v1/mcp/relay?url=${encodeURIComponent(at('/mcp'))}`],
  ] as const) {
    const refused = await askWith({ scopes: [scope] }, method, path)
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'scope_missing'])
    expect(received).toEqual([])
    expect((await askWith({ scopes: [scope, 'chat'] }, method, path)).status).toBe(200)
    received.length = 0
  }
})

test('tells the time as the rest of the service does', async () => {
  const expiry = '2027-01-31T00:00:00Z'
  const now = Date.parse(expiry) - 1
  const keys = { find: () => ({ name: 'laptop', terms: keyTerms.parse({ expires_at: expiry }) }) }
  const statusAt = async (time: number) => {
    const clock = { now: () => time, sleep: async () => {} }
    const { get } = await startTestService([], { keys, clock, mcp: { urls: [at('/mcp')], fetch } })
    return (await get('/v1/mcp')).status
  }
  expect([await statusAt(now), await statusAt(now + 1)]).toEqual([200, 401])
})

test('follows no redirect', async () => {
  const relay = await startRelay(['/redirect', '/mcp'])
  const answer = await relay(at('/redirect'))
  expect([answer.status, await codeOf(answer)]).toEqual([502, 'upstream_invalid'])
  expect(received.map(({ url }) => url)).toEqual(['/redirect'])
})

test('passes on no page, and the status of a refusal', async () => {
  const relay = await startRelay(['/page', '/locked'])
  const page = await relay(at('/page'))
  expect(page.headers.get('content-type')).toBe('application/json')
  expect(await page.text()).toBe('')
  expect((await relay(at('/locked'))).status).toBe(401)
})

test('bounds what it reads from both sides', { timeout: 20_000 }, async () => {
  const relay = await startRelay(['/endless', '/mcp'])
  const answer = await relay(at('/endless'))
  expect([answer.status, await codeOf(answer)]).toEqual([502, 'upstream_invalid'])
  const large = await relay(at('/mcp'), { body: 'x'.repeat(5 * 1024 * 1024) })
  expect([large.status, await codeOf(large)]).toEqual([413, 'body_too_large'])
})

test('says when the server can’t be reached', async () => {
  const { service } = await startTestService([], { mcp: { urls: ['http://127.0.0.1:9/mcp'], fetch } })
  const answer = await service.fetch(
    new Request('http://parley.test/v1/mcp/relay?url=http://127.0.0.1:9/mcp', {
      method: 'POST',
      body: '{}',
      headers: { authorization: `Bearer ${callerKey}` },
    }),
  )
  expect([answer.status, await codeOf(answer)]).toEqual([502, 'upstream_unreachable'])
})

test('ends its request when the caller goes away', async () => {
  const relay = await startRelay(['/stall'])
  const controller = new AbortController()
  const answer = relay(at('/stall'), { signal: controller.signal }).catch(() => undefined)
  while (received.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  controller.abort()
  await closedByCaller
  expect(received).toHaveLength(1)
  await answer
})
