import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { chatCompletion, chatCompletionChunk } from '#contract/chat.ts'
import { dialects } from '#testing/dialects.ts'
import { startOverPlayer } from '#testing/start-over-player.ts'

type Delta = z.infer<typeof chatCompletionChunk>['choices'][number]['delta']
const names = Object.keys(dialects)
let started: Awaited<ReturnType<typeof startOverPlayer>>
beforeAll(async () => {
  started = await startOverPlayer(({ body, response }) => {
    const wire = Buffer.from(dialects[JSON.parse(body).model]?.wire ?? '')
    // Splits within characters, fields and line ends.
    for (let at = 0; at < wire.length; at += 7) response.write(wire.subarray(at, at + 7))
    response.end()
  }, names)
})
afterAll(() => started.close())

async function streamOf(name: string, fields: Record<string, unknown> = {}) {
  const response = await started.parley.chat({ model: name, stream: true, ...fields })
  expect(response.status).toBe(200)
  const body = await response.text()
  const frames = body.split('\n\n').map((frame) => frame.replace(/^data: /, ''))
  expect(frames.pop()).toBe('')
  return { body, frames }
}

describe('contract, Chat: a valid stream from any engine dialect', () => {
  const whole = Object.entries(dialects).filter(([, { error }]) => error === undefined)
  const failed = Object.entries(dialects).filter(([, { error }]) => error !== undefined)

  test.each(whole)('%s', async (name, { text = '', reasoning = '', tools, reason = 'stop', survives = [], usage }) => {
    const { body, frames } = await streamOf(name, { stream_options: { include_usage: true } })
    expect(frames.pop()).toBe('[DONE]')
    const chunks = frames.map((frame) => chatCompletionChunk.parse(JSON.parse(frame)))
    const deltas = chunks.flatMap(({ choices }) => choices)

    expect(new Set(chunks.map(({ id, model }) => `${id} ${model}`)).size).toBe(1)
    expect(chunks[0]?.id).toMatch(/^chatcmpl-/)
    expect(deltas.map(({ delta }) => delta.role)).toEqual(['assistant', ...deltas.slice(1).map(() => undefined)])
    expect(deltas.map(({ delta }) => delta.content ?? '').join('')).toBe(text)
    expect(deltas.map(({ delta }) => delta.reasoning_content ?? '').join('')).toBe(reasoning)
    expect(deltas.map((each) => each.finish_reason).filter(Boolean)).toEqual([reason])
    expect(deltas.at(-1)?.finish_reason).toBe(reason)
    expect(chunks.filter((chunk) => chunk.usage).map(({ choices }) => choices)).toEqual(usage ? [[]] : [])
    for (const field of survives) expect(body).toContain(`"${field}"`)
    expect(toolsOf(deltas.flatMap(({ delta }) => delta.tool_calls ?? []))).toEqual(tools ?? [])
  })

  test.each(failed)('%s', async (name, { error }) => {
    const { body, frames } = await streamOf(name)
    expect(JSON.parse(frames.at(-1) ?? '')).toMatchObject({ error: { message: error, type: expect.any(String) } })
    expect(body).not.toContain('data: [DONE]')
  })

  test.each(names)('omits usage unless requested: %s', async (name) => {
    expect((await streamOf(name)).body).not.toContain('"usage"')
  })
})

describe('contract, Chat: a valid single reply from any engine dialect', () => {
  test.each(Object.entries(dialects))('%s', async (name, { text = '', reasoning, tools, reason = 'stop', error }) => {
    const response = await started.parley.chat({ model: name })
    if (error !== undefined) {
      expect(response.status).toBe(502)
      expect(await response.json()).toMatchObject({ error: { message: error } })
      return
    }
    const [choice] = chatCompletion.parse(await response.json()).choices
    expect(choice?.message.content ?? '').toBe(text)
    expect(choice?.message.reasoning_content).toBe(reasoning)
    expect(choice?.finish_reason).toBe(reason)
    expect(choice?.message.tool_calls?.map(({ id, function: fn }) => ({ id, ...fn }))).toEqual(tools)
  })
})

/** Assembles tool calls the way clients do. */
function toolsOf(pieces: NonNullable<Delta['tool_calls']>) {
  const tools: { id: string; name: string; arguments: string }[] = []
  for (const { index, id, function: fn } of pieces) {
    const tool = (tools[index] ??= { id: id ?? '', name: fn.name ?? '', arguments: '' })
    tool.arguments += fn.arguments
  }
  return tools
}
