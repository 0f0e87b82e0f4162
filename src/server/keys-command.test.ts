import { chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runKeysCommand } from './keys-command.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-keys-'))
  path = join(folder, 'private', 'keys.json')
})
afterEach(() => rm(folder, { recursive: true }))

async function keys(...args: string[]) {
  const printed: string[] = []
  const complaints: string[] = []
  const code = await runKeysCommand(args, `file:${dirname(path)}`, {
    print: (line) => printed.push(line),
    printError: (line) => complaints.push(line),
  })
  return { code, printed, complaints: complaints.join('\n') }
}

const modeOf = async (file: string) => (await stat(file)).mode & 0o777

describe('npm run keys', () => {
  test('shows a new key once, and stores its hash readable only by the owner', async () => {
    const { code, printed } = await keys('add', 'laptop')
    expect(code).toBe(0)
    const key = printed.at(-1) ?? ''
    expect(key).toMatch(/^parley_[\w-]{32}$/)
    expect(await readFile(path, 'utf8')).not.toContain(key)
    expect(await modeOf(path)).toBe(0o600)
    expect(await modeOf(dirname(path))).toBe(0o700)
    const listed = await keys('list')
    expect(listed.printed.join('\n')).toMatch(/^laptop {2}parley_.{4}… {2}\d{4}-\d\d-\d\d$/)
    expect(listed.printed.join('\n')).not.toContain(key)
  })

  test('gives the file to the owner of its folder', async () => {
    // Only root can change a folder's owner; otherwise folder and file keep the same owner.
    await chown(folder, 12_345, 12_345).catch(() => undefined)
    await keys('add', 'laptop')
    const { uid, gid } = await stat(folder)
    for (const made of [path, dirname(path)]) expect(await stat(made)).toMatchObject({ uid, gid })
  })

  test('keeps the permissions of an existing folder', async () => {
    await mkdir(dirname(path), { mode: 0o750 })
    await keys('add', 'laptop')
    expect(await modeOf(dirname(path))).toBe(0o750)
  })

  test('revokes only the given key', async () => {
    for (const name of ['laptop', 'ci']) await keys('add', name)
    expect((await keys('revoke', 'laptop')).code).toBe(0)
    expect((await keys('list')).printed).toEqual([expect.stringMatching(/^ci /)])
    expect((await keys('add', 'laptop')).code).toBe(0)
  })

  test('gives a key limits, shows and changes them', async () => {
    const limits = [
      '--scopes',
      'chat,admin',
      '--models',
      'a/b',
      '--budget-per-day',
      '2.5',
      '--requests-per-minute',
      '9',
    ]
    const { code, printed } = await keys('add', 'ci', '--owner', 'Ada', '--expires', '2027-01-31', ...limits)
    expect(code).toBe(0)
    expect(printed.at(-1)).toMatch(/^parley_[\w-]{32}$/)
    const shown = (await keys('show', 'ci')).printed.join('\n')
    for (const row of [
      /^owner +Ada$/mu,
      /^scopes +chat, admin$/mu,
      /^models +a\/b$/mu,
      /^requests per minute +9$/mu,
      /^budget per day +\$2\.5$/mu,
      /^expires +2027-01-31T00:00:00\.000Z$/mu,
    ]) {
      expect(shown).toMatch(row)
    }
    expect((await keys('limit', 'ci', '--budget-per-day', 'none', '--tokens-per-minute', '500')).code).toBe(0)
    const after = (await keys('show', 'ci')).printed.join('\n')
    expect(after).toMatch(/^budget per day +no limit$/mu)
    expect(after).toMatch(/^tokens per minute +500$/mu)
    expect(after).toMatch(/^owner +Ada$/mu)
  })

  test('explains how to add a key if there are none', async () => {
    expect(await keys('list')).toMatchObject({
      code: 0,
      printed: [expect.stringContaining('npm run keys -- add NAME')],
    })
  })

  test.each([
    [['add', 'laptop'], 'A key named laptop already exists.'],
    [['revoke', 'lpatop'], 'There is no key named lpatop. Existing keys: laptop.'],
    [['add', 'two words'], 'Invalid key name “two words”'],
    [['add', '../up'], 'Invalid key name'],
    [['add', ''], 'Invalid key name'],
    [['add', 'x'.repeat(65)], 'Invalid key name'],
    [['add'], 'Name the key'],
    [['add', 'ci', '--scopes', 'root'], '--scopes must name at least one of chat, models, admin.'],
    [['add', 'ci', '--budget-per-day', 'lots'], '--budget-per-day must be dollars'],
    [['add', 'ci', '--expires', 'soon'], '--expires must be a date'],
    [['add', 'ci', '--budget', '5'], '--budget'],
    [['limit', 'laptop'], 'npm run keys -- add NAME'],
    [['limit', 'ci', '--owner', 'Ada'], 'There is no key named ci.'],
    [['show', 'ci'], 'There is no key named ci.'],
    [['add', 'one', 'two'], 'npm run keys -- add NAME'],
    [['rename', 'laptop'], 'npm run keys -- add NAME'],
    [[], 'npm run keys -- add NAME'],
  ])('refuses %j with a message', async (args, words) => {
    await keys('add', 'laptop')
    const before = await readFile(path, 'utf8')
    expect(await keys(...args)).toMatchObject({ code: 1, printed: [], complaints: expect.stringContaining(words) })
    expect(await readFile(path, 'utf8')).toBe(before)
  })

  test('reports a folder that isn’t writable', async () => {
    await writeFile(dirname(path), 'a file where the folder should be')
    const { code, complaints } = await keys('add', 'laptop')
    expect(code).toBe(1)
    expect(complaints).toMatch(/keys\.json can’t be written \(E\w+\)\. Check that/)
  })

  test('adds the keys of concurrent commands', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const outcomes = await Promise.all(names.map((name) => keys('add', name)))
    expect(outcomes.map(({ code }) => code)).toEqual(names.map(() => 0))
    const { printed } = await keys('list')
    expect(new Set(printed.map((line) => line.split(' ')[0]))).toEqual(new Set(names))
  })

  test('says how another account gets a key file that belongs to root', async () => {
    const { printed } = await keys('add', 'laptop')
    const isRoots = (await stat(path)).uid === 0
    const told = isRoots
      ? [`${path} belongs to root. If Parley runs as another account, run: chown -R ACCOUNT ${dirname(path)}`]
      : []
    expect(printed.slice(0, -2)).toEqual(told)
  })

  test.each(['', 'nonsense', '{"keys":[{"name":"x"}]}', '{"keys":{}}'])(
    'doesn’t change a damaged file: %s',
    async (text) => {
      await keys('add', 'laptop')
      await writeFile(path, text)
      for (const args of [['add', 'ci'], ['revoke', 'laptop'], ['list']]) {
        expect((await keys(...args)).complaints).toContain(`${path} is damaged`)
      }
      expect(await readFile(path, 'utf8')).toBe(text)
    },
  )
})
