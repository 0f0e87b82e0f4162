import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startParleyProcess } from './testing/parley-process.ts'

const command = fileURLToPath(new URL('keys-command.ts', import.meta.url))

/** Runs `npm run keys -- …` where the server runs. Rejects with the output when the command fails. */
async function keys(cwd: string, ...args: string[]): Promise<string> {
  const tsx = import.meta.resolve('tsx')
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', tsx, command, ...args], { cwd })
  return stdout.trim()
}

test('a running server takes a new key up, and refuses it once it is revoked', async () => {
  await using parley = await startParleyProcess({ PARLEY_API_KEYS: 'configured' })
  const statusFor = async (key: string) =>
    (await fetch(`${parley.baseUrl}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).status
  const soon = { timeout: 5000 }

  const key = (await keys(parley.folder, 'add', 'laptop')).split('\n').at(-1) ?? ''
  await expect.poll(() => statusFor(key), soon).toBe(200)
  expect(await keys(parley.folder, 'list')).toMatch(/^laptop /)
  await keys(parley.folder, 'revoke', 'laptop')
  await expect.poll(() => statusFor(key), soon).toBe(401)
  expect(await statusFor('configured')).toBe(200)
  expect(parley.output()).toContain('"names":["laptop"]')
  expect(parley.output()).not.toContain(key)
  await expect(keys(parley.folder, 'revoke', 'laptop')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no key named laptop.'),
  })
}, 30_000)
