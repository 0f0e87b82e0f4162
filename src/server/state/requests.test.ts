import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { LoggedRequest } from '#contract/requests.ts'
import type { Config } from '#server/config/config.ts'
import { silentLog } from '#service/service-context.ts'
import { loggedRefusal } from '#service/state/request-log.ts'
import { type PostgresServer, startPostgresServer } from '#testing/postgres-server.ts'
import { type Store, openStore } from './open-store.ts'

let parent: string
let server: PostgresServer
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'parley-requests-'))
  server = await startPostgresServer()
}, 60_000)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(parent, { recursive: true })
})

type Place = { store: string; journal: string }
const inFiles = async (): Promise<Place> => {
  const folder = await mkdtemp(join(parent, 'store-'))
  return { store: `file:${folder}`, journal: join(folder, 'unused') }
}
const inPostgres = async (): Promise<Place> => ({
  store: await server.createDatabase(),
  journal: join(parent, 'journal'),
})
const options = { requestLog: 'metadata' as Config['requestLog'], requestLogDays: 30 }

const dayMs = 24 * 60 * 60_000
function request(fields: Partial<LoggedRequest> & { ageMs?: number } = {}): LoggedRequest {
  const { ageMs = 0, ...others } = fields
  const about = { request_id: 'req_1', key: 'laptop', endpoint: '/v1/chat/completions', code: null, total_ms: 5 }
  return { ...loggedRefusal({ ...about, time: Date.now() - ageMs }), ...others }
}

async function withStore(place: Place, work: (store: Store) => Promise<void>, logging = options): Promise<void> {
  const store = await openStore({ ...place, ...logging }, [], silentLog)
  try {
    await work(store)
  } finally {
    await store.close()
  }
}
const all = { requestId: undefined, key: undefined, limit: 100 }
const idsIn = async ({ requestLog }: Store, search = {}) =>
  (await requestLog?.find({ ...all, ...search }))?.map(({ request_id }) => request_id)

describe.each([
  ['files', inFiles],
  ['Postgres', inPostgres],
])('a request log in %s', (_, open) => {
  test('finds requests by id and key, the newest first, also after a restart', async () => {
    const place = await open()
    const texts = { messages: [{ role: 'user', text: 'nul \0 half \ud800 "req_b"' }], reply: 'Hi' }
    await withStore(place, async (store) => {
      store.requestLog?.record(request({ request_id: 'req_a', ageMs: 2 * dayMs, ...texts }))
      store.requestLog?.record(request({ request_id: 'req_b', ageMs: 20 }))
      store.requestLog?.record(request({ request_id: 'req_c', ageMs: 10, key: 'phone' }))
      store.requestLog?.record(request({ request_id: 'req_b', code: 'rate_limit_exceeded' }))
      expect(await idsIn(store)).toEqual(['req_b', 'req_c', 'req_b', 'req_a'])
    })
    await withStore(place, async (store) => {
      expect(await idsIn(store, { limit: 2 })).toEqual(['req_b', 'req_c'])
      expect(await idsIn(store, { key: 'laptop' })).toEqual(['req_b', 'req_b', 'req_a'])
      expect(await idsIn(store, { requestId: 'req_b' })).toEqual(['req_b', 'req_b'])
      expect(await idsIn(store, { requestId: 'req_b', key: 'phone' })).toEqual([])
      expect(await idsIn(store, { requestId: "x' OR true; --\0" })).toEqual([])
      const [found] = (await store.requestLog?.find({ ...all, requestId: 'req_a' })) ?? []
      expect(found).toMatchObject({ endpoint: '/v1/chat/completions', outcome: 'refused', reply: 'Hi' })
      expect(found?.messages?.[0]?.text).toContain('"req_b"')
    })
  })

  test('deletes old requests, also when it is off by now', async () => {
    const place = await open()
    await withStore(place, async (store) => {
      store.requestLog?.record(request({ request_id: 'old', ageMs: 8 * dayMs, reply: 'a secret' }))
      store.requestLog?.record(request({ request_id: 'young', ageMs: 6 * dayMs }))
      expect(await idsIn(store)).toEqual(['young', 'old'])
    })
    await withStore(place, async (store) => expect(store.requestLog).toBeUndefined(), {
      requestLog: 'off',
      requestLogDays: 7,
    })
    await vi.waitFor(() => withStore(place, async (store) => expect(await idsIn(store)).toEqual(['young'])), {
      timeout: 5000,
    })
  })
})

test('files are readable by their owner only, and lines that were cut off are skipped', async () => {
  const place = await inFiles()
  const folder = join(place.store.slice('file:'.length), 'requests')
  await withStore(place, async (store) => {
    store.requestLog?.record(request())
    await idsIn(store)
    const [name = ''] = await readdir(folder)
    const path = join(folder, name)
    await writeFile(path, `{"request_id":"torn\n${await readFile(path, 'utf8')}`)
    expect(await idsIn(store)).toEqual(['req_1'])
  })
})

test('requests wait for a database that is away, and one that is refused doesn’t block others', async () => {
  const place = await inPostgres()
  await withStore(place, async (store) => {
    const client = new Client(place.store)
    await client.connect()
    await client.query("ALTER TABLE parley.requests ADD CHECK (key <> 'poison')")
    await client.end()
    await server.stop()
    for (const key of ['laptop', 'poison', 'phone']) store.requestLog?.record(request({ key }))
    await expect(store.requestLog?.find(all)).rejects.toMatchObject({ status: 503 })
    await server.start()
    await vi.waitFor(async () => expect(await idsIn(store)).toHaveLength(2), { timeout: 10_000 })
  })
}, 60_000)
