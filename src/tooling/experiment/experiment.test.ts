import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEngine } from '#service/engines/registry.ts'
import { systemClock } from '#service/service-context.ts'
import { type EnginePlayer, pieceFrame, startEnginePlayer } from '#testing/engine-player.ts'
import { startParley, validKey } from '#testing/start-parley.ts'

let folder: string
let parley: Awaited<ReturnType<typeof startParley>>
let engine: EnginePlayer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-experiment-'))
  parley = await startParley([createEngine({ kind: 'built-in' }, { clock: systemClock })])
  engine = await startEnginePlayer(({ body, response }) => {
    // Fails for one of the cases.
    if (body.includes('broken')) response.writeHead(500).end('{"error":{"message":"Out of <memory>."}}')
    else response.end(`${pieceFrame('=SUM(1) </failure> & "x"\u0007')}${pieceFrame('', 'stop')}data: [DONE]\n\n`)
  })
})
afterAll(async () => {
  parley.close()
  engine.close()
  await rm(folder, { recursive: true })
})

/** Runs the command, and returns how it ended and what it printed. */
async function run(definition: unknown, options: string[] = [], key = validKey) {
  // In a folder of its own, since several run at a time.
  const file = join(await mkdtemp(join(folder, 'run-')), 'experiment.json')
  await writeFile(file, typeof definition === 'string' ? definition : JSON.stringify(definition))
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/tooling/experiment/main.ts', file, ...options], {
    env: { ...process.env, PARLEY_API_KEY: key },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => (printed += text))
  }
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { status, printed }
}

const experiment = (fields: object = {}) => ({
  parleyExperiment: 1,
  name: 'Echoes',
  prompt: { messages: [{ role: 'user', content: 'Say {{word}}' }] },
  variants: [{ id: 'v1', name: 'Echo', model: 'parley/echo' }],
  cases: [
    { id: 'one', values: { word: 'hello' }, expected: 'Say hello' },
    { id: 'two', values: { word: 'bye' }, expected: 'Say bye' },
  ],
  assertions: [{ type: 'equals', value: '{{expected}}' }],
  ...fields,
})
const atParley = () => ['--base-url', `${parley.baseUrl}/v1/`]

describe.concurrent('npm run experiment', { timeout: 30_000 }, () => {
  it('exits with 0 when every cell passes', async () => {
    const { status, printed } = await run(experiment({ repeats: 2 }), atParley())
    expect(printed).toMatch(/Echo +4 of 4 +34\.2 to 100\.0 % +– +0 /u)
    expect(status).toBe(0)
  })

  it('exits with 1 when one fails, and writes results and JUnit XML', async () => {
    const [out, junit] = [join(folder, 'out.json'), join(folder, 'junit.xml')]
    const variants = [{ id: 'v', name: 'A & B', model: 'tiny' }]
    const cases = [
      { id: 'good', values: { word: 'a' } },
      { id: 'bad', values: { word: 'broken' } },
    ]
    const { status, printed } = await run(experiment({ variants, cases, assertions: [{ type: 'is-json' }] }), [
      '--base-url',
      engine.baseUrl,
      '--out',
      out,
      '--junit',
      junit,
    ])
    expect(status).toBe(1)
    expect(printed).toMatch(/fail: case good, A & B, repeat 1: The reply isn’t valid JSON/u)
    expect(printed).toMatch(/error: case bad, A & B, repeat 1: Out of <memory>/u)
    const { results } = JSON.parse(await readFile(out, 'utf8'))
    expect(results).toHaveLength(2)
    expect(results[0]).toMatchObject({
      case: 'good',
      outcome: 'fail',
      result: { reply: { text: expect.stringContaining('=SUM(1)') } },
    })
    const xml = await readFile(junit, 'utf8')
    expect(xml).toContain('<testsuite name="A &amp; B" tests="2" failures="1" errors="1">')
    expect(xml).toContain('<error message="Out of &lt;memory&gt;."/>')
    expect(xml).toContain('=SUM(1) &lt;/failure&gt; &amp; &quot;x&quot;\uFFFD</failure>')
  })

  it('stops a pattern that would take forever', async () => {
    const cases = [{ id: 'c', values: { word: 'a'.repeat(50) } }]
    const { status, printed } = await run(
      experiment({ cases, assertions: [{ type: 'regex', value: '(a+)+$b' }] }),
      atParley(),
    )
    expect(printed).toContain('takes too long')
    expect(status).toBe(1)
  })

  it('exits with 1 where the judge says nothing that can be read', async () => {
    const junit = join(folder, 'judge.xml')
    const { status, printed } = await run(
      experiment({ judge: { model: 'parley/echo' }, assertions: [{ type: 'judge', value: 'It is polite.' }] }),
      [...atParley(), '--junit', junit],
    )
    expect(printed).toMatch(/no verdict: case one, Echo, repeat 1: The judge’s reply can’t be read/u)
    expect(await readFile(junit, 'utf8')).toContain('errors="2"')
    expect(status).toBe(1)
  })

  it.each<[string, unknown, string[] | undefined, RegExp]>([
    ['a broken file', '{', undefined, /experiment\.json: /u],
    ['no case', experiment({ cases: [] }), undefined, /nothing to run/u],
    ['an assertion without its judge', experiment({ assertions: [{ type: 'judge' }] }), undefined, /Choose a judge/u],
    ['an unknown option', experiment(), ['--fast'], /Usage:/u],
    ['a wrong amount', experiment(), ['--max-cost', 'x'], /--max-cost/u],
    ['no connection', experiment(), ['--base-url', 'http://127.0.0.1:9/v1'], /can’t be reached/u],
  ])('exits with 2 for %s', async (_, definition, options, words) => {
    const { status, printed } = await run(definition, options ?? atParley())
    expect(printed).toMatch(words)
    expect(status).toBe(2)
  })

  it('exits with 2 when the key is refused', async () => {
    const { status, printed } = await run(experiment(), atParley(), 'wrong')
    expect(printed).toMatch(/refused the key/u)
    expect(printed).not.toContain('wrong')
    expect(status).toBe(2)
  })
})
