import { describe, expect, test } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import type { FinishReason } from '#contract/chat.ts'
import { foldCompletion } from './completion.ts'
import { createMessageEncoder, writeMessage } from './messages/write-reply.ts'
import { createResponseEncoder, writeResponse } from './responses/write-reply.ts'

// Replies of several parts, as Messages and Responses. Both must keep a call intact, or fail.

const identity = { id: 'chatcmpl-1', created: 1, model: 'm' }
const text = (value: string): ChatEvent => ({ type: 'text', choice: 0, text: value })
const call = (index: number, args: string, name?: string): ChatEvent => ({
  type: 'tool',
  choice: 0,
  index,
  ...(name !== undefined && { id: `id_${name}`, name }),
  arguments: args,
})
const finished = (reason: FinishReason = 'tool_calls'): ChatEvent => ({ type: 'finished', reasons: { 0: reason } })

interface Frame {
  type: string
  index: number
  error?: { code?: string; message?: string }
  content_block?: { type: string; name?: string; text?: string }
  delta: { partial_json?: string; text?: string; stop_reason?: string }
  response: { status: string; output: { type: string; name?: string; arguments?: string; content?: unknown }[] }
}
const framesOf = (frames: string): Frame[] =>
  frames.split('\n\n').flatMap((each) => (each === '' ? [] : [JSON.parse(each.replace(/^event: .*\ndata: /u, ''))]))

const wholeOf = async (events: readonly ChatEvent[]) => {
  const folded = await foldCompletion([events], identity)
  if (!('completion' in folded)) throw new Error('The reply is whole.')
  return folded.completion
}

/** The blocks of a streamed Message: the name and text of each. */
function streamMessage(events: readonly ChatEvent[]) {
  const encoder = createMessageEncoder(identity, 'r')
  // One by one, as they arrive.
  const frames = framesOf(events.map((event) => encoder.encode([event])).join(''))
  const blocks: [string, string][] = []
  for (const { type, index, content_block: block, delta } of frames) {
    if (type === 'content_block_start') blocks.push([block?.name ?? block?.type ?? '', ''])
    const open = blocks[index]
    if (type === 'content_block_delta' && open) open[1] += delta.partial_json ?? delta.text ?? ''
  }
  return { encoder, frames, blocks }
}

function streamResponse(events: readonly ChatEvent[]) {
  const encoder = createResponseEncoder(identity, {})
  const frames = framesOf(events.map((event) => encoder.encode([event])).join(''))
  return { encoder, frames, last: frames.at(-1) }
}

const broken: Record<string, ChatEvent[]> = {
  'that were cut': [call(0, '{"x":"abc', 'save'), finished()],
  'that were cut, before another call': [call(0, '{"x":"abc', 'save'), call(1, '{}', 'load'), finished()],
  'of a later call that were cut': [call(0, '{}', 'load'), call(1, '{"x":', 'save'), finished('stop')],
  'of mixed calls that were cut': [
    call(0, '{"x":', 'load'),
    call(1, '{"x":', 'save'),
    call(0, '1}'),
    call(1, '"abc'),
    finished(),
  ],
  'that aren’t an object': [call(0, '[1]', 'save'), text('Done'), finished()],
  'that go on after their end': [call(0, '{"x":1}', 'save'), text('Done'), call(0, '{"y":2}'), finished()],
}

describe.each(Object.entries(broken))('arguments %s', (_, events) => {
  test('are an error in a stream, whose call is never closed', () => {
    const message = streamMessage(events)
    expect(message.encoder).toMatchObject({ outcome: 'failed', error: { code: 'upstream_invalid' } })
    expect(message.encoder.error?.message).toContain('save')
    expect(message.frames.at(-1)).toMatchObject({ type: 'error', error: { code: 'upstream_invalid' } })
    expect(message.frames.map(({ type }) => type)).not.toContain('message_stop')
    const response = streamResponse(events)
    expect(response.encoder.outcome).toBe('failed')
    expect(response.frames.at(-2)).toMatchObject({ type: 'response.failed', response: { status: 'failed' } })
    expect(response.last).toMatchObject({ type: 'error', error: { code: 'upstream_invalid' } })
  })

  test('are the same error in a whole reply', async () => {
    const completion = await wholeOf(events)
    expect(writeMessage(completion)).toMatchObject({ error: { code: 'upstream_invalid' } })
    expect(writeResponse(completion, {})).toMatchObject({ error: { code: 'upstream_invalid' } })
  })
})

test('a broken call isn’t announced as done before the error', () => {
  const events = broken['that were cut'] ?? []
  const types = [...streamMessage(events).frames, ...streamResponse(events).frames].map(({ type }) => type)
  for (const done of ['content_block_stop', 'response.function_call_arguments.done', 'response.output_item.done']) {
    expect(types).not.toContain(done)
  }
})

test.each(['length', 'content_filter'] as const)(
  'a call that was cut by “%s” is as incomplete as it says',
  async (reason) => {
    const events = [text('So'), call(0, '{"x":"abc', 'save'), finished(reason)]
    const { encoder, blocks, frames } = streamMessage(events)
    expect(encoder.outcome).toBe('finished')
    expect(blocks).toEqual([
      ['text', 'So'],
      ['save', '{"x":"abc'],
    ])
    expect(frames.at(-2)?.delta.stop_reason).toBe(reason === 'length' ? 'max_tokens' : 'refusal')
    const { last } = streamResponse(events)
    expect(last?.response).toMatchObject({
      status: 'incomplete',
      output: [{ status: 'completed' }, { status: 'incomplete' }],
    })
    expect(writeMessage(await wholeOf(events))).toHaveProperty('message')
    expect(writeResponse(await wholeOf(events), {})).toHaveProperty('response')
  },
)

