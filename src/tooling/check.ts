import { spawnSync } from 'node:child_process'

// `npm run check`: runs every CI step in sequence and prints how long each took.

const steps = ['format:check', 'lint', 'types', 'unused', 'shape', 'test:unit', 'build', 'test:e2e']

const times: string[] = []
const timeOf = (since: number) => `${((performance.now() - since) / 1000).toFixed(1).padStart(7)} s`
const start = performance.now()
for (const step of steps) {
  const stepStart = performance.now()
  const { status } = spawnSync('npm', ['run', '--silent', step], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  times.push(`${timeOf(stepStart)}  ${step}`)
  if (status !== 0) {
    process.exitCode = status ?? 1
    times.push(`${step} failed. The steps after it were not run.`)
    break
  }
}
process.stdout.write(`\n${[...times, `${timeOf(start)}  in all`].join('\n')}\n`)
