import { type RequestListener, type Server, createServer } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { type Config, readConfig } from '#server/config/config.ts'
import { listen } from '#server/http/http-server.ts'
import { createModelCatalogue } from '#service/catalogue/catalogue.ts'
import { createStubEngine } from '#service/stub-engine.test-support.ts'
import type { ConfiguredEngine } from './configured-engines.ts'
import { createDiscovery, createConfiguredEngines } from './discovery.ts'

describe('discovery', () => {
  const closers: (() => void)[] = []
  afterEach(() => {
    for (const close of closers.splice(0)) close()
  })

  async function program(answer: RequestListener, port = 0): Promise<number> {
    const server = createServer(answer)
    const at = await listen(server, '127.0.0.1', port)
    closers.push(() => {
      server.close()
      server.closeAllConnections()
    })
    return at
  }

  const lists =
    (body: string): RequestListener =>
    (request, response) => {
      if (request.url === '/v1/models') response.end(body)
      else response.writeHead(404).end()
    }

  function look(
    ports: readonly number[],
    options: { known?: ConfiguredEngine[]; ownPort?: number; timeoutMs?: number } = {},
  ) {
    const made: ConfiguredEngine[] = []
    const locked: ConfiguredEngine[] = []
    const discover = createDiscovery({
      known: options.known ?? [],
      ownPort: options.ownPort ?? 1,
      onKeyRequired: (engine) => locked.push(engine),
      create(engine) {
        made.push(engine)
        return createStubEngine({ name: engine.name })
      },
      // Long enough for a busy machine; tests of silent engines wait this long.
      timeoutMs: options.timeoutMs ?? 5000,
      ports: ports.map((port, place) => ({ name: `engine-${place}`, label: `Engine ${place}`, port })),
    })
    return { discover, made, locked }
  }

  describe('discovery of local engines', () => {
    test('finds engines that list models, even an empty list, only once', async () => {
      const ports = [
        await program(lists('{"object":"list","data":[{"id":"llama3.2:3b"}]}')),
        await program(lists('{"object":"list","data":null}')),
      ]
      const { discover, made } = look(ports)
      expect((await discover()).map(({ name }) => name)).toEqual(['engine-0', 'engine-1'])
      expect(made.map(({ baseUrl }) => baseUrl)).toEqual(ports.map((port) => `http://127.0.0.1:${port}/v1`))
      expect(await discover()).toEqual([])
    })

    test.each<[string, RequestListener]>([
      ['a web page', (_, response) => response.end('<!doctype html><title>My app</title>')],
      ['another JSON', (_, response) => response.end('{"data":[{"id":"a"}]}')],
      ['a list of other things', (_, response) => response.end('{"object":"list","data":[{"name":"a"}]}')],
      ['a service that wants a key, such as Parley', (_, response) => response.writeHead(401).end('{"error":{}}')],
      ['a redirect', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
      ['a connection that breaks', (request) => request.socket.destroy()],
      ['silence', () => {}],
    ])('ignores %s', async (_name, answer) => {
      const { discover } = look([await program(answer)], { timeoutMs: 200 })
      expect(await discover()).toEqual([])
    })

    test('reports an engine that requires a key to chat once, and finds it when it no longer does', async () => {
      let status = 401
      const asked: string[] = []
      const port = await program((request, response) => {
        asked.push(`${request.method} ${request.url}`)
        if (request.url === '/v1/models') response.end('{"object":"list","data":[{"id":"/models/q.gguf"}]}')
        else response.writeHead(status).end('{"error":{"code":401,"message":"Invalid API Key"}}')
      })
      const { discover, locked } = look([port])
      for (let count = 0; count < 2; count++) expect(await discover()).toEqual([])
      expect(locked).toEqual([{ name: 'engine-0', baseUrl: `http://127.0.0.1:${port}/v1` }])
      // Probing must not generate a reply.
      expect(new Set(asked)).toEqual(new Set(['GET /v1/models', 'GET /v1/chat/completions']))
      status = 405
      expect(await discover()).toHaveLength(1)
    })

    test.each<[string, RequestListener]>([
      ['405', (_, response) => response.writeHead(405).end()],
      ['200 with an error', (_, response) => response.end('{"error":"Unexpected endpoint or method."}')],
      ['silence', () => {}],
    ])('finds an engine that answers %s to the probe', async (_name, answer) => {
      const port = await program((request, response) =>
        request.url === '/v1/models' ? response.end('{"object":"list","data":[]}') : answer(request, response),
      )
      const { discover, locked } = look([port], { timeoutMs: 1000 })
      expect(await discover()).toHaveLength(1)
      expect(locked).toEqual([])
    })

    test('finds an engine that starts later', async () => {
      const port = await program(lists(''))
      closers.splice(0).forEach((close) => close())
      const { discover } = look([port])
      expect(await discover()).toEqual([])
      await program(lists('{"object":"list","data":[]}'), port)
      expect(await discover()).toHaveLength(1)
    })

    test.each(['127.0.0.1', 'localhost', '[::1]', '0.0.0.0'])('skips the engine configured at %s', async (host) => {
      let asked = 0
      const port = await program((_, response) => {
        asked++
        response.end('{"object":"list","data":[]}')
      })
      const { discover } = look([port], { known: [{ name: 'mine', baseUrl: `http://${host}:${port}` }] })
      expect(await discover()).toEqual([])
      expect(asked).toBe(0)
    })

    test('never probes Parley itself', async () => {
      const port = await program(lists('{"object":"list","data":[]}'))
      expect(await look([port], { ownPort: port }).discover()).toEqual([])
    })

    test('gives unique names', async () => {
      const port = await program(lists('{"object":"list","data":[]}'))
      const { discover } = look([port], { known: [{ name: 'engine-0', baseUrl: 'http://far.test/v1' }] })
      expect((await discover())[0]?.name).toBe('engine-0 2')
    })
  })
})

describe('engines of', () => {
  const running: Server[] = []
  const stop = () => {
    for (const server of running.splice(0)) {
      server.close()
      server.closeAllConnections()
    }
  }
  afterEach(stop)

  /** An engine that lists one model and records the headers it receives. */
  async function startEngine(id: string, port = 0) {
    const seen: (string | undefined)[] = []
    const server = createServer(({ headers }, response) => {
      seen.push(headers.authorization, headers['x-team']?.toString())
      response.end(JSON.stringify({ object: 'list', data: [{ id }] }))
    })
    running.push(server)
    return { port: await listen(server, '127.0.0.1', port), seen }
  }

  function configOf(file: unknown, variables: Record<string, string> = {}): Config {
    const reading = readConfig({ PARLEY_DISCOVERY: 'off', ...variables }, () => JSON.stringify(file))
    if ('problems' in reading) throw new Error(reading.problems.join('\n'))
    return reading.config
  }

  test('lists built-in models first, then each engine with its own key and headers', async () => {
    const [one, two] = [await startEngine('x'), await startEngine('y')]
    const config = configOf(
      {
        engines: [
          { name: 'one', baseUrl: `http://127.0.0.1:${one.port}`, apiKeyEnv: 'ONE', headers: { 'x-team': 'red' } },
          { name: 'two', baseUrl: `http://127.0.0.1:${two.port}/v1` },
        ],
      },
      { ONE: 'sk-one' },
    )
    const catalogue = createModelCatalogue(createConfiguredEngines(config))
    expect(await catalogue.refresh()).toMatchObject([
      { engine: 'built-in' },
      { engine: 'one', models: 1 },
      { engine: 'two', models: 1 },
    ])
    expect(one.seen).toEqual(['Bearer sk-one', 'red'])
    expect(two.seen).toEqual([undefined, undefined])
  })

  test('deactivates the models of a stopped engine until it is back', async () => {
    const { port } = await startEngine('tiny')
    const steady = await startEngine('steady')
    const config = configOf({
      engines: [
        { name: 'fickle', baseUrl: `http://127.0.0.1:${port}/v1` },
        { name: 'steady', baseUrl: `http://127.0.0.1:${steady.port}/v1` },
      ],
    })
    const catalogue = createModelCatalogue(createConfiguredEngines(config))
    const statuses = async () => {
      await catalogue.refresh()
      return ['tiny', 'steady'].map((id) => catalogue.find(id)?.model.status)
    }
    expect(await statuses()).toEqual(['active', 'active'])
    const [fickle] = running.splice(0, 1)
    fickle?.close()
    fickle?.closeAllConnections()
    expect(await statuses()).toEqual(['inactive', 'active'])
    await startEngine('tiny', port)
    expect(await statuses()).toEqual(['active', 'active'])
  })

  test('probes nothing if discovery is off', () => {
    expect(createConfiguredEngines(configOf({}))).not.toHaveProperty('discover')
    expect(createConfiguredEngines(configOf({}, { PARLEY_DISCOVERY: 'on' }))).toHaveProperty('discover')
  })
})
