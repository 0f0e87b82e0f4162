import OpenAI, { toFile } from 'openai'
import { afterEach, expect, test } from 'vitest'
import { type Played, pieceFrame, startEnginePlayer } from '#testing/engine-player.ts'
import { startParley, validKey } from '#testing/start-parley.ts'
import { readConfig } from './config/config.ts'
import { createConfiguredEngines } from './engines/discovery.ts'

// Routes from the configuration file, over real sockets.

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const answer = ({ response }: Played) => response.end(`${pieceFrame('Hello')}${pieceFrame('', 'stop')}data: [DONE]\n\n`)

/** Starts the service with the route “team” over two engines; undefined is one that can't be reached. */
async function start(scripts: [((played: Played) => void) | undefined, (played: Played) => void], settings = {}) {
  const players = await Promise.all(scripts.map((script) => startEnginePlayer(script ?? answer, ['tiny', 'whisper-x'])))
  const [main, backup] = players
  const file = {
    discovery: 'off',
    engines: players.map(({ baseUrl }, index) => ({ name: index === 0 ? 'main' : 'backup', baseUrl })),
    routes: {
      team: [
        { engine: 'main', model: 'tiny' },
        { engine: 'backup', model: 'tiny' },
      ],
      'acme/ears': [{ engine: 'backup', model: 'whisper-x' }],
    },
    ...settings,
  }
  const reading = readConfig({}, () => JSON.stringify(file))
  if ('problems' in reading) throw new Error(reading.problems.join('\n'))
  const parley = await startParley(createConfiguredEngines(reading.config).engines)
  if (!scripts[0]) main?.close()
  closers.push(parley.close, ...players.map(({ close }) => close))
  const client = new OpenAI({ baseURL: `${parley.baseUrl}/v1`, apiKey: validKey, maxRetries: 0 })
  return { client, parley, main, backup }
}

const messages = [{ role: 'user' as const, content: 'Hi' }]

test.each<[string, ((played: Played) => void) | undefined]>([
  ['can’t be reached', undefined],
  ['answers 429', ({ response }) => response.writeHead(429).end()],
  ['answers 503', ({ response }) => response.writeHead(503).end()],
  ['rejects our key', ({ response }) => response.writeHead(401).end()],
  ['closes the connection', ({ response }) => response.destroy()],
  ['says nothing', () => {}],
  ['sends headers alone', ({ response }) => response.writeHead(200).flushHeaders()],
])('the next engine answers if the first one %s', async (_name, script) => {
  const { client } = await start([script, answer], { firstContentTimeoutMs: 300 })
  const asked = client.chat.completions.create({ model: 'team', messages })
  const { data, response } = await asked.withResponse()
  expect(data.choices[0]?.message.content).toBe('Hello')
  expect(data.model).toBe('community/team')
  expect(response.headers.get('x-parley-served-by')).toBe('backup/tiny')
  const stream = await client.chat.completions.create({ model: 'community/team', messages, stream: true })
  let text = ''
  for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
  expect(text).toBe('Hello')
})

test('a reply that is cut after its first content stays cut', async () => {
  const cut = ({ response }: Played) => response.write(pieceFrame('Half'), () => response.destroy())
  const { client, backup } = await start([cut, answer])
  const stream = await client.chat.completions.create({ model: 'team', messages, stream: true })
  let text = ''
  const read = async () => {
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
  }
  await expect(read()).rejects.toThrow(/connection/)
  expect(text).toBe('Half')
  expect(backup?.played.filter(({ request }) => request.method === 'POST')).toEqual([])
})

test('a route is listed with its members, and takes uploads', async () => {
  const { client, backup } = await start([answer, ({ response }) => response.end('{"text":"Hello"}')])
  const listed = await client.models.retrieve('community/team')
  expect(listed).toMatchObject({
    status: 'active',
    description: expect.stringContaining('tiny (main), then tiny (backup)'),
  })
  const file = await toFile(Buffer.alloc(5000, 'x'), 'a.wav')
  const { text } = await client.audio.transcriptions.create({ file, model: 'acme/ears' })
  expect(text).toBe('Hello')
  expect(backup?.played.at(-1)?.body).toMatch(/name="model"\r\n\r\nwhisper-x\r\n/)
})
