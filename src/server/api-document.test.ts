import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCodes } from '#contract/errors.ts'
import { systemClock } from '#service/clock.ts'
import { createEngine } from '#service/engines/registry.ts'
import { operations } from '#service/routes/operations.ts'
import { goodKey, startParley } from './testing/start-parley.ts'

const page = readFileSync('docs/api.md', 'utf8')
const commands = [...page.matchAll(/^```sh\n(curl[\s\S]*?)\n```$/gm)].map(([, command = '']) => command)
const run = promisify(execFile)

let parley: Awaited<ReturnType<typeof startParley>>
beforeAll(async () => {
  parley = await startParley([createEngine({ kind: 'built-in' }, { clock: systemClock })])
})
afterAll(() => parley.close())

describe('docs/api.md', () => {
  test.each(commands)('works as pasted: %s', async (command) => {
    const here = command.replaceAll('http://127.0.0.1:4173', parley.baseUrl)
    const { stdout } = await run('sh', ['-c', here], { env: { ...process.env, PARLEY_KEY: goodKey } })
    if (command.includes('"stream": true')) expect(stdout).toMatch(/"choices":\[\],"usage".*\n\ndata: \[DONE\]\n\n$/)
    else if (command.includes('/v1/')) expect(JSON.parse(stdout)).not.toHaveProperty('error')
    else expect(stdout).not.toBe('')
  })

  test.each(Object.entries(operations))('shows %s', (_id, { path }) => {
    expect(page).toContain(path.replace('{model_id}', 'parley/eliza'))
  })

  test.each(Object.entries(errorCodes))('names the error %s beside its status and type', (code, { status, type }) => {
    const row = page.split('\n').find((line) => line.startsWith(`| ${status} `))
    expect(row).toContain(`\`${code}\``)
    expect(row).toContain(`\`${type}\``)
  })
})
