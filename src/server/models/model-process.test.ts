import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import OpenAI, { APIError } from 'openai'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startParleyProcess } from '#testing/parley-process.ts'
import { tinyGguf } from '#testing/tiny-gguf.ts'
import { type ServedLocalModels, ask, serveLocalModels, until } from '#testing/serve-local-models.ts'

// Loading a model takes seconds on a busy machine, since llama.cpp's threads spin.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** A model whose replies only end with its context. */
const endless = tinyGguf({ endBias: -40, contextLength: 32_768 })

describe('the process of a model', () => {
  let served: ServedLocalModels
  beforeAll(async () => {
    served = await serveLocalModels({ 'endless.gguf': endless }, { slots: 1, queue: 1 })
  })
  afterAll(() => served.close())

  const stream = (signal?: AbortSignal) =>
    served.client.chat.completions.create({ ...ask('Hi', 'local/endless'), stream: true }, { signal })
  const short = () => served.client.chat.completions.create({ ...ask('Hi', 'local/endless'), max_tokens: 2 })

  it('frees its slot when the caller leaves', async () => {
    const caller = new AbortController()
    const reply = (await stream(caller.signal))[Symbol.asyncIterator]()
    await reply.next()
    expect(await served.metric('parley_model_running')).toBe(1)
    caller.abort()
    await until(async () => (await served.metric('parley_model_running')) === 0)
    expect((await short()).usage?.completion_tokens).toBe(2)
  })

  it('lets as many wait as it should, and tells others when to come back', async () => {
    const caller = new AbortController()
    const reply = (await stream(caller.signal))[Symbol.asyncIterator]()
    await reply.next()
    const waiting = short()
    await until(async () => (await served.metric('parley_model_queue_length')) === 1)
    const refusal: unknown = await short().catch((reason: unknown) => reason)
    if (!(refusal instanceof APIError)) throw new Error('It was not refused.')
    expect([refusal.status, refusal.code, refusal.headers?.get('retry-after')]).toEqual([503, 'overloaded', '5'])
    caller.abort()
    expect((await waiting).usage?.completion_tokens).toBe(2)
    expect(await served.metric('parley_model_queue_length')).toBe(0)
  })

  it('may be killed: its reply ends with an error, and the next one is complete', async () => {
    const reply = await stream()
    const { pid } = served.models
    if (pid === undefined) throw new Error('There is no process.')
    const read = async () => {
      for await (const chunk of reply) if (chunk.choices[0]?.delta.content) process.kill(pid, 'SIGKILL')
    }
    await expect(read()).rejects.toMatchObject({ code: 'upstream_cut', message: expect.stringContaining('SIGKILL') })
    expect((await short()).usage?.completion_tokens).toBe(2)
    expect(served.models.pid).not.toBe(pid)
    expect(await served.metric('parley_model_restarts_total{model="endless"}')).toBe(1)
  })
})

it('unloads a model that nobody needs, and loads it again', async () => {
  const served = await serveLocalModels({ 'tiny.gguf': tinyGguf() }, { idleMs: 50 })
  const short = () => served.client.chat.completions.create({ ...ask('Hi'), max_tokens: 2 })
  await short()
  await until(async () => (await served.metric('parley_model_loaded{model="tiny"}')) === 0)
  expect(served.models.pid).toBeUndefined()
  expect((await short()).usage?.completion_tokens).toBe(2)
  await served.close()
})

it('finds files that come, change and go while it runs', async () => {
  const served = await serveLocalModels({ 'one.gguf': tinyGguf() })
  const names = async () => (await served.models.models()).map(({ name, problem }) => [name, problem === undefined])
  await writeFile(join(served.folder, 'two.gguf'), tinyGguf({ seed: 2 }))
  await mkdir(join(served.folder, 'more'))
  await cp(join(served.folder, 'one.gguf'), join(served.folder, 'more/one.gguf'))
  await cp(join(served.folder, 'one.gguf'), join(served.folder, 'mmproj-one.gguf'))
  expect(await names()).toEqual([
    ['one', true],
    ['one-2', true],
    ['two', true],
  ])
  await writeFile(join(served.folder, 'two.gguf'), 'no model')
  await rm(join(served.folder, 'more'), { recursive: true })
  expect(await names()).toEqual([
    ['one', true],
    ['two', false],
  ])
  await served.close()
  expect(await served.models.problems()).toEqual([expect.stringMatching(/^PARLEY_MODELS: .* can’t be read\./u)])
})

