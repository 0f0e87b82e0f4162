import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keyTerms } from '#contract/keys.ts'
import type { Log } from '#service/service-context.ts'
import type { KeyRing } from '#service/state/keys-and-limits.ts'
import type { KeyStore } from '#service/state/key-store.ts'
import { createMemoryKeys } from '#service/state/memory-keys.ts'
import { createFileKeyStore } from './file-keys.ts'
import { readKeyFile } from './key-file.ts'
import { createHashedKeyRing } from './key-ring.ts'
import { type PostgresServer, startPostgresServer } from '#testing/postgres-server.ts'
import { openDatabase } from './postgres/connection.ts'
import { createPostgresKeyStore, followKeys } from './postgres/postgres-keys.ts'
import { watchKeyFile } from './watched-keys.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgresServer()
}, 30_000)
afterAll(() => postgres[Symbol.asyncDispose]())

let folder: string
let path: string
const log: Log = { info() {}, warn() {}, error() {} }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-keys-'))
  path = join(folder, 'keys.json')
})
afterEach(() => rm(folder, { recursive: true }))

interface OpenedKeys {
  store: KeyStore
  ring: KeyRing
  close(): void | Promise<void>
}

async function openFile(): Promise<OpenedKeys> {
  const watched = await watchKeyFile(path, log)
  const ring = createHashedKeyRing([], watched.keys)
  return { store: createFileKeyStore(path, watched.reload), ring, close: watched.close }
}

async function openMemory(): Promise<OpenedKeys> {
  const keys = createMemoryKeys()
  return { store: keys, ring: keys, close() {} }
}

async function openPostgres(): Promise<OpenedKeys> {
  const url = await postgres.createDatabase()
  const pool = await openDatabase(url)
  const ring = await followKeys({ pool, url, fixedKeys: [], log })
  const close = () => {
    ring.close()
    return pool.end()
  }
  return { store: createPostgresKeyStore(pool, ring.refresh), ring, close }
}

describe.each([
  ['memory', openMemory],
  ['a file', openFile],
  ['Postgres', openPostgres],
])('keys in %s', (_, open) => {
  test('are added, found, changed and revoked', async () => {
    const { store, ring, close } = await open()
    try {
      const terms = keyTerms.parse({ owner: 'Ada', scopes: ['chat'], models: ['acme/tiny'], budget_per_day: 1.5 })
      const { key, ...created } = await store.add('laptop', terms)
      expect(key).toMatch(/^parley_[\w-]{32}$/)
      expect(created).toMatchObject({ name: 'laptop', owner: 'Ada', begins: key.slice(0, 11), budget_per_month: null })
      expect(await store.list()).toEqual([created])
      expect(await ring.find(key)).toMatchObject({ name: 'laptop', terms: { scopes: ['chat'], budget_per_day: 1.5 } })

      expect(await store.change(created.id, { budget_per_day: null, scopes: ['models'] })).toMatchObject({
        owner: 'Ada',
      })
      expect(await ring.find(key)).toMatchObject({ terms: { scopes: ['models'], budget_per_day: null } })

      expect(await store.revoke(created.id)).toBe(true)
      expect(await ring.find(key)).toBeUndefined()
      expect(await store.list()).toEqual([])
    } finally {
      await close()
    }
  })

  test('have different names and ids', async () => {
    const { store, close } = await open()
    try {
      const one = await store.add('one', keyTerms.parse({}))
      await expect(store.add('one', keyTerms.parse({}))).rejects.toThrow('A key named one already exists')
      expect((await store.add('two', keyTerms.parse({}))).id).not.toBe(one.id)
      expect(await store.change('key_none', {})).toBeUndefined()
      expect(await store.revoke('key_none')).toBe(false)
      expect(await store.list()).toHaveLength(2)
    } finally {
      await close()
    }
  })
})

const fixture = join(import.meta.dirname, 'fixtures/keys-version-1.json')

describe('a key file of version 1', () => {
  test('is read, with the defaults of what it lacks', async () => {
    await copyFile(fixture, path)
    const { store, ring, close } = await openFile()
    try {
      expect(await ring.find('test123')).toMatchObject({ name: 'laptop', terms: { scopes: ['chat', 'models'] } })
      expect(await store.list()).toEqual([
        {
          id: 'key_ecd71870d1963316',
          name: 'laptop',
          begins: 'parley_test',
          created_at: '2026-03-04T05:06:07.000Z',
          owner: '',
          scopes: ['chat', 'models'],
          models: null,
          requests_per_minute: null,
          tokens_per_minute: null,
          budget_per_day: null,
          budget_per_month: null,
          expires_at: null,
        },
      ])
    } finally {
      await close()
    }
  })

  test('becomes version 2 at the first change, and its keys stay valid', async () => {
    await copyFile(fixture, path)
    const before = await readKeyFile(path)
    await createFileKeyStore(path).add('ci', keyTerms.parse({}))
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ version: 2 })
    expect((await readKeyFile(path))[0]).toEqual(before[0])
  })
})

test('a key file of a newer version is refused and left alone', async () => {
  const text = '{"version":3,"keys":[]}'
  await writeFile(path, text)
  await expect(createFileKeyStore(path).add('ci', keyTerms.parse({}))).rejects.toThrow('written by a newer Parley')
  expect(await readFile(path, 'utf8')).toBe(text)
})
