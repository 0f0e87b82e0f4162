import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test, vi } from 'vitest'
import { listen } from './http/http-server.ts'
import { type ParleyProcess, startParleyProcess } from '#testing/parley-process.ts'

// Each test starts processes, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const folder = mkdtempSync(join(tmpdir(), 'parley-main-'))
afterAll(() => rmSync(folder, { recursive: true }))

const program = fileURLToPath(new URL('main.ts', import.meta.url))
const argumentsOf = (command: readonly string[]) => ['--import', 'tsx', program, ...command]
const environment = (settings: Record<string, string>) => ({
  PATH: process.env['PATH'] ?? '',
  PORT: '0',
  PARLEY_DISCOVERY: 'off',
  ...settings,
})

/** Runs the program until it exits. */
function run(settings: Record<string, string>, ...command: string[]) {
  const options = { encoding: 'utf8', env: environment(settings) } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, argumentsOf(command), options)
  return { status, stdout, stderr }
}

test('explains how to build a missing page', () => {
  expect(run({ PARLEY_PAGE_FOLDER: 'no-such-folder' })).toMatchObject({
    status: 1,
    stdout: 'no-such-folder contains no built page. Run “npm run build” first, or “npm start”, which does both.\n',
  })
})

test('checks before a build that the port is free', async () => {
  const other = createServer()
  const port = await listen(other, '127.0.0.1', 0)
  // Not spawnSync: this process must keep holding the port.
  const child = spawn(process.execPath, argumentsOf(['check']), { env: environment({ PORT: String(port) }) })
  let stdout = ''
  child.stdout.on('data', (text) => (stdout += String(text)))
  await once(child, 'close')
  expect(child.exitCode).toBe(1)
  expect(stdout).toBe(
    `Port ${port} on 127.0.0.1 is already in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start\n`,
  )
  other.close()
  expect(run({}, 'check')).toEqual({ status: 0, stdout: '', stderr: '' })
})

test.each([
  ['before a build', ['check'], {}],
  ['at the start', [], {}],
  ['at the start of workers', [], { PARLEY_WORKERS: '2' }],
])('doesn’t start if the key file is unreadable, and names its path and the reason, %s', (_, command, settings) => {
  const file = join(folder, 'unreadable', 'keys.json')
  mkdirSync(file, { recursive: true })
  const page = join(folder, 'page')
  mkdirSync(page, { recursive: true })
  writeFileSync(join(page, 'index.html'), '')
  const store = { PARLEY_STORE: `file:${dirname(file)}`, PARLEY_PAGE_FOLDER: page }
  expect(run({ ...store, ...settings }, ...command)).toEqual({
    status: 1,
    stdout: `The key file ${file} can't be read (EISDIR). Check that it is a file, in a folder that this account can open.\n`,
    stderr: '',
  })
})

test('says how to give the key file to the account of the service', async () => {
  const store = join(folder, 'of-another')
  const path = join(store, 'keys.json')
  mkdirSync(store)
  writeFileSync(path, '')
  chmodSync(path, 0)
  // Root reads every file, so it becomes another account once the modules are loaded, which that one may not read.
  const script = `
    import { readKeyFile } from ${JSON.stringify(import.meta.resolve('./state/key-file.ts'))}
    if (process.getuid() === 0) process.setuid('nobody')
    await readKeyFile(${JSON.stringify(path)}).catch(({ message }) => process.stdout.write(message))`
  const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  const account = process.getuid?.() === 0 ? 'nobody' : userInfo().username
  expect(stdout).toBe(
    `The key file ${path} can't be read (EACCES). Make the account that runs Parley its owner: chown -R ${account} ${store}`,
  )
})

test('stores keys in PARLEY_STORE, even if other settings are invalid', () => {
  const store = join(folder, 'data')
  const settings = { PARLEY_STORE: `file:${store}`, PORT: 'wrong' }
  expect(run(settings, 'keys', 'add', 'laptop').stdout).toContain(
    `only its hash is stored, in ${join(store, 'keys.json')}`,
  )
  expect(run({ PARLEY_STORE: 'redis://x' }, 'keys', 'list')).toMatchObject({
    status: 1,
    stdout:
      'PARLEY_STORE must be file: and a folder, such as file:/var/lib/parley, or the address of a database, such as postgres://127.0.0.1/parley.\n',
  })
})

/** Runs `npm run keys -- …` in the server's folder. Rejects with the output if the command fails. */
async function keys(cwd: string, ...args: string[]): Promise<string> {
  const tsx = import.meta.resolve('tsx')
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', tsx, program, 'keys', ...args], { cwd })
  return stdout.trim()
}

async function statusFor(key: string, { baseUrl }: ParleyProcess): Promise<number> {
  return (await fetch(`${baseUrl}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).status
}

const soon = { timeout: 5000 }
/** What is promised of a revoked key. */
const within2s = { timeout: 2000 }

test('accepts a new key without a restart, until it is revoked', async () => {
  await using parley = await startParleyProcess({ PARLEY_API_KEYS: 'configured' })

  const key = (await keys(parley.folder, 'add', 'laptop')).split('\n').at(-1) ?? ''
  await expect.poll(() => statusFor(key, parley), soon).toBe(200)
  await keys(parley.folder, 'revoke', 'laptop')
  await expect.poll(() => statusFor(key, parley), within2s).toBe(401)
  expect(await statusFor('configured', parley)).toBe(200)
  expect(parley.output()).toContain('"names":["laptop"]')
  expect(parley.output()).not.toContain(key)
  await expect(keys(parley.folder, 'revoke', 'laptop')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no key named laptop.'),
  })
})

test('rejects a key that was revoked while the key file couldn’t be read', async () => {
  await using parley = await startParleyProcess({ PARLEY_API_KEYS: 'configured' })
  const key = (await keys(parley.folder, 'add', 'laptop')).split('\n').at(-1) ?? ''
  await expect.poll(() => statusFor(key, parley), soon).toBe(200)
  const allowOpenFiles = (count: number) =>
    execFileSync('prlimit', ['--pid', String(parley.pid), `--nofile=${count}:`], { stdio: 'inherit' })
  allowOpenFiles(1)
  await keys(parley.folder, 'revoke', 'laptop')
  await expect.poll(() => parley.output(), soon).toContain("can't be read (EMFILE)")
  allowOpenFiles(1024)
  await expect.poll(() => statusFor(key, parley), within2s).toBe(401)
  expect(parley.output().match(/EMFILE/g)).toHaveLength(1)
})
