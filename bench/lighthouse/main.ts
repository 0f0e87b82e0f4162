import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig, type Result } from 'lighthouse'
import { chromiumArguments, findChromium } from '#e2e/find-chromium.ts'
import { startParley } from '#e2e/parley.ts'

const help = `npm run bench:lighthouse -- [--only playground,models,model] [--on desktop,phone] [--rounds 1] [--details] [--port 9377]
Has Lighthouse 12 look at the built pages as npm start serves them, as on a desktop and as on a phone. Prints each score
of 100 and the times of first paint, largest paint and blocking in seconds, and ends with 1 where a score is below the
goal. Nothing else should be running. --details lists what cost points;
--port is the one by which Lighthouse steers the browser.`

/** The minimum of every score. */
const goal = 95
const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'] as const
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
      on: { type: 'string', default: 'desktop,phone' },
      rounds: { type: 'string', default: '1' },
      port: { type: 'string', default: '9377' },
      details: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  const parley = await startParley()
  try {
    console.log(['page'.padEnd(12), 'on'.padEnd(8), ...categories, 'first', 'largest', 'blocking'].join('  '))
    for (const [name, path] of Object.entries(pages)) {
      if (!values.only.split(',').includes(name)) continue
      const url = `${parley.baseUrl}${path}#key=${parley.key}`
      for (const device of ['desktop', 'phone'] as const) {
        if (!values.on.split(',').includes(device)) continue
        for (let round = 0; round < Number(values.rounds); round++)
          await judge(name, device, url, Number(values.port), values.details)
      }
    }
  } finally {
    await parley.stop()
  }
}

/** Prints the scores of a page and, with `details`, the audits that failed. */
async function judge(name: string, device: 'desktop' | 'phone', url: string, port: number, details: boolean) {
  const lhr = await look(url, port, device)
  const scores = categories.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100))
  const seconds = times.map((id) => ((lhr.audits[id]?.numericValue ?? 0) / 1000).toFixed(2))
  const [first = '', largest = '', blocking = ''] = seconds
  console.log(
    [
      name.padEnd(12),
      device.padEnd(8),
      ...scores.map((score, at) => column(score, at)),
      first.padStart(5),
      largest.padStart(7),
      blocking.padStart(8),
    ].join('  '),
  )
  if (scores.some((score) => score < goal)) process.exitCode = 1
  if (!details) return
  for (const { score, title, displayValue } of Object.values(lhr.audits)) {
    if (score !== null && score < 1) console.log(`  ${score.toFixed(2)}  ${title}  ${displayValue ?? ''}`)
  }
}

/** Retries, because Lighthouse occasionally misses the start of a page. */
async function look(url: string, port: number, device: 'desktop' | 'phone', triesLeft = 3): Promise<Result> {
  const flags = { port, onlyCategories: [...categories], logLevel: 'silent' as const }
  const executablePath = findChromium()
  // A new browser each time: Lighthouse doesn't clear the database of earlier pages.
  const browser = await chromium.launch({
    args: [...chromiumArguments(), `--remote-debugging-port=${port}`],
    ...(executablePath !== undefined && { executablePath }),
  })
  let result
  try {
    result = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined)
  } finally {
    await browser.close()
  }
  if (result && !result.lhr.runtimeError) return result.lhr
  if (triesLeft === 1) throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'nothing was said of it'}`)
  return look(url, port, device, triesLeft - 1)
}

function column(score: number, at: number): string {
  return String(score).padStart(categories[at]?.length ?? 0)
}

await main()
