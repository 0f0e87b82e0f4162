import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { chromiumArguments, findChromium } from '#e2e/find-chromium.ts'
import { startParley } from '#e2e/parley.ts'
import { weighFirstScripts } from '#e2e/weigh-first-scripts.ts'
import { buildPages } from './build-pages.ts'
import { startEngine } from './engine.ts'
import { fontChoices, fontEnvironment } from './fonts.ts'
import { allParts, parts, partsNamed, type Part, type PartName } from './parts.ts'
import { measureFirstToken } from './first-token.ts'
import { measureSlowInputs } from './slow-input.ts'
import { createResults } from './results.ts'
import { runOnce, traceOnce } from './run-once.ts'
import { tableOf } from './table.ts'
import { targetOf, type TargetName } from './targets.ts'

const firstToken = 'first-token'
const slowInput = 'slow-input'

const help = `npm run bench:stream -- [--only ${[...allParts, 'depth', firstToken, slowInput].join(',')}] [--pages parley,streamdown,…]
    [--rounds 3] [--minutes 45] [--fonts few|many] [--out runs.jsonl]
Measures the built page (npm run build) as npm start serves it, beside other renderers. Nothing else should be running.`

/** Runs the selected parts, with the pages taking turns in each round, and prints the table. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: [...allParts, firstToken, slowInput].join(',') },
      pages: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      minutes: { type: 'string', default: '45' },
      fonts: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const words = values.only.split(',')
  const chosen = words.filter((word) => word !== firstToken && word !== slowInput).map(partsNamed)
  const names = chosen.flatMap((each) => each ?? [])
  const fonts = fontChoices.find((choice) => choice === values.fonts)
  const isUnknown = chosen.includes(undefined) || (values.fonts !== undefined && fonts === undefined)
  if (values.help || isUnknown) return console.log(help)
  const environment = fonts ? await fontEnvironment(fonts) : {}
  const deadline = Date.now() + Number(values.minutes) * 60_000

  const engine = await startEngine(await buildPages())
  const parley = await startParley({ PARLEY_ENGINE_URL: `${engine.url}/v1` })
  const results = createResults()
  const isWanted = (name: TargetName) => values.pages?.split(',').includes(name) ?? true

  async function measure(part: PartName, name: TargetName) {
    const run = await runOnce(targetOf(name, parley, engine.url), engine, {
      orders: parts[part].orders,
      environment,
    }).catch((reason: unknown) => {
      console.log(`${part} · ${name}: ${String(reason)}`)
      return undefined
    })
    if (!run) return
    results.add(part, name, run)
    console.log(`${part} · ${name}: ${JSON.stringify(run, (_, value: unknown) => rounded(value))}`)
    if (values.out !== undefined) appendFileSync(values.out, `${JSON.stringify({ part, name, ...run })}\n`)
  }

  async function trace(part: PartName, name: TargetName) {
    const commits = await traceOnce(targetOf(name, parley, engine.url), engine, {
      orders: parts[part].orders,
      environment,
    }).catch((reason: unknown) => console.log(`${part} · ${name}, traced: ${String(reason)}`))
    if (commits) results.addTrace(part, name, commits)
  }

  try {
    results.firstScripts = await firstScripts(parley.link)
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const part of names) {
        const { targets, rounds = Number(values.rounds) }: Part = parts[part]
        if (round >= rounds) continue
        for (const name of targets.filter(isWanted)) if (Date.now() < deadline) await measure(part, name)
      }
    }
    for (const part of names) {
      const { targets, traced = false }: Part = parts[part]
      if (traced) for (const name of targets.filter(isWanted)) if (Date.now() < deadline) await trace(part, name)
    }
    if (words.includes(slowInput)) {
      const [worst = ['none', 0]] = Object.entries(await measureSlowInputs()).toSorted(([, a], [, b]) => b - a)
      console.log(`longest task of any slow input, ms: ${worst[1].toFixed(0)} (${worst[0]}); goal ≤ 200`)
    }
    if (words.includes(firstToken)) {
      await engine.order({ tokens: 20, rate: 100, head: 0 })
      const { page, plain, added } = await measureFirstToken(parley)
      console.log(
        `first token, page minus plain fetch, median ms: ${added.toFixed(1)} (${page.toFixed(1)}, ${plain.toFixed(1)}); goal ≤ 15`,
      )
    }
    console.log(`\nMedians of ${values.rounds} runs each\n\n${tableOf(results)}`)
  } finally {
    await parley.stop()
    engine.stop()
  }
}

async function firstScripts(link: string): Promise<number> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: chromiumArguments(),
  })
  try {
    return (await weighFirstScripts(await browser.newPage(), link)) / 1000
  } finally {
    await browser.close()
  }
}

function rounded(value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 100) / 100 : value
}

await main()
