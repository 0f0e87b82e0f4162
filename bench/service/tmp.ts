import { startChild } from './child.ts'
import { freePort } from './free-port.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'
import { startRedisServer } from '#testing/redis-server.ts'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { median } from './median.ts'
const engine = await startChild({ file: 'player.ts' })
const loader = await startChild({ file: 'load.ts' })
const pg = await startPostgresServer(); const redis = await startRedisServer()
const program = 'build/server/main.js'
const make = async (name: string, env0: Record<string, string>, opts: string[]) => {
  const folder = await mkdtemp('/tmp/parley-tmpb-')
  await writeFile(`${folder}/c.json`, JSON.stringify({ models: { 'community/tiny': { pricing: [{ metric: 'input_tokens', rate: 0 }, { metric: 'output_tokens', rate: 1000 }], context_length: 100 } } }))
  const env = { PARLEY_STORE: `file:${folder}/store`, ...env0, PARLEY_JOURNAL: `${folder}/j`, PARLEY_CONFIG: `${folder}/c.json`, PARLEY_ENGINE_URL: `http://127.0.0.1:${engine.port}/v1`, PARLEY_DISCOVERY: 'off', LOG_LEVEL: 'silent' }
  const port = await freePort()
  const child = await startChild({ file: `${process.cwd()}/${program}`, nodeArgs: ['--v8-pool-size=1', ...(process.env['PROF'] === name ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof'] : [])], env: { ...env, PORT: String(port) }, readyAt: { port, path: '/readyz' } })
  const { stdout } = await promisify(execFile)('node', [program, 'keys', 'add', 'bench', ...opts], { env: { ...process.env, ...env } })
  const key = /^parley_\S+$/m.exec(stdout)![0]
  await new Promise((r) => setTimeout(r, 1500))
  return { name, child, port, key, cpus: [] as number[], rates: [] as number[] }
}
const lim = ['--tokens-per-minute', '1000000000', '--budget-per-day', '1000000']
const limR = [...lim, '--requests-per-minute', '100000000']
const cols0 = [
  await make('memory', {}, lim),
  await make('memory rpm', {}, limR),
  await make('pg', { PARLEY_STORE: await pg.createDatabase() }, lim),
  await make('redis', { PARLEY_LIMITS: redis.url }, lim),
  await make('both', { PARLEY_STORE: await pg.createDatabase(), PARLEY_LIMITS: `${redis.url}/1` }, lim),
  await make('both free', { PARLEY_STORE: await pg.createDatabase(), PARLEY_LIMITS: `${redis.url}/3` }, []),
  await make('memory free', {}, []),
  await make('both rpm', { PARLEY_STORE: await pg.createDatabase(), PARLEY_LIMITS: `${redis.url}/2` }, limR),
]
const only = process.env['ONLY']?.split(',')
const cols = only ? cols0.filter((c) => only.includes(c.name)) : cols0
for (let round = -1; round < 4; round++) for (const c of cols) {
  const b = (await c.child.usage()).cpu
  const { rate = NaN } = await loader.run({ kind: 'json', connections: 32, ms: 1500, port: c.port, path: '/v1/chat/completions', headers: `authorization: Bearer ${c.key}\r\n` }) as { rate: number }
  const a = (await c.child.usage()).cpu
  if (round >= 0) { c.cpus.push((a - b) / (rate * 1.5)); c.rates.push(rate) }
}
for (const c of cols) console.log(c.name.padEnd(12), median(c.rates).toFixed(0), median(c.cpus).toFixed(1), (median(c.cpus) / median(cols[0]!.cpus)).toFixed(2))
console.log((await promisify(execFile)('redis-cli', ['-u', redis.url, 'info', 'commandstats'])).stdout.split('\n').filter((l) => /evalsha|hmget|zadd/.test(l)).join('\n'), cols.map((c) => c.rates.reduce((x, y) => x + y, 0) * 1.5).join(' '))
for (const c of cols) await c.child.stop()
await engine.stop(); await loader.stop(); await pg[Symbol.asyncDispose](); await redis[Symbol.asyncDispose](); process.exit(0)
