import { createServer, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { createCatalogue } from '#service/catalogue/catalogue.ts'
import { readConfig, type Config } from './config.ts'
import { enginesOf } from './engines-of.ts'
import { listen } from './http-server.ts'

const running: Server[] = []
const stop = () => {
  for (const server of running.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
}
afterEach(stop)

/** An engine that lists one model; it keeps the headers that it was sent. */
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

test('the built-in models come first, then each engine with its own key and headers', async () => {
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
  const catalogue = createCatalogue(enginesOf(config))
  expect(await catalogue.refresh()).toMatchObject([
    { engine: 'built-in' },
    { engine: 'one', models: 1 },
    { engine: 'two', models: 1 },
  ])
  expect(one.seen).toEqual(['Bearer sk-one', 'red'])
  expect(two.seen).toEqual([undefined, undefined])
})

test('models of an engine that stops turn inactive, and come back when it does', async () => {
  const { port } = await startEngine('tiny')
  const steady = await startEngine('steady')
  const config = configOf({
    engines: [
      { name: 'fickle', baseUrl: `http://127.0.0.1:${port}/v1` },
      { name: 'steady', baseUrl: `http://127.0.0.1:${steady.port}/v1` },
    ],
  })
  const catalogue = createCatalogue(enginesOf(config))
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

test('nothing is looked for when discovery is off', () => {
  expect(enginesOf(configOf({}))).not.toHaveProperty('discover')
  expect(enginesOf(configOf({}, { PARLEY_DISCOVERY: 'on' }))).toHaveProperty('discover')
})