it('serves what PARLEY_MODELS names, says what it can’t, and ends with the server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-models-'))
  await writeFile(join(folder, 'tiny.gguf'), tinyGguf())
  await writeFile(join(folder, 'broken.gguf'), 'no model')
  const settings = { PARLEY_MODELS: `${folder}, ${folder}/none`, PARLEY_API_KEYS: 'key', PARLEY_MODEL_GPU: 'off' }
  await using parley = await startParleyProcess(settings, 'sources')
  expect(parley.output()).toMatch(/^ {2}model files {2}2 models$/mu)
  expect(parley.output()).toMatch(/^PARLEY_MODELS: .*none can’t be read\./mu)
  expect(parley.output()).toMatch(/^.*broken\.gguf: This isn’t a GGUF file\./mu)
  const client = new OpenAI({ baseURL: `${parley.baseUrl}/v1`, apiKey: 'key', maxRetries: 0 })
  const reply = await client.chat.completions.create({ ...ask('Hi'), max_tokens: 3 })
  expect(reply.usage?.completion_tokens).toBe(3)
  const metrics = await fetch(`${parley.baseUrl}/metrics`, { headers: { authorization: 'Bearer key' } })
  expect(await metrics.text()).toContain('parley_model_loaded{model="tiny"} 1')
  // The log is written in batches.
  const loaded = () => /"process":(\d+)/u.exec(parley.output())?.[1]
  await until(async () => loaded() !== undefined)
  const pid = Number(loaded())
  expect(isRunning(pid)).toBe(true)
  parley.kill('SIGTERM')
  expect(await parley.exited).toBe(0)
  await until(async () => !isRunning(pid))
  await rm(folder, { recursive: true })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('with another library', () => {
  /** A project with a package of that name, which does what it is told. */
  async function projectWith(program: string | undefined): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-project-'))
    for (const [name, source] of [
      ['node-llama-cpp', program],
      ['@huggingface/jinja', 'export class Template {}'],
    ] as const) {
      if (source === undefined) continue
      const home = join(folder, 'node_modules', name)
      await mkdir(home, { recursive: true })
      await writeFile(join(home, 'package.json'), JSON.stringify({ name, type: 'module', exports: './index.js' }))
      await writeFile(join(home, 'index.js'), source)
    }
    return folder
  }

  it('says the one command that installs it', async () => {
    const projectFolder = await projectWith(undefined)
    const served = await serveLocalModels({ 'tiny.gguf': tinyGguf() }, { projectFolder })
    const advice = expect.stringContaining('Run “npm run models:install”.')
    expect(await served.models.problems()).toEqual([advice])
    const call = served.client.chat.completions.create(ask('Hi'))
    await expect(call).rejects.toMatchObject({ status: 409, message: advice })
    await served.close()
    await rm(projectFolder, { recursive: true })
  })

  it('gives it no key', async () => {
    const projectFolder = await projectWith(`
      export const getLlama = () => { throw new Error(Object.keys(process.env).join(' ')) }
      export class LlamaGrammarEvaluationState {}
      export class TokenBias {}`)
    process.env['PARLEY_TEST_API_KEY'] = 'secret'
    const served = await serveLocalModels({ 'tiny.gguf': tinyGguf() }, { projectFolder })
    const refusal: unknown = await served.client.chat.completions.create(ask('Hi')).catch((reason: unknown) => reason)
    delete process.env['PARLEY_TEST_API_KEY']
    const names = String(refusal)
    expect(names).toContain('PATH')
    expect(names).not.toMatch(/KEY|PARLEY|npm_/u)
    await served.close()
    await rm(projectFolder, { recursive: true })
  })

  it('waits longer and longer before it tries a crashing one again, and says so', async () => {
    const projectFolder = await projectWith('process.kill(process.pid, "SIGKILL")')
    const served = await serveLocalModels({ 'tiny.gguf': tinyGguf() }, { projectFolder })
    const answers: unknown[] = []
    for (let tries = 0; tries < 5; tries++) {
      const refusal: unknown = await served.client.chat.completions.create(ask('Hi')).catch((reason: unknown) => reason)
      if (!(refusal instanceof APIError)) throw new Error('It was not refused.')
      answers.push([refusal.status, refusal.code])
    }
    expect(answers).toEqual([...Array.from({ length: 4 }, () => [502, 'upstream_cut']), [503, 'overloaded']])
    expect(await served.metric('parley_model_restarts_total{model="tiny"}')).toBe(4)
    await served.close()
    await rm(projectFolder, { recursive: true })
  })
})
