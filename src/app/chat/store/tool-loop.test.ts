import { describe, expect, it, vi } from 'vitest'
import { type Tool, type ToolSetup, emptyToolSetup } from '#app/data/tools.ts'
import { mockResultOf } from '#dialects/mock-result.ts'
import type { ResponseFormat } from '#app/data/response-format.ts'
import { finished, setUp, text } from './conversation-store.test-support.ts'

const weather: Tool = {
  name: 'weather',
  description: 'The weather of a city',
  parameters: '{"type":"object","properties":{"city":{"type":"string"}}}',
  kind: 'mock',
  mockResult: 'sunny',
  server: '',
}
const ask: Tool = { ...weather, name: 'ask', kind: 'ask' }

function setUpTools(tools: Partial<ToolSetup> = {}) {
  const all = setUp()
  all.store.getState().applySetup({ tools: { ...emptyToolSetup, list: [weather, ask], ...tools } })
  /** Ends the running reply with calls of these tools. */
  const callTools = async (...names: string[]) => {
    await all.arrive(
      ...names.map((name, index) => ({
        type: 'tool' as const,
        choice: 0,
        index,
        id: `c${index}`,
        name,
        arguments: '{"city":"Oslo"}',
      })),
      { type: 'finished', reasons: { 0: 'tool_calls' as const } },
    )
    await all.close()
  }
  const results = () => (all.reply().toolCalls ?? []).map(({ result }) => result?.text)
  return { ...all, callTools, results }
}

describe('the tool loop', () => {
  it('sends the results of mock tools at once, and ends with the reply that calls none', async () => {
    const { store, say, callTools, arrive, close, requests, reply } = setUpTools()
    say('Weather?')
    await callTools('weather', 'weather')
    // The code that answers tools is loaded with the first call.
    await vi.waitFor(() => expect(requests).toHaveLength(2))
    expect(requests[1]?.messages.slice(1)).toEqual([
      expect.objectContaining({ role: 'assistant', content: null }),
      { role: 'tool', tool_call_id: 'c0', content: 'sunny' },
      { role: 'tool', tool_call_id: 'c1', content: 'sunny' },
    ])
    expect(requests[1]?.['tools']).toHaveLength(2)
    await arrive(text('It is sunny.'), finished)
    await close()
    expect(reply()).toMatchObject({ state: 'done', text: 'It is sunny.' })
    expect(requests).toHaveLength(2)
    expect(store.getState().running).toBeNull()
  })

  it('waits for the user if any tool asks, and sends what was typed', async () => {
    const { store, say, callTools, requests, reply, results } = setUpTools()
    say('Weather?')
    await callTools('weather', 'ask')
    expect(requests).toHaveLength(1)
    expect(results()).toEqual(['sunny', undefined])
    const { id } = reply()
    store.getState().setResult(id, 1, 'rainy')
    expect(requests).toHaveLength(1)
    store.getState().sendResults(id, 'parley/echo')
    expect(requests[1]?.messages.slice(2)).toEqual([
      { role: 'tool', tool_call_id: 'c0', content: 'sunny' },
      { role: 'tool', tool_call_id: 'c1', content: 'rainy' },
    ])
  })

  it('waits for the result of a tool that the setup doesn’t have', async () => {
    const { say, callTools, requests } = setUpTools()
    say('Weather?')
    await callTools('unknown')
    expect(requests).toHaveLength(1)
  })

  it('requests a reply without tools after the last round, and stops there', async () => {
    const { say, callTools, requests } = setUpTools({ maxRounds: 2, choice: 'required' })
    say('Weather?')
    for (let round = 0; round < 3; round++) await callTools('weather')
    expect(requests.map((request) => 'tools' in request)).toEqual([true, true, false])
    expect(requests[2]).not.toHaveProperty('tool_choice')
  })

  it('runs no tools for a reply that was stopped or cut', async () => {
    const { store, say, arrive, close, requests } = setUpTools()
    const call = { type: 'tool' as const, choice: 0, index: 0, id: 'c0', name: 'weather', arguments: '{}' }
    say('Weather?')
    await arrive(call)
    store.getState().stop()
    say('Again')
    await arrive(call)
    await close()
    expect(requests).toHaveLength(2)
  })

  it('sends changed results as a new version, which undo takes back', async () => {
    const { store, say, callTools, arrive, close, requests, reply } = setUpTools()
    say('Weather?')
    await callTools('weather')
    const { parent } = reply()
    const id = parent ?? ''
    await arrive(text('Sunny.'), finished)
    await close()
    store.getState().setArguments(id, 0, '{"city":"Rome"}')
    store.getState().setResult(id, 0, 'snow')
    store.getState().sendResults(id, 'parley/echo')
    expect(requests[2]?.messages.slice(1)).toMatchObject([
      { tool_calls: [{ function: { arguments: '{"city":"Rome"}' } }] },
      { role: 'tool', content: 'snow' },
    ])
    await arrive(text('Snow.'), finished)
    await close()
    expect(store.getState().messages.filter((message) => message.parent === id)).toHaveLength(2)
    store.getState().undo()
    expect(reply().text).toBe('Sunny.')
  })
})

describe('a mock result', () => {
  const cases = '[{"when":{"city":"Oslo"},"result":"cold"},{"when":{"city":"Rome"},"result":{"t":30}},{"result":"?"}]'
  it.each([
    ['any text', '{}', 'any text'],
    ['{"a":1}', '{}', '{"a":1}'],
    ['[1,2]', '{}', '[1,2]'],
    [cases, '{"city":"Oslo","more":1}', 'cold'],
    [cases, '{"city":"Rome"}', '{"t":30}'],
    [cases, '{"city":', '?'],
    ['[{"default":"none"},{"when":{"a":[1]},"result":2}]', '{"a":[1]}', '2'],
    ['[{"default":"none"},{"when":{"a":[1]},"result":2}]', '{"a":[2]}', 'none'],
    ['[{"when":{"a":1},"result":2}]', '{}', 'No mock result matches these arguments.'],
  ])('%s for %s is %s', (mock, args, result) => {
    expect(mockResultOf(mock, args)).toBe(result)
  })
})

describe('editing tools and the response format', () => {
  const format = (schema: string): ResponseFormat => ({ kind: 'json_schema', name: 'r', strict: null, schema })

  it('can be undone and redone, without changing messages', () => {
    const { store } = setUp()
    const state = () => store.getState()
    const message = state().insertAfter(null, 'user', 'before')
    state().editSetup('tools', { tools: { ...emptyToolSetup, list: [weather] } })
    state().editSetup('format', { responseFormat: format('{}') })
    state().insertAfter(message, 'user', 'after')
    state().undo()
    state().undo()
    expect([state().responseFormat.kind, state().tools.list]).toEqual(['text', [weather]])
    state().undo()
    expect(state().tools).toEqual(emptyToolSetup)
    expect(state().messages.map(({ text: said }) => said)).toEqual(['before'])
    for (let again = 0; again < 3; again++) state().redo()
    expect([state().responseFormat, state().tools.list]).toEqual([format('{}'), [weather]])
    expect(state().messages.map(({ text: said }) => said)).toEqual(['before', 'after'])
  })

  it('counts as one step while somebody types', () => {
    const { store } = setUp()
    const state = () => store.getState()
    for (const schema of ['{', '{ ', '{ }']) state().editSetup('format', { responseFormat: format(schema) })
    expect(state().steps.past).toHaveLength(1)
    state().undo()
    expect(state().responseFormat.kind).toBe('text')
  })
})
