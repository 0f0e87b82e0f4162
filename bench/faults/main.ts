import { parseArgs } from 'node:util'
import { runPageCampaign } from './page-campaign.ts'
import { runServiceCampaign } from './service-campaign.ts'
import { pageTable, serviceTable } from './tables.ts'

// npm run faults -- [--seed N] [--faults 12000] [--aborts 1000] [--plain 10000] [--page 360]
// Random faults between service and engine, then between page and service; the same seed draws the same ones.
// Ends with 1 when anything was told that is not true, hung, leaked or grew.

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

/** What ten thousand requests may leave behind, in bytes: a collector never gives the same figure twice. */
const mayGrow = 2 * 1024 * 1024

const from = performance.now()
console.log(`Seed ${seed}. To repeat: npm run faults -- --seed ${seed}`)
const service = await runServiceCampaign({
  seed,
  faults: Number(values.faults),
  aborts: Number(values.aborts),
  plain: Number(values.plain),
})
console.log(serviceTable(service))
const page = Number(values.page) > 0 ? await runPageCampaign({ seed, count: Number(values.page) }) : undefined
if (page) console.log(pageTable(page))

const { aborts, memory } = service
const wrong = [
  ...service.faults.wrong,
  ...(page?.wrong ?? []),
  ...(service.isAlive ? [] : ['The service has ended.']),
  ...(service.strayed > 0 ? ['A redirect was followed.'] : []),
  ...(aborts.openOnEngine + aborts.openInService > 0 ? ['Connections were left open.'] : []),
  ...(memory.after - memory.before > mayGrow ? ['Memory grew.'] : []),
]
console.log(`\nSeed ${seed}, ${Math.round((performance.now() - from) / 1000)} s: ${wrong.length} wrong`)
for (const each of wrong.slice(0, 50)) console.log(`  ${each}`)
process.exitCode = wrong.length > 0 ? 1 : 0
