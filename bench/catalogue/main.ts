import { parseArgs } from 'node:util'
import { startListingEngine } from '#e2e/listing-engine.ts'
import { startParley } from '#e2e/parley.ts'
import { buildNaive } from './build-naive.ts'
import { manyModels } from './many-models.ts'
import { measure, timeToShow, type Run } from './measure.ts'

/** Above this size the naive peer is measured only once, with a single key, because each key takes many seconds. */
const naiveUpTo = 5000

const help = `npm run bench:catalogue -- [--sizes 336,5000,20000] [--rounds 3] [--throttle 4] [--pages parley,naive]
Measures the built catalogue as npm start serves it, beside TanStack Table with every row in the page. Typing is measured
with the processor slowed down; the rest is not. Nothing else should be running. Above ${naiveUpTo} models the peer is
measured once and with one key, which takes it many seconds there.`

/** The number of models without an engine: built-in ones and the reference catalogue. */
async function countAlone(): Promise<number> {
  const parley = await startParley()
  const answer = await fetch(`${parley.baseUrl}/v1/models`, { headers: { authorization: `Bearer ${parley.key}` } })
  const { data } = (await answer.json()) as { data: unknown[] }
  await parley.stop()
  return data.length
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '336,5000,20000' },
      rounds: { type: 'string', default: '3' },
      throttle: { type: 'string', default: '4' },
      pages: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  const naive = await buildNaive()
  const alone = await countAlone()
  for (const size of values.sizes.split(',').map(Number)) {
    const pages = values.pages?.split(',') ?? ['parley', 'naive']
    const engine = await startListingEngine(manyModels(Math.max(0, size - alone)))
    const settings = { PARLEY_ENGINE_URL: engine.baseUrl }
    const parley = await startParley(settings)
    const peer = await startParley({ ...settings, PARLEY_PAGE_FOLDER: naive })
    try {
      const runs: Record<string, Run[]> = { parley: [], naive: [] }
      const anyPage: number[] = []
      for (let round = 0; round < Number(values.rounds); round++) {
        anyPage.push(await timeToShow(parley.link, 'textarea'))
        for (const { name, url, scroller } of [
          { name: 'parley', url: parley.link.replace('/#', '/models#'), scroller: '[role="table"]' },
          { name: 'naive', url: peer.link, scroller: '#scroller' },
        ] as const) {
          if (!pages.includes(name)) continue
          const isSlow = name === 'naive' && size > naiveUpTo
          if (isSlow && round > 0) continue
          const target = { name, url, scroller, ...(isSlow && { typed: ['o'] }) }
          runs[name]?.push(await measure(target, Number(values.throttle)))
        }
      }
      print(size, median(anyPage), runs)
    } finally {
      await parley.stop()
      await peer.stop()
      await engine.stop()
    }
  }
}

function print(size: number, anyPage: number, runs: Record<string, Run[]>): void {
  console.log(`\n${size} asked for; the playground is shown after ${anyPage.toFixed(0)} ms`)
  for (const [name, all] of Object.entries(runs)) {
    if (all.length === 0) continue
    const of = (figure: Exclude<keyof Run, 'models'>) => median(all.map((run) => run[figure]))
    const first = of('firstRowsMs')
    console.log(
      [
        `  ${name.padEnd(7)} ${all[0]?.models ?? ''}`,
        `first rows ${first.toFixed(0)} ms (${(first / anyPage).toFixed(2)} ×)`,
        `key to frame p95 ${of('keyToFrameP95').toFixed(0)} ms`,
        `key to count p95 ${of('keyToCountP95').toFixed(0)} ms`,
        `scrolling ${of('framesPerSecond').toFixed(1)} fps`,
        `heap ${of('heapMb').toFixed(1)} MB`,
      ].join(' · '),
    )
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

await main()
