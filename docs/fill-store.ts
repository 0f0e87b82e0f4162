import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LedgerEntry } from '#service/state/ledger.ts'
import { createSeededRandom } from '#testing/fault-injection/seeded-random.ts'

/** Makes keys and a ledger of 30 days in a store, always with the same figures. Resolves to an admin key. */
export async function fillStore(folder: string): Promise<string> {
  const addKey = (name: string, ...terms: string[]) => {
    const command = ['build/server/main.js', 'keys', 'add', name, ...terms]
    const env = { ...process.env, PARLEY_STORE: `file:${folder}` }
    return execFileSync(process.execPath, command, { env, encoding: 'utf8' }).trim().split('\n').at(-1) ?? ''
  }
  addKey('support-bot', '--budget-per-day', '2', '--budget-per-month', '25')
  addKey('nightly-evals', '--budget-per-month', '12')
  addKey('laptop')
  const models = Object.entries({
    'anthropic/claude-sonnet-4-5': 4,
    'openai/gpt-5-mini': 0.5,
    'google/gemini-2.5-flash': 0.6,
    'deepseek/deepseek-v3.2': 0.3,
    'community/qwen3.5:9b': 0,
  })
  const random = createSeededRandom(7)
  const months = new Map<string, string[]>()
  for (let age = 0; age < 30; age++) {
    for (let call = 10 + random.integer(60); call > 0; call--) {
      const time = Date.now() - age * 86_400_000
      const [model, rate] = models[random.integer(models.length)] ?? ['', 0]
      const [input, output] = [500 + random.integer(12_000), 50 + random.integer(1_500)]
      const entry: LedgerEntry = {
        id: `chatcmpl-${age}-${call}`,
        time,
        key: ['support-bot', 'nightly-evals', 'laptop'][random.integer(3)] ?? '',
        model,
        engine: 'OpenRouter',
        outcome: random.next() < 0.02 ? 'failed' : 'finished',
        input,
        cached: Math.floor(input * random.next() * 0.6),
        output,
        reasoning: Math.floor(output * random.next() * 0.4),
        estimated: false,
        cost: ((input + 4 * output) * rate) / 1e6,
        firstMs: 200 + random.integer(700),
        totalMs: 1_500 + random.integer(6_000),
      }
      const month = new Date(time).toISOString().slice(0, 7)
      months.set(month, [...(months.get(month) ?? []), `${JSON.stringify(entry)}\n`])
    }
  }
  await mkdir(join(folder, 'ledger'))
  for (const [month, lines] of months) await writeFile(join(folder, 'ledger', `${month}.jsonl`), lines.join(''))
  return addKey('ops', '--scopes', 'admin,chat,models')
}
