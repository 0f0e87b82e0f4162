import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { chromiumArguments, findChromium } from '#e2e/find-chromium.ts'
import { startParley } from '#e2e/parley.ts'
import { freePort } from '../service/free-port.ts'

const help = `npm run bench:lighthouse -- [--only playground,models,model] [--details]
Has Lighthouse 12 look at the built pages as npm start serves them, as on a desktop and as on a phone. Prints each score
of 100, and ends with 1 where one is below the goal. Nothing else should be running. --details lists what cost points.`

/** What every score has to reach. */
const goal = 95
const categories = ['performance', 'accessibility', 'best-practices'] as const

const pages = {
  playground: '/',
  models: '/models',
  model: '/models/anthropic/claude-sonnet-4-5',
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: Object.keys(pages).join(',') },
      details: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  const port = await freePort()
  const parley = await startParley()
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: [...chromiumArguments(), `--remote-debugging-port=${port}`],
    ...(executablePath !== undefined && { executablePath }),
  })
  try {
    console.log(['page'.padEnd(12), 'on'.padEnd(8), ...categories].join('  '))
    for (const [name, path] of Object.entries(pages)) {
      if (!values.only.split(',').includes(name)) continue
      const url = `${parley.baseUrl}${path}#key=${parley.key}`
      for (const device of ['desktop', 'phone'] as const) await judge(name, device, url, port, values.details)
    }
  } finally {
    await browser.close()
    await parley.stop()
  }
}

/** Prints the scores of a page, and what cost points where that is wanted. */
async function judge(name: string, device: 'desktop' | 'phone', url: string, port: number, details: boolean) {
  const flags = { port, onlyCategories: [...categories], logLevel: 'error' } as const
  const result = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined)
  if (!result) throw new Error(`Lighthouse said nothing of ${name}.`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(`${name}: ${lhr.runtimeError.message}`)
  const scores = categories.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100))
  console.log([name.padEnd(12), device.padEnd(8), ...scores.map((score, at) => column(score, at))].join('  '))
  if (scores.some((score) => score < goal)) process.exitCode = 1
  if (!details) return
  for (const { score, title, displayValue } of Object.values(lhr.audits)) {
    if (score !== null && score < 1) console.log(`  ${score.toFixed(2)}  ${title}  ${displayValue ?? ''}`)
  }
}

function column(score: number, at: number): string {
  return String(score).padStart(categories[at]?.length ?? 0)
}

await main()
