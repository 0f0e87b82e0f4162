import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { requireProgram } from './server-programs.ts'

/** A Postgres server for tests: on loopback, on a port of its own, in a temporary folder. */
export interface PostgresServer {
  /** Of an empty database. With an account and a password, which must not appear anywhere. */
  readonly url: string
  /** The address of another, empty database. */
  createDatabase(): Promise<string>
  /** Ends it at once, as a crash would. */
  stop(): Promise<void>
  /** Starts it again on the same port, with its data. */
  start(): Promise<void>
  /** Ends it and deletes its folder. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Part of every address: tests look for it in what must hold no secret. */
export const postgresPassword = 'a-secret-of-the-database'

/** Starts a server. Resolves when it accepts connections. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-postgres-'))
  const account = await accountForServer()
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const locale = ['--locale=C', '--encoding=UTF8']
  await promisify(execFile)(
    requireProgram('initdb'),
    ['-D', data, '-U', 'parley', '--auth=trust', '--no-sync', ...locale],
    { cwd: folder, ...account },
  )
  const port = await freePort()
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', shared_buffers: '16MB' }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', data, '-p', String(port), ...options]

  let server = await launch()

  async function launch() {
    const child = spawn(requireProgram('postgres'), args, { cwd: folder, stdio: 'ignore', ...account })
    const ended = once(child, 'exit')
    for (let tries = 0; !(await answers(addressOf('postgres'))); tries++) {
      if (child.exitCode !== null || tries > 500) throw new Error(`postgres doesn’t answer on port ${port}.`)
      await setTimeout(20)
    }
    return { child, ended }
  }

  function addressOf(database: string): string {
    return `postgres://parley:${postgresPassword}@127.0.0.1:${port}/${database}`
  }

  async function stop() {
    server.child.kill('SIGQUIT')
    await server.ended
  }

  let databases = 0
  async function createDatabase(): Promise<string> {
    const name = `parley${databases++}`
    const client = new pg.Client(addressOf('postgres'))
    await client.connect()
    await client.query(`CREATE DATABASE ${name}`)
    await client.end()
    return addressOf(name)
  }

  return {
    url: await createDatabase(),
    createDatabase,
    stop,
    async start() {
      server = await launch()
    },
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Postgres refuses to run as root: then it runs as its own account, or as nobody. */
async function accountForServer(): Promise<{ uid?: number; gid: number } | { uid?: undefined }> {
  if (process.getuid?.() !== 0) return {}
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (!account) throw new Error('Postgres can’t run as root, and there is no other account.')
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

async function answers(address: string): Promise<boolean> {
  const client = new pg.Client(address)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
