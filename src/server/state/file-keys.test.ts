import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyTerms } from '#contract/keys.ts'
import { createFileKeyStore } from './file-keys.ts'
import { updateKeyFile } from './key-file.ts'

let folder: string
let path: string
/** Exists while a process changes the keys. */
let lock: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-keys-'))
  path = join(folder, 'keys.json')
  lock = `${path}.new`
})
afterEach(() => rm(folder, { recursive: true }))

const terms = keyTerms.parse({})
const names = ['a', 'b', 'c', 'd', 'e']
const namesIn = async () => (await createFileKeyStore(path).list()).map(({ name }) => name)

test('makes changes that come at once one after the other', async () => {
  const store = createFileKeyStore(path)
  await Promise.all(names.map((name) => store.add(name, terms)))
  expect(await namesIn()).toEqual(names)
  const ids = (await store.list()).map(({ id }) => id)
  await Promise.all([store.add('f', terms), ...ids.map((id) => store.revoke(id))])
  expect(await namesIn()).toEqual(['f'])
  const [taken] = await Promise.allSettled([store.add('f', terms), store.add('g', terms)])
  expect(taken).toMatchObject({ reason: { status: 409 } })
  expect(await namesIn()).toEqual(['f', 'g'])
})

test('waits for the changes of other processes', async () => {
  await Promise.all(names.map((name) => createFileKeyStore(path).add(name, terms)))
  expect(new Set(await namesIn())).toEqual(new Set(names))
})

test('says what to do if another process doesn’t finish its change', async () => {
  await createFileKeyStore(path).add('laptop', terms)
  await writeFile(lock, 'half')
  await expect(createFileKeyStore(path).add('phone', terms)).rejects.toMatchObject({
    status: 503,
    message: 'Another process is changing the keys. Try again in 5 seconds.',
    headers: { 'retry-after': '5' },
  })
  expect(await readFile(lock, 'utf8')).toBe('half')
  expect(await namesIn()).toEqual(['laptop'])
})

test('never publishes the unfinished file of another process', async () => {
  await createFileKeyStore(path).add('laptop', terms)
  const update = updateKeyFile(path, (keys) => {
    // As if this process had been paused for so long that another one replaced its lock.
    rmSync(lock)
    writeFileSync(lock, '{"half":')
    return keys
  })
  await expect(update).rejects.toMatchObject({ status: 503 })
  expect(await readFile(lock, 'utf8')).toBe('{"half":')
  expect(await namesIn()).toEqual(['laptop'])
})

test('replaces what a killed process has left', async () => {
  await createFileKeyStore(path).add('laptop', terms)
  await writeFile(lock, '{"half":')
  const past = new Date(Date.now() - 6000)
  await utimes(lock, past, past)
  await Promise.all(names.map((name) => createFileKeyStore(path).add(name, terms)))
  expect(new Set(await namesIn())).toEqual(new Set(['laptop', ...names]))
  expect(await readdir(folder)).toEqual(['keys.json'])
})
