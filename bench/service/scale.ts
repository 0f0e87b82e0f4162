import { parseArgs } from 'node:util'
import { startChild, type Child } from './child.ts'
import { median } from './median.ts'
import type { Done, Task } from './messages.ts'
import { type Deployment, replyCost, reservationCost, startDeployment } from './deployment.ts'

// npm run bench:scale -- [--rounds 5] [--requests 10000]
// Single replies of one key that has limits, through nginx to 1, 2 and 4 processes with Postgres and Redis; then all requests
// at once on a key with a budget. Engine, load, databases, nginx and processes share this machine's cores.

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, requests: { type: 'string', default: '10000' } },
})
const rounds = Number(values.rounds)
const requests = Number(values.requests)
const path = '/v1/chat/completions'
const budget = 30

type Load =
  Extract<Task, { kind: 'json' | 'burst' }> extends infer T
    ? T extends T
      ? Omit<T, 'port' | 'path' | 'headers'>
      : never
    : never

async function run(loader: Child, { port }: Deployment, key: string, task: Load): Promise<Done['done']> {
  const done = await loader.run({ ...task, port, path, headers: `authorization: Bearer ${key}\r\n` })
  if (done.error !== undefined) throw new Error(done.error)
  return done
}

async function processorTime({ processes }: Deployment): Promise<number> {
  const usages = await Promise.all(processes.map((each) => each.usage()))
  return usages.reduce((sum, { cpu }) => sum + cpu, 0)
}

interface Column {
  name: string
  deployment: Deployment
  key: string
  rates: number[]
  p99s: number[]
  /** Microseconds of all Parley processes per reply. */
  costs: number[]
}

/** Limits that are checked in each request and never reached. */
const limited = ['--tokens-per-minute', '1000000000', '--budget-per-day', '1000000']

async function measure(loader: Child, enginePort: number): Promise<void> {
  const columns: Column[] = []
  const add = async (name: string, processes: number, isShared: boolean) => {
    const deployment = await startDeployment({ enginePort, processes, isShared })
    const key = await deployment.addKey('bench', ...limited)
    columns.push({ name, deployment, key, rates: [], p99s: [], costs: [] })
  }
  try {
    await add('file and memory, 1', 1, false)
    for (const processes of [1, 2, 4]) await add(`Postgres and Redis, ${processes}`, processes, true)
    for (let round = -1; round < rounds; round++) {
      for (const { deployment, key, rates, p99s, costs } of columns) {
        const before = await processorTime(deployment)
        const { rate = NaN, p99 = NaN } = await run(loader, deployment, key, {
          kind: 'json',
          connections: 32,
          ms: 2000,
        })
        const after = await processorTime(deployment)
        // The first round warms up.
        if (round < 0) continue
        rates.push(rate)
        p99s.push(p99)
        costs.push((after - before) / (rate * 2))
      }
    }
  } finally {
    for (const { deployment } of columns) await deployment.stop()
  }
  console.log('\nSingle replies at 32 connections'.padEnd(33), 'per s   × first   p99 ms   processor µs   × first')
  const [first] = columns
  for (const { name, rates, p99s, costs } of columns) {
    const ratio = (of: 'rates' | 'costs', figures: number[]) =>
      median(figures.map((figure, round) => figure / (first?.[of][round] ?? NaN))).toFixed(2)
    console.log(
      name.padEnd(30),
      median(rates).toFixed(0).padStart(7),
      ratio('rates', rates).padStart(9),
      median(p99s).toFixed(1).padStart(8),
      median(costs).toFixed(0).padStart(14),
      ratio('costs', costs).padStart(9),
    )
  }
}

/** Sends all requests at once and compares what was let through with the budget. */
async function measureBudget(loader: Child, enginePort: number): Promise<void> {
  console.log(`\n${requests} requests at once on a key with a budget of $${budget}`)
  for (const processes of [1, 2, 4]) {
    const deployment = await startDeployment({ enginePort, processes, isShared: true })
    try {
      const key = await deployment.addKey('bench', '--budget-per-day', String(budget))
      const { statuses = {} } = await run(loader, deployment, key, { kind: 'burst', requests })
      const spent = (statuses['200'] ?? 0) * replyCost
      const beyond = (spent - budget) / reservationCost
      const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
      console.log(
        `${processes} processes: spent $${spent.toFixed(2)}, ${Math.max(0, beyond).toFixed(2)} reservations beyond (${answers.join(', ')})`,
      )
    } finally {
      await deployment.stop()
    }
  }
}

const engine = await startChild({ file: 'player.ts' })
const loader = await startChild({ file: 'load.ts' })
try {
  await measure(loader, engine.port)
  await measureBudget(loader, engine.port)
} finally {
  await Promise.all([engine.stop(), loader.stop()])
}
