import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHashedKeyRing } from './key-ring.ts'
import type { Log } from '#service/service-context.ts'
import { runKeysCommand } from '#server/keys-command.ts'
import { watchKeyFile } from './watched-keys.ts'

let folder: string
let path: string
const log = { info: vi.fn<Log['info']>(), warn: vi.fn<Log['warn']>(), error: vi.fn<Log['error']>() }

beforeEach(async () => {
  vi.clearAllMocks()
  folder = await mkdtemp(join(tmpdir(), 'parley-keys-'))
  path = join(folder, 'private', 'keys.json')
})
afterEach(() => rm(folder, { recursive: true }))

async function keys(...args: string[]): Promise<string> {
  let last = ''
  const keep = (line: string) => {
    last = line
  }
  expect(await runKeysCommand(args, `file:${dirname(path)}`, { print: keep, printError: keep })).toBe(0)
  return last
}

/** As promised of a revoked key. */
const soon = { timeout: 2000, interval: 20 }

test('reloads keys without a restart, and ignores an invalid file', async () => {
  const watched = await watchKeyFile(path, log)
  const ring = createHashedKeyRing([], watched.keys)
  const holders = (...all: string[]) => all.map((key) => ring.find(key)?.name)
  try {
    expect(watched.keys()).toEqual([])

    const laptop = await keys('add', 'laptop')
    await vi.waitFor(() => expect(holders(laptop, 'other')).toEqual(['laptop', undefined]), soon)

    const ci = await keys('add', 'ci')
    await vi.waitFor(() => expect(holders(laptop, ci)).toEqual(['laptop', 'ci']), soon)

    await keys('revoke', 'laptop')
    await vi.waitFor(() => expect(holders(laptop, ci)).toEqual([undefined, 'ci']), soon)

    await writeFile(path, '{"keys":[')
    await vi.waitFor(() => expect(log.error).toHaveBeenCalledOnce(), soon)
    expect(log.error.mock.calls[0]?.[0]).toMatchObject({ file: path, problem: expect.stringContaining('is damaged') })
    expect(holders(ci)).toEqual(['ci'])

    await rm(path)
    await vi.waitFor(() => expect(holders(ci)).toEqual([undefined]), soon)
    expect(JSON.stringify([log.info.mock.calls, log.error.mock.calls])).not.toContain(ci)
  } finally {
    watched.close()
  }
}, 30_000)

test('rejects an invalid file at the start', async () => {
  await keys('add', 'laptop')
  await writeFile(path, 'nonsense')
  await expect(watchKeyFile(path, log)).rejects.toThrow(`${path} is damaged`)
})
