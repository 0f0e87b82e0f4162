import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDevKey } from '#server/dev.ts'
import { createHashedKeyRing, hashKey, generateKey } from './key-ring.ts'

test('finds a key by its hash, and no others', () => {
  const ring = createHashedKeyRing([hashKey('one', 'first'), hashKey('two', 'second')])
  expect(ring.find('first')).toEqual({ name: 'one' })
  expect(ring.find('second')).toEqual({ name: 'two' })
  for (const stranger of ['third', '', 'first ', 'FIRST', undefined]) expect(ring.find(stranger)).toBeUndefined()
})

test('refuses every key if it has none', () => {
  expect(createHashedKeyRing([]).find('')).toBeUndefined()
})

test('doesn’t store the key itself', () => {
  expect(JSON.stringify(hashKey('one', 'first'))).not.toContain('first')
})

test('creates different keys that need no escaping in a link', () => {
  const keys = Array.from({ length: 100 }, generateKey)
  expect(new Set(keys).size).toBe(100)
  for (const key of keys) expect(encodeURIComponent(key)).toBe(key)
})

test('keeps the development key across restarts, readable only by its owner', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-'))
  const file = join(folder, 'deep', 'dev-key')
  const key = await readDevKey(file)
  expect(await readDevKey(file)).toBe(key)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await rm(folder, { recursive: true })
})