const intact: Record<string, { events: ChatEvent[]; blocks: [string, string][] }> = {
  'with text between its pieces': {
    events: [call(0, '{"x":"ab', 'save'), text('\n'), call(0, 'c"}'), finished()],
    blocks: [
      ['save', '{"x":"abc"}'],
      ['text', '\n'],
    ],
  },
  'with text and another call between its pieces': {
    events: [
      call(0, '{"x":', 'save'),
      text('One '),
      call(1, '{"y":', 'load'),
      text('moment.'),
      call(0, '1}'),
      call(1, '2}'),
      finished(),
    ],
    blocks: [
      ['save', '{"x":1}'],
      ['text', 'One '],
      ['load', '{"y":2}'],
      ['text', 'moment.'],
    ],
  },
  'in parallel with others, mixed': {
    events: [
      call(0, '', 'a'),
      call(1, '', 'b'),
      call(2, '', 'c'),
      call(1, '{"x":'),
      call(0, '{"x":'),
      call(2, '{}'),
      call(0, '1}'),
      call(1, '2}'),
      finished('stop'),
    ],
    blocks: [
      ['a', '{"x":1}'],
      ['b', '{"x":2}'],
      ['c', '{}'],
    ],
  },
  'whose name comes late': {
    events: [call(0, '{"x":'), call(0, '1}', 'save'), finished()],
    blocks: [['save', '{"x":1}']],
  },
  'with whitespace after its end': {
    events: [call(0, '{"x":1}', 'save'), text('Done'), call(0, '\n'), finished()],
    blocks: [
      ['save', '{"x":1}'],
      ['text', 'Done'],
    ],
  },
  'without arguments': {
    events: [call(0, '', 'now'), text('Done'), finished()],
    blocks: [
      ['now', ''],
      ['text', 'Done'],
    ],
  },
}

describe.each(Object.entries(intact))('a call %s', (_, { events, blocks }) => {
  test('arrives intact', () => {
    expect(streamMessage(events)).toMatchObject({ encoder: { outcome: 'finished' }, blocks })
    const { last } = streamResponse(events)
    expect(last?.response.status).toBe('completed')
    const items = last?.response.output.map(({ name, arguments: args, content }) =>
      name === undefined ? ['text', content] : [name, args],
    )
    expect(items).toEqual(
      blocks.map(([kind, value]) => [kind, kind === 'text' ? [expect.objectContaining({ text: value })] : value]),
    )
  })
})

test('a call is written as it arrives, and what comes between its pieces after it', () => {
  const encoder = createMessageEncoder(identity, 'r')
  expect(encoder.encode([call(0, '{"x":', 'save')])).toContain('tool_use')
  expect(encoder.encode([text('Hm')])).toBe('')
  expect(encoder.encode([call(0, '1}')])).toContain('1}')
  expect(encoder.encode([finished()])).toContain('Hm')
})

test('a stream that fails before its first content begins all the same', () => {
  const failed: ChatEvent = {
    type: 'failed',
    error: { message: 'Out of memory.', type: 'upstream_error', code: 'oom', param: null },
  }
  expect(streamMessage([failed]).frames.map(({ type }) => type)).toEqual(['message_start', 'error'])
  expect(streamResponse([failed]).frames.map(({ type }) => type)).toEqual([
    'response.created',
    'response.in_progress',
    'response.failed',
    'error',
  ])
})

test('a reply without calls never ends with a call', () => {
  const events = [text('Hi'), finished('tool_calls')]
  expect(streamMessage(events).frames.at(-2)?.delta.stop_reason).toBe('end_turn')
})

describe('a refusal', () => {
  const refused = (words: string): ChatEvent => ({
    type: 'text',
    choice: 0,
    text: '',
    extra: { delta: { refusal: words } },
  })
  const events = [refused('I can’t '), refused('help with that.'), finished('stop')]
  const words = 'I can’t help with that.'

  test('is text of a Message that ends with a refusal', async () => {
    const { blocks, frames } = streamMessage(events)
    expect(blocks).toEqual([['text', words]])
    expect(frames.at(-2)?.delta.stop_reason).toBe('refusal')
    const whole = { content: [{ type: 'text', text: words }], stop_reason: 'refusal' }
    expect(writeMessage(await wholeOf(events))).toMatchObject({ message: whole })
  })

  test('is a part of its own in a Response', async () => {
    const { frames, last } = streamResponse(events)
    expect(frames.map(({ type }) => type).slice(2, -1)).toEqual([
      'response.output_item.added',
      'response.content_part.added',
      'response.refusal.delta',
      'response.refusal.delta',
      'response.refusal.done',
      'response.content_part.done',
      'response.output_item.done',
    ])
    const output = [{ type: 'message', content: [{ type: 'refusal', refusal: words }] }]
    expect(last?.response).toMatchObject({ status: 'completed', output })
    expect({ response: last?.response }).toEqual(writeResponse(await wholeOf(events), {}))
  })

  test('may come with the end of the reply', () => {
    const end: ChatEvent = {
      type: 'finished',
      reasons: { 0: 'stop' },
      choiceExtras: { 0: { delta: { refusal: words } } },
    }
    expect(streamMessage([end]).blocks).toEqual([['text', words]])
  })
})
