import { startChild, type Child } from './child.ts'
import { loadOn, measures, type Load, type Measure } from './measures.ts'
import { median } from './median.ts'
import { chooseTargets, type Target } from './targets.ts'

// npm run bench:service -- [names of measures and proxies]
// Engine, load and each proxy run in their own processes. The proxies take turns, so that other work on the machine affects
// all alike. Only the ratios are comparable between machines.

const asked = process.argv.slice(2)
const chosen = measures.filter(({ id }) => asked.includes(id))
const targetNames = asked.filter((name) => !measures.some(({ id }) => id === name))

interface Column {
  target: Target
  figures: number[]
  proxy?: Child
  load?: Load
}

async function measure(each: Measure, targets: readonly Target[]): Promise<readonly Column[]> {
  const engine = await startChild({ file: 'player.ts' })
  const loader = await startChild({ file: 'load.ts' })
  const columns: Column[] = targets.map((target) => ({ target, figures: [] }))
  try {
    for (const column of columns) {
      await attempt(column, async () => {
        column.proxy = await column.target.start(engine.port)
        column.load = loadOn(column.target, column.proxy, loader)
        await each.warmUp?.(column.load)
      })
    }
    for (let round = 0; round < each.rounds; round++) {
      for (const column of columns) {
        const { proxy, load } = column
        if (proxy && load) await attempt(column, async () => column.figures.push(await each.take(load, proxy)))
      }
    }
  } finally {
    await Promise.all([engine, loader, ...columns.flatMap(({ proxy }) => proxy ?? [])].map((child) => child.stop()))
  }
  return columns
}

/** A proxy that fails is left out of this measure. */
async function attempt(column: Column, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (reason) {
    console.log(`${column.target.name} is left out here: ${reason instanceof Error ? reason.message : String(reason)}`)
    delete column.load
  }
}

function print({ title, unit, goal }: Measure, columns: readonly Column[]): void {
  console.log(`\n${title} (${unit}; goal: ${goal} × pipe)`)
  const base = columns.find(({ target }) => target.name === 'pipe')
  for (const { target, figures } of columns) {
    // Compare figures of the same round, because other work on the machine varies over time.
    const ratios = figures.map((figure, round) => figure / (base?.figures[round] ?? NaN))
    const ratio = figures.length === 0 ? '–' : `${median(ratios).toFixed(2)} ×`
    const all = figures.map(digits).join('  ')
    console.log(`  ${target.name.padEnd(8)} ${ratio.padStart(8)}   ${digits(median(figures)).padStart(9)}   of ${all}`)
  }
}

function digits(figure: number): string {
  return Number.isNaN(figure) ? '–' : figure.toFixed(figure < 10 ? 2 : figure < 100 ? 1 : 0)
}

const targets = await chooseTargets(targetNames)
for (const each of chosen.length === 0 ? measures : chosen) print(each, await measure(each, targets))
