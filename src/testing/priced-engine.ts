import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, type Response, fetch } from 'undici'
import { type KeyTerms, keyTerms } from '#contract/keys.ts'
import { openKeyStore, openStore } from '#server/state/open-store.ts'
import { silentLog } from '#service/service-context.ts'
import { pieceFrame, startEnginePlayer } from './engine-player.ts'

/** An address of the service. */
type Served = Readonly<Record<'baseUrl', string>>

/** An engine whose replies have a price, with a store that the processes of the service share. */
export interface PricedEngine {
  /** US dollars: what a whole reply costs, and the greatest that a call could have cost. */
  readonly cost: number
  readonly greatest: number
  /** For the processes of the service. */
  readonly settings: Readonly<Record<string, string>>
  /** Adds a key. Services notice it within a second. */
  addKey(name: string, terms: Partial<KeyTerms>): Promise<string>
  revokeKey(name: string): Promise<void>
  /** Posts a chat. Streams send one word and don't end. */
  chat(served: Served, key: string, fields?: object): Promise<Response>
  /** Posts a request for an embedding, which costs as much as a reply. */
  embed(served: Served, key: string): Promise<Response>
  /** Posts a chat and reads the whole answer. */
  statusOf(served: Served, key: string): Promise<number>
  get(served: Served, key: string, path: string): Promise<Response>
  /** The calls of a key by the ledger, and the US dollars that it has spent. */
  usageOf(name: string): Promise<Record<'calls' | 'spent', number>>
  [Symbol.asyncDispose](): Promise<void>
}

/** The store is a folder unless a database is given. */
export async function startPricedEngine(database?: string): Promise<PricedEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-priced-'))
  const store = database ?? `file:${folder}`
  // A dollar for 1000 output tokens: a reply has 10, and a request allows 100.
  const rates = { input_tokens: 0, output_tokens: 1000 }
  const pricing = Object.entries(rates).map(([metric, rate]) => ({ metric, rate }))
  const embedder = 'text-embedding-tiny'
  const config = join(folder, 'parley.config.json')
  await writeFile(
    config,
    JSON.stringify({ models: { 'community/tiny': { pricing }, [`community/${embedder}`]: { pricing } } }),
  )
  const usage = { prompt_tokens: 5, completion_tokens: 10, total_tokens: 15 }
  const message = { role: 'assistant', content: 'Hello' }
  const whole = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage })
  const player = await startEnginePlayer(
    ({ body, response }) => {
      if (body.includes('"stream":true')) {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(pieceFrame('Hello'))
      } else response.end(whole)
    },
    ['tiny', embedder],
  )
  const agent = new Agent({ connections: 250, keepAliveTimeout: 60_000 })
  const { keyStore, close: closeKeys } = await openKeyStore(store)

  function post({ baseUrl }: Served, key: string, path: string, body: object): Promise<Response> {
    return fetch(`${baseUrl}/v1/${path}`, {
      dispatcher: agent,
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  function chat(served: Served, key: string, fields: object = {}): Promise<Response> {
    const messages = [{ role: 'user', content: 'Hi' }]
    return post(served, key, 'chat/completions', { model: 'tiny', messages, max_tokens: 100, ...fields })
  }

  return {
    cost: 0.01,
    greatest: 0.1,
    settings: {
      PARLEY_CONFIG: config,
      PARLEY_STORE: store,
      PARLEY_JOURNAL: join(folder, 'journal'),
      PARLEY_ENGINE_URL: player.baseUrl,
      // A test that is busy for long doesn't answer for the engine.
      PARLEY_ENGINE_CHECK_MS: '600000',
      LOG_LEVEL: 'warn',
    },
    addKey: async (name, terms) => (await keyStore.add(name, { ...keyTerms.parse({}), ...terms })).key,
    async revokeKey(name) {
      const key = (await keyStore.list()).find((each) => each.name === name)
      if (key) await keyStore.revoke(key.id)
    },
    chat,
    embed: (served, key) => post(served, key, 'embeddings', { model: embedder, input: 'Hi' }),
    async statusOf(served, key) {
      const response = await chat(served, key)
      await response.text()
      return response.status
    },
    get: ({ baseUrl }, key, path) =>
      fetch(`${baseUrl}${path}`, { dispatcher: agent, headers: { authorization: `Bearer ${key}` } }),
    async usageOf(name) {
      const options = { store, journal: join(folder, 'reader'), requestLog: 'off', requestLogDays: 1 } as const
      const opened = await openStore(options, [], silentLog)
      const rows = await opened.ledger.daily('2000-01-01', '2999-12-31', name)
      await opened.close()
      const sum = (column: 'requests' | 'cost') => rows.reduce((total, row) => total + row[column], 0)
      return { calls: sum('requests'), spent: sum('cost') }
    },
    async [Symbol.asyncDispose]() {
      await agent.destroy()
      await closeKeys()
      player.close()
      await rm(folder, { recursive: true })
    },
  }
}
