import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type PostgresServer, startPostgresServer } from '#testing/postgres-server.ts'
import { type RedisServer, startRedisServer } from '#testing/redis-server.ts'
import { type Child, startChild } from './child.ts'
import { freePort } from '#testing/free-port.ts'
import { startNginx } from './nginx.ts'

const program = join(import.meta.dirname, '../../build/server/main.js')

/** What one reply of the mock engine costs, in US dollars: 60 output tokens at $1,000 per million. */
export const replyCost = 0.06
/** What a call reserves: the configured context is 100 tokens, and the input is shorter than that. */
export const reservationCost = 0.1

const configuration = {
  models: {
    'community/tiny': {
      pricing: [
        { metric: 'input_tokens', rate: 0 },
        { metric: 'output_tokens', rate: 1000 },
      ],
      context_length: 100,
    },
  },
}

/** Parley processes behind nginx. */
export interface Deployment {
  readonly processes: readonly Child[]
  /** Where requests go. */
  readonly port: number
  /** Makes a key and returns it. `options` are those of `npm run keys -- add`. */
  addKey(name: string, ...options: string[]): Promise<string>
  stop(): Promise<void>
}

interface DeploymentOptions {
  enginePort: number
  processes: number
  /** Postgres and Redis; else a file and memory, which one process may use. */
  isShared: boolean
}

/** Starts databases, processes and nginx. Rejects if one of them can't be started. */
export async function startDeployment({ enginePort, processes, isShared }: DeploymentOptions): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-scale-'))
  const config = join(folder, 'parley.config.json')
  await writeFile(config, JSON.stringify(configuration))
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const each of stops.toReversed()) await each()
  }
  try {
    const shared = isShared ? await startDatabases(stops) : { PARLEY_STORE: `file:${folder}/store` }
    const env = {
      ...shared,
      // Else the journal of one deployment would be taken over by the next.
      PARLEY_JOURNAL: join(folder, 'journal'),
      PARLEY_CONFIG: config,
      PARLEY_ENGINE_URL: `http://127.0.0.1:${enginePort}/v1`,
      PARLEY_DISCOVERY: 'off',
      LOG_LEVEL: 'silent',
    }
    const children: Child[] = []
    for (let at = 0; at < processes; at++) {
      const port = await freePort()
      const nodeArgs = ['--v8-pool-size=1']
      const child = await startChild({
        file: program,
        nodeArgs,
        env: { ...env, PORT: String(port) },
        readyAt: { port, path: '/readyz' },
      })
      stops.push(() => child.stop())
      children.push(child)
    }
    const port = await freePort()
    const ports = children.map((child) => child.port)
    const nginx = await startNginx(port, ports)
    stops.push(() => nginx.stop())
    return {
      processes: children,
      port,
      async addKey(name, ...options) {
        const { stdout } = await promisify(execFile)('node', [program, 'keys', 'add', name, ...options], {
          env: { ...process.env, ...env },
        })
        const key = /^parley_\S+$/m.exec(stdout)?.[0]
        if (key === undefined) throw new Error(`No key was made: ${stdout}`)
        // Every process knows it within two seconds.
        await new Promise((wake) => setTimeout(wake, 2000))
        return key
      },
      stop,
    }
  } catch (reason) {
    await stop()
    throw reason
  }
}

async function startDatabases(stops: (() => Promise<unknown>)[]): Promise<Record<string, string>> {
  const postgres: PostgresServer = await startPostgresServer()
  stops.push(() => postgres.stop())
  const redis: RedisServer = await startRedisServer()
  stops.push(() => redis.stop())
  return { PARLEY_STORE: postgres.url, PARLEY_LIMITS: redis.url }
}
