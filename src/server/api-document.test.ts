import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCodes } from '#contract/errors.ts'
import { keyScopes, keyTerms } from '#contract/keys.ts'
import type { KeyStore } from '#service/state/key-store.ts'
import { systemClock } from '#service/service-context.ts'
import { createEngine } from '#service/engines/registry.ts'
import { operations } from '#service/api/operations.ts'
import { createMetrics } from './observability/metrics.ts'
import { startEnginePlayer } from '#testing/engine-player.ts'
import { validKey, startParley } from '#testing/start-parley.ts'

const page = readFileSync('docs/api.md', 'utf8')
const commands = [...page.matchAll(/^```sh\n(curl[\s\S]*?)\n```$/gm)].map(([, command = '']) => command)
const [, setUp = ''] = /^```sh\n(export PARLEY_URL=[\s\S]*?)\n```$/m.exec(page) ?? []
const run = promisify(execFile)

let closeEngine = () => {}
const examples = mkdtempSync(join(tmpdir(), 'parley-examples-'))
let parley: Awaited<ReturnType<typeof startParley>>
beforeAll(async () => {
  const host = { isReady: () => true, metrics: createMetrics().expose }
  // Takes the place of the MCP server in the example.
  const mcp = {
    urls: ['https://mcp.example.com/mcp'],
    fetch: () => Promise.resolve(Response.json({ jsonrpc: '2.0', id: 1, result: {} })),
  }
  // The key of the examples may do everything, and there is another one.
  const keys = { find: () => ({ name: 'tester', terms: keyTerms.parse({ scopes: keyScopes }) }) }
  const known = { id: 'key_0123456789abcdef', name: 'ci', begins: 'parley_abcd', created_at: '2026-01-01T00:00:00Z' }
  const described = { ...known, ...keyTerms.parse({}) }
  const keyStore: KeyStore = {
    list: async () => [described],
    add: async (name, terms) => ({ ...described, ...terms, name, key: 'parley_secret' }),
    change: async (_, change) => ({ ...described, ...change }),
    revoke: async () => true,
  }
  const requestLog = { keepsTexts: false, record() {}, find: async () => [] }
  // Takes the place of OpenAI in the examples of endpoints besides chat.
  const engine = await startEnginePlayer(
    ({ request, response }) => {
      const isSpeech = request.url === '/v1/audio/speech'
      response.writeHead(200, { 'content-type': isSpeech ? 'audio/mpeg' : 'application/json' }).end('{}')
    },
    ['text-embedding-3-small', 'omni-moderation-latest', 'gpt-image-1', 'gpt-4o-mini-tts', 'whisper-1'],
  )
  const { baseUrl } = engine
  closeEngine = engine.close
  parley = await startParley(
    [
      createEngine({ kind: 'built-in' }, { clock: systemClock }),
      createEngine({ kind: 'openai-style', name: 'openai', baseUrl }, { clock: systemClock }),
    ],
    { host, mcp, keys, keyStore, requestLog },
  )
  writeFileSync(join(examples, 'speech.mp3'), 'not heard by anyone')
})
afterAll(() => {
  parley.close()
  closeEngine()
  rmSync(examples, { recursive: true })
})

describe('docs/api.md', () => {
  test.each(commands)('has a working example: %s', async (command) => {
    expect(command).not.toContain('4173')
    // The two lines above the examples, with the reader's values.
    const variables = setUp.replace('http://127.0.0.1:4173', parley.baseUrl).replace('PASTE-YOUR-KEY-HERE', validKey)
    const { stdout } = await run('sh', ['-c', `${variables}\n${command}`], { cwd: examples })
    if (command.includes('"stream": true')) expect(stdout).toMatch(/"choices":\[\],"usage".*\n\ndata: \[DONE\]\n\n$/)
    else if (command.includes('--output speech.mp3'))
      expect(readFileSync(join(examples, 'speech.mp3'), 'utf8')).toBe('{}')
    else if (command.includes('/v1/')) expect(JSON.parse(stdout).error ?? null).toBeNull()
    else expect(stdout).not.toBe('')
  })

  test.each(Object.entries(operations))('shows %s', (_id, { path }) => {
    const address = path.replace('{model_id}', 'parley/eliza').replace('{key_id}', 'key_0123456789abcdef')
    expect(commands.some((command) => command.includes(`$PARLEY_URL${address}"`))).toBe(true)
  })

  test.each(Object.entries(errorCodes))('lists the error %s with its status and type', (code, { status, type }) => {
    const row = page.split('\n').find((line) => line.startsWith(`| ${status} `))
    expect(row).toContain(`\`${code}\``)
    expect(row).toContain(`\`${type}\``)
  })
})

test('the code in README.md runs in a CommonJS package', async () => {
  const readme = readFileSync('README.md', 'utf8')
  const [, code = ''] = /^```js\n([\s\S]*?)\n```$/m.exec(readme) ?? []
  expect(readme).toContain('Save this as `chat.mjs`')
  expect(readme).toContain('\nnpm install openai\nnode chat.mjs')
  mkdirSync('node_modules/.cache', { recursive: true })
  const folder = mkdtempSync('node_modules/.cache/readme-')
  writeFileSync(`${folder}/package.json`, JSON.stringify({ type: 'commonjs' }))
  writeFileSync(`${folder}/chat.mjs`, code.replace('http://127.0.0.1:4173', parley.baseUrl))
  const env = { ...process.env, PARLEY_KEY: validKey }
  const { stdout } = await run(process.execPath, ['chat.mjs'], { cwd: folder, env })
  rmSync(folder, { recursive: true })
  expect(stdout).not.toBe('')
})
