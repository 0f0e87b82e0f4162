import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'

// `npm run check`: runs every CI step and prints how long each took.

/**
 * Steps of a group run side by side, as many as there are cores (at least two), and the next group starts when all of them have passed.
 * The longest are first. Tests come alone: they use all cores themselves.
 */
const groups = [
  // Installing what the tests need mostly waits for the network.
  ['pretest:unit', 'lint', 'build', 'types', 'build:static', 'unused', 'format:check', 'shape'],
  ['test:unit'],
  ['test:e2e'],
]

const times: string[] = []
const timeOf = (since: number) => `${((performance.now() - since) / 1000).toFixed(1).padStart(7)} s`

/** Runs a step and returns its exit code. Beside others, what it prints comes in one piece when it ends. */
async function run(step: string, isAlone: boolean): Promise<number> {
  const start = performance.now()
  const child = spawn('npm', ['run', '--silent', step], {
    stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => printed.push(bytes))
  await once(child, 'close')
  process.stdout.write(Buffer.concat(printed))
  times.push(`${timeOf(start)}  ${step}`)
  if (child.exitCode !== 0) times.push(`${step} failed.`)
  return child.exitCode ?? 1
}

/** Runs the steps of a group and returns the first exit code that isn't 0, if any. */
async function runGroup(group: readonly string[]): Promise<number> {
  const waiting = [...group]
  const codes: number[] = []
  const lanes = Array.from({ length: Math.min(group.length, Math.max(2, availableParallelism())) }, async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      codes.push(await run(step, group.length === 1))
    }
  })
  await Promise.all(lanes)
  return codes.find((code) => code !== 0) ?? 0
}

const start = performance.now()
for (const group of groups) {
  process.exitCode = await runGroup(group)
  if (process.exitCode === 0) continue
  if (group !== groups.at(-1)) times.push('The steps after it were not run.')
  break
}
process.stdout.write(`\n${[...times, `${timeOf(start)}  in all`].join('\n')}\n`)
