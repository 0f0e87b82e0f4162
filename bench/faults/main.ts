import { parseArgs } from 'node:util'
import { runBrowserFaults } from './browser-faults.ts'
import { runServiceFaults } from './service-faults.ts'
import { pageTable, serviceTable } from './tables.ts'

// npm run faults -- [--seed N] [--faults 12000] [--aborts 1000] [--plain 10000] [--page 360]
// Injects random faults between service and engine, then between page and service. The same seed gives the same faults.
// Exits with 1 if an answer was wrong, a chat hung, or connections or memory leaked.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    faults: { type: 'string', default: '12000' },
    aborts: { type: 'string', default: '1000' },
    plain: { type: 'string', default: '10000' },
    page: { type: 'string', default: '360' },
  },
})
const seed = Number(values.seed)

/** Tolerated heap growth in bytes, since garbage collection isn't exact. */
const toleratedGrowth = 2 * 1024 * 1024

const from = performance.now()
console.log(`Seed ${seed}. To repeat: npm run faults -- --seed ${seed}`)
const service = await runServiceFaults({
  seed,
  faults: Number(values.faults),
  aborts: Number(values.aborts),
  plain: Number(values.plain),
})
console.log(serviceTable(service))
const page = Number(values.page) > 0 ? await runBrowserFaults({ seed, count: Number(values.page) }) : undefined
if (page) console.log(pageTable(page))

const { aborts, memory } = service
const wrong = [
  ...service.faults.mismatches,
  ...(page?.mismatches ?? []),
  ...(service.isAlive ? [] : ['The service has ended.']),
  ...(service.redirectsFollowed > 0 ? ['A redirect was followed.'] : []),
  ...(aborts.openOnEngine + aborts.openInService > 0 ? ['Connections were left open.'] : []),
  ...(memory.after - memory.before > toleratedGrowth ? ['Memory grew.'] : []),
]
console.log(`\nSeed ${seed}, ${Math.round((performance.now() - from) / 1000)} s: ${wrong.length} wrong`)
for (const each of wrong.slice(0, 50)) console.log(`  ${each}`)
process.exitCode = wrong.length > 0 ? 1 : 0
