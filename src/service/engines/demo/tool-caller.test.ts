import { Validator } from '@cfworker/json-schema'
import { describe, expect, it, test } from 'vitest'
import { createDemoCall } from './demo-call.test-support.ts'
import { createDemoEngine } from './demo-engine.ts'
import { createFakeClock } from './fake-clock.test-support.ts'
import { readDemoReply } from './read-demo-reply.test-support.ts'

const weather = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 2 },
    unit: { enum: ['C', 'F'] },
    days: { type: 'integer', minimum: 1, maximum: 7 },
  },
  required: ['city', 'unit'],
  additionalProperties: false,
} as const
const tools = [
  { type: 'function', function: { name: 'weather', description: 'The forecast', parameters: weather } },
  { type: 'function', function: { name: 'now' } },
]

const engine = createDemoEngine({ clock: createFakeClock() })
const askFor = (fields: Readonly<Record<string, unknown>>, messages: string | readonly object[] = 'Will it rain?') =>
  createDemoCall('parley/tools', messages, { tools, ...fields })

async function callsOf(fields: Readonly<Record<string, unknown>>, messages?: string | readonly object[]) {
  const { choices } = await engine.complete(askFor(fields, messages))
  return choices[0]?.message.tool_calls ?? []
}

const namesOf = async (...rest: Parameters<typeof callsOf>) =>
  (await callsOf(...rest)).map(({ function: { name } }) => name)

describe('parley/tools', () => {
  it('calls every tool at once, with arguments that satisfy its schema', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const [first, second] = await callsOf({ seed })
      expect(new Validator(weather as object).validate(JSON.parse(first?.function.arguments ?? '')).errors).toEqual([])
      expect(second?.function).toEqual({ name: 'now', arguments: '{}' })
      expect(first?.id).not.toBe(second?.id)
    }
  })

  it('streams the arguments in pieces, and ends with tool_calls', async () => {
    const { events, reason, usage } = await readDemoReply(askFor({}))
    const pieces = events.flatMap((event) => (event.type === 'tool' ? [event] : []))
    expect(pieces[0]).toMatchObject({ index: 0, name: 'weather', id: expect.stringMatching(/^call_/), arguments: '' })
    const ofWeather = pieces.filter(({ index }) => index === 0)
    expect(ofWeather.length).toBeGreaterThan(5)
    const [call] = await callsOf({})
    expect(ofWeather.map(({ arguments: text }) => text).join('')).toBe(call?.function.arguments)
    expect(reason).toBe('tool_calls')
    expect(usage?.completion_tokens).toBe(pieces.length)
  })

  it('gives the same arguments for the same seed, and others for another', async () => {
    const argumentsFor = async (fields: object) =>
      JSON.stringify((await callsOf({ ...fields })).map((call) => call.function))
    expect(await argumentsFor({ seed: 1 })).toBe(await argumentsFor({ seed: 1 }))
    expect(await argumentsFor({})).toBe(await argumentsFor({}))
    const several = await Promise.all([1, 2, 3, 4, 5].map((seed) => argumentsFor({ seed })))
    expect(new Set(several).size).toBeGreaterThan(2)
  })

  test.each([
    [{}, ['weather', 'now']],
    [{ tool_choice: 'auto' }, ['weather', 'now']],
    [{ tool_choice: 'required' }, ['weather', 'now']],
    [{ parallel_tool_calls: false }, ['weather']],
    [{ tool_choice: { type: 'function', function: { name: 'now' } } }, ['now']],
    [{ tool_choice: 'none' }, []],
    [{ tools: [] }, []],
    [{ tools: null, tool_choice: null, parallel_tool_calls: null }, []],
  ])('with %j calls %j', async (fields, names) => {
    expect(await namesOf(fields)).toEqual(names)
  })

  it('says what to do without tools', async () => {
    const { text, reason } = await readDemoReply(askFor({ tools: undefined }))
    expect([text, reason]).toEqual([expect.stringContaining('Add a tool'), 'stop'])
    expect((await readDemoReply(askFor({ tool_choice: 'none' }))).text).toContain('none')
  })

  const answered = (question: string, ...results: string[]) => [
    { role: 'user', content: question },
    {
      role: 'assistant',
      content: null,
      tool_calls: results.map((_, at) => ({
        id: `c${at}`,
        type: 'function',
        function: { name: 'weather', arguments: `{"city":"${at}"}` },
      })),
    },
    ...results.map((content, at) => ({ role: 'tool', tool_call_id: `c${at}`, content })),
  ]

  it('summarises the results of its calls', async () => {
    const { text, reason } = await readDemoReply(askFor({}, answered('Rain?', 'Sunny, 21°', '```\n# Snow')))
    expect(reason).toBe('stop')
    expect(text).toContain('2 tools returned results')
    expect(text).toContain('**weather**, called with `{"city":"0"}`:\n\n```text\nSunny, 21°\n```')
    expect(text).toContain('````text\n```\n# Snow\n````')
    // Also in the last request of a loop, which has no tools.
    expect((await readDemoReply(askFor({ tools: undefined }, answered('Rain?', 'Sunny')))).text).toContain('Sunny')
    const begun = [...answered('Rain?', 'Sunny'), { role: 'assistant', content: 'Well' }]
    expect((await readDemoReply(askFor({}, begun))).text).toContain('Sunny')
  })

  it('calls again for a new question, or as often as the question says', async () => {
    const asked = [
      ...answered('Rain?', 'Sunny'),
      { role: 'assistant', content: 'It is.' },
      { role: 'user', content: 'And now?' },
    ]
    expect(await namesOf({}, asked)).toEqual(['weather', 'now'])
    expect(await namesOf({ parallel_tool_calls: false }, answered('Try 2 rounds', 'Sunny'))).toEqual(['now'])
    expect(await namesOf({ tools: undefined }, answered('Try 2 rounds', 'Sunny'))).toEqual([])
    expect(await namesOf({}, answered('Try 1 rounds', 'Sunny'))).toEqual([])
  })

  it('is cut by max_tokens like any reply', async () => {
    const { events, reason, usage } = await readDemoReply(askFor({ max_tokens: 4 }))
    expect([events.filter(({ type }) => type === 'tool').length, reason, usage?.completion_tokens]).toEqual([
      4,
      'length',
      4,
    ])
  })

  test.each([
    ['tools', 'weather'],
    ['tools', [{ type: 'function' }]],
    [
      'tools',
      [
        {
          type: 'function',
          function: { name: 'a', parameters: { type: 'object', required: ['x'], properties: { x: false } } },
        },
      ],
    ],
    ['tool_choice', 'sometimes'],
    ['tool_choice', { type: 'function', function: { name: 'unknown' } }],
    ['parallel_tool_calls', 'yes'],
  ])('refuses %s %j with the field’s name', async (param, value) => {
    await expect(engine.stream(askFor({ [param]: value }))).rejects.toMatchObject({
      status: 400,
      detail: { code: 'invalid_value', param },
    })
  })
})
