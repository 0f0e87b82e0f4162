import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { ReplyReader } from './reply-reader.ts'
import { type ToolFormat, toolFormatOf } from './tool-format.ts'

const hermes: ToolFormat = { open: '<tool_call>', close: '</tool_call>', argumentsKey: 'arguments' }
const llama: ToolFormat = { open: '', close: '', argumentsKey: 'parameters' }
const mistral: ToolFormat = { open: '[TOOL_CALLS]', close: '', argumentsKey: 'arguments', isList: true }

interface ReadOptions {
  stop?: string[]
  tools?: ToolFormat
  startsThinking?: boolean
}

/** What a reply in these pieces amounts to. */
function read(pieces: readonly string[], { stop = [], tools, startsThinking = false }: ReadOptions = {}) {
  const reader = new ReplyReader({ stop, tools, startsThinking, callId: 'x' })
  const events: ChatEvent[] = []
  for (const text of pieces) {
    if (!reader.isStopped) events.push(...reader.add({ text }))
  }
  events.push(...reader.end())
  const textOf = (type: 'text' | 'reasoning') =>
    events.flatMap((event) => (event.type === type && 'text' in event ? [event.text] : [])).join('')
  const calls = events.flatMap((event) =>
    event.type === 'tool' ? [`${event.id} ${event.name}${event.arguments}`] : [],
  )
  return { text: textOf('text'), reasoning: textOf('reasoning'), calls, isStopped: reader.isStopped }
}

const plain = { reasoning: '', calls: [] as string[], isStopped: false }

describe('a reply', () => {
  it.each<[string, string, ReadOptions, Partial<ReturnType<typeof read>>]>([
    ['text', 'Hello there', {}, { text: 'Hello there' }],
    ['a stop sequence', 'one two three', { stop: ['x', ' two'] }, { text: 'one', isStopped: true }],
    ['the start of a stop sequence', 'one tw', { stop: ['two'] }, { text: 'one tw' }],
    ['two stop sequences at one place', 'a STOPPED', { stop: ['STOP', 'STOPPED'] }, { text: 'a ', isStopped: true }],
    ['thoughts', '<think>Hm.\n</think>\n\nYes', {}, { text: 'Yes', reasoning: 'Hm.\n' }],
    ['thoughts that began in the prompt', 'Hm</think>Yes', { startsThinking: true }, { text: 'Yes', reasoning: 'Hm' }],
    ['thoughts without an end', '<think>Hm', {}, { text: '', reasoning: 'Hm' }],
    ['a mark of thoughts within text', 'Write <think> first', {}, { text: 'Write <think> first' }],
    [
      'text and a call',
      'Let me see.\n<tool_call>\n{"name":"f","arguments":{"a":1}}\n</tool_call>',
      { tools: hermes },
      { text: 'Let me see.\n', calls: ['call_x_0 f{"a":1}'] },
    ],
    [
      'two calls after thoughts',
      '<think>Hm</think>\n<tool_call>{"name":"f"}</tool_call>\n<tool_call>{"name":"g"}</tool_call>\n',
      { tools: hermes },
      { reasoning: 'Hm', calls: ['call_x_0 f{}', 'call_x_1 g{}'] },
    ],
    [
      'a call without its end',
      '<tool_call>{"name":"f","arguments":{}}',
      { tools: hermes },
      { calls: ['call_x_0 f{}'] },
    ],
    ['a call that is none', '<tool_call>oh</tool_call>!', { tools: hermes }, { text: '<tool_call>oh</tool_call>!' }],
    ['a call that is cut', '<tool_call>{"name', { tools: hermes }, { text: '<tool_call>{"name' }],
    ['a call that nobody offered', '<tool_call>{}</tool_call>', {}, { text: '<tool_call>{}</tool_call>' }],
    [
      'a stop sequence within a call',
      '<tool_call>{"name":"two"}</tool_call>',
      { tools: hermes, stop: ['two'] },
      { calls: ['call_x_0 two{}'] },
    ],
    ['a bare call', '\n{"name":"f","parameters":{"a":{}}}', { tools: llama }, { calls: ['call_x_0 f{"a":{}}'] }],
    ['a brace within text', 'Use {"name":"f"}', { tools: llama }, { text: 'Use {"name":"f"}' }],
    [
      'a list of calls',
      '[TOOL_CALLS] [{"name":"f","arguments":{}},{"name":"g","arguments":{"b":2}}]',
      { tools: mistral },
      { calls: ['call_x_0 f{}', 'call_x_1 g{"b":2}'] },
    ],
  ])('of %s is the same however it is split', (_, reply, options, expected) => {
    const whole = { ...plain, text: '', ...expected }
    expect(read([reply], options)).toEqual(whole)
    expect(read(reply.split(''), options)).toEqual(whole)
    fc.assert(
      fc.property(fc.array(fc.nat(reply.length), { maxLength: 5 }), (cuts) => {
        const places = [0, ...cuts.toSorted((one, other) => one - other), reply.length]
        const pieces = places.slice(1).map((end, index) => reply.slice(places[index], end))
        expect(read(pieces, options)).toEqual(whole)
      }),
    )
  })

  it('keeps what belongs to a token with the token', () => {
    const reader = new ReplyReader({ stop: ['!?'], startsThinking: false, callId: 'x' })
    const extra = (id: number) => ({ choice: { id } })
    expect(reader.add({ text: 'a', extra: extra(1) })).toEqual([
      { type: 'text', choice: 0, text: 'a', extra: extra(1) },
    ])
    expect(reader.add({ text: 'b!', extra: extra(2) })).toEqual([])
    expect(reader.add({ text: 'c', extra: extra(3) })).toEqual([
      { type: 'text', choice: 0, text: 'b!', extra: extra(2) },
      { type: 'text', choice: 0, text: 'c', extra: extra(3) },
    ])
  })
})

describe('the format of tool calls', () => {
  it.each<[string | undefined, ToolFormat | undefined]>([
    [undefined, undefined],
    ['{{ messages }}', undefined],
    ['{% if tools %}<tool_call>{% endif %}', hermes],
    ['{% if tools %}<tool_call><function=f>{% endif %}', undefined],
    ['{% if tools %}[TOOL_CALLS]{% endif %}', mistral],
    ['{% if tools %}{"name": function name, "parameters": dictionary}{% endif %}', llama],
    ['{% if tools %}something new{% endif %}', undefined],
  ])('is read from the template %j', (template, format) => {
    expect(toolFormatOf(template)).toEqual(format)
  })
})
