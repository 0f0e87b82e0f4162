import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, type Response, fetch } from 'undici'
import { type KeyTerms, keyTerms } from '#contract/keys.ts'
import { createFileKeyStore } from '#server/state/file-keys.ts'
import { createFileLedger } from '#server/state/file-ledger.ts'
import { keyFilePath, ledgerFolder } from '#server/state/key-file.ts'
import { silentLog } from '#service/service-context.ts'
import { pieceFrame, startEnginePlayer } from './engine-player.ts'

/** An address of the service. */
type Served = Readonly<Record<'baseUrl', string>>

/** An engine whose replies have a price, with a folder that the processes of the service share. */
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
  /** Posts a chat and reads the whole answer. */
  statusOf(served: Served, key: string): Promise<number>
  get(served: Served, key: string, path: string): Promise<Response>
  /** US dollars that a key has spent by the ledger's files. */
  spentBy(name: string): Promise<number>
  [Symbol.asyncDispose](): Promise<void>
}

export async function startPricedEngine(): Promise<PricedEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-priced-'))
  // A dollar for 1000 output tokens: a reply has 10, and a request allows 100.
  const rates = { input_tokens: 0, output_tokens: 1000 }
  const pricing = Object.entries(rates).map(([metric, rate]) => ({ metric, rate }))
  const config = join(folder, 'parley.config.json')
  await writeFile(config, JSON.stringify({ models: { 'community/tiny': { pricing } } }))
  const usage = { prompt_tokens: 5, completion_tokens: 10, total_tokens: 15 }
  const message = { role: 'assistant', content: 'Hello' }
  const whole = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage })
  const player = await startEnginePlayer(({ body, response }) => {
    if (body.includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(pieceFrame('Hello'))
    } else response.end(whole)
  })
  const agent = new Agent({ connections: 250, keepAliveTimeout: 60_000 })
  const store = createFileKeyStore(keyFilePath(`file:${folder}`))

  function chat({ baseUrl }: Served, key: string, fields: object = {}): Promise<Response> {
    return fetch(`${baseUrl}/v1/chat/completions`, {
      dispatcher: agent,
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'tiny', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 100, ...fields }),
    })
  }

  return {
    cost: 0.01,
    greatest: 0.1,
    settings: {
      PARLEY_CONFIG: config,
      PARLEY_STORE: `file:${folder}`,
      PARLEY_ENGINE_URL: player.baseUrl,
      LOG_LEVEL: 'warn',
    },
    addKey: async (name, terms) => (await store.add(name, { ...keyTerms.parse({}), ...terms })).key,
    async revokeKey(name) {
      const key = (await store.list()).find((each) => each.name === name)
      if (key) await store.revoke(key.id)
    },
    chat,
    async statusOf(served, key) {
      const response = await chat(served, key)
      await response.text()
      return response.status
    },
    get: ({ baseUrl }, key, path) =>
      fetch(`${baseUrl}${path}`, { dispatcher: agent, headers: { authorization: `Bearer ${key}` } }),
    async spentBy(name) {
      const rows = await createFileLedger(ledgerFolder(`file:${folder}`), silentLog).daily('2000-01-01', '2999-12-31')
      return rows.filter(({ key }) => key === name).reduce((sum, { cost }) => sum + cost, 0)
    },
    async [Symbol.asyncDispose]() {
      await agent.destroy()
      player.close()
      await rm(folder, { recursive: true })
    },
  }
}
