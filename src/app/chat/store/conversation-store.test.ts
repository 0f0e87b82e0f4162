import { describe, expect, it } from 'vitest'
import { errorOf } from '#contract/errors.ts'
import { finished, setUp, text } from './conversation-store.test-support.ts'
import { emptyTree, pathOf } from './message-tree.ts'
import { versionIds } from '#app/chat/transcript/message-versions.tsx'

describe('a conversation', () => {
  it('sends the draft, clears it, and waits for the reply', () => {
    const { store, say, requests, reply } = setUp()
    say('Hello')
    expect(store.getState()).toMatchObject({ draft: '', modelId: 'parley/echo' })
    expect(store.getState().messages[0]).toMatchObject({ kind: 'written', role: 'user', text: 'Hello' })
    expect(reply()).toMatchObject({ kind: 'reply', state: 'waiting', modelId: 'parley/echo' })
    expect(requests).toEqual([{ model: 'parley/echo', messages: [{ role: 'user', content: 'Hello' }] }])
  })

  it('sends nothing for an empty draft or while a reply is running, and keeps the draft', () => {
    const { store, say, requests } = setUp()
    say('  \n ')
    expect(requests).toHaveLength(0)
    say('One')
    say('Two')
    expect(requests).toHaveLength(1)
    expect(store.getState().draft).toBe('Two')
  })

  it('commits once per frame, however many deltas arrive', async () => {
    const { say, arrive, paint, frames, reply } = setUp()
    say('Hello')
    await arrive(text('a'))
    await arrive(text('b'))
    await arrive(text('c'))
    expect(reply().text).toBe('')
    expect(frames()).toBe(1)
    paint()
    expect(reply()).toMatchObject({ state: 'streaming', text: 'abc', deltas: 3 })
  })

  it('is done when the stream ends normally', async () => {
    const { say, arrive, close, reply } = setUp()
    say('Hello')
    await arrive(text('Hi'), finished)
    await close()
    expect(reply()).toMatchObject({ state: 'done', text: 'Hi' })
  })

  it('is interrupted when the stream ends without a final event', async () => {
    const { say, arrive, close, reply } = setUp()
    say('Hello')
    await arrive(text('Hi'))
    await close()
    expect(reply()).toMatchObject({ state: 'interrupted', text: 'Hi' })
  })

  it('stops at once, aborts the request, and keeps text that wasn’t rendered yet', async () => {
    const { store, say, arrive, signals, reply } = setUp()
    say('Hello')
    await arrive(text('so far'))
    store.getState().stop()
    expect(reply()).toMatchObject({ state: 'stopped', text: 'so far' })
    expect(signals[0]?.aborted).toBe(true)
    await arrive(text(' and more'))
    expect(reply().text).toBe('so far')
  })

  it('sends the history with the next message, without empty replies', async () => {
    const { store, say, arrive, close, requests } = setUp()
    store.getState().setSystemPrompt('Be brief.')
    say('One')
    await arrive(text('First'), finished)
    await close()
    say('Two')
    await arrive({ type: 'failed', error: errorOf('upstream_error', 'No.') })
    await close()
    say('Three')
    expect(requests[2]?.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'First' },
      { role: 'user', content: 'Two' },
      { role: 'user', content: 'Three' },
    ])
  })

  it('replaces an empty failed reply on retry', async () => {
    const { store, say, arrive, close, requests, reply } = setUp()
    say('One')
    await arrive({ type: 'failed', error: errorOf('upstream_error', 'No.') })
    await close()
    store.getState().regenerate(reply().id, 'parley/eliza')
    expect(store.getState().messages).toHaveLength(2)
    expect(reply()).toMatchObject({ state: 'waiting', modelId: 'parley/eliza' })
    expect(requests[1]).toEqual({ model: 'parley/eliza', messages: [{ role: 'user', content: 'One' }] })
  })

  it('keeps the earlier reply as a version when it is regenerated', async () => {
    const { store, say, arrive, close, reply } = setUp()
    say('One')
    await arrive(text('First'), finished)
    await close()
    const first = reply()
    store.getState().regenerate(first.id, 'parley/eliza')
    await arrive(text('Second'), finished)
    await close()
    expect(versionIds(store.getState().messages, first.parent)).toEqual([first.id, expect.any(String)])
    store.getState().showVersion(first.id)
    expect(pathOf(store.getState()).map((each) => each.text)).toEqual(['One', 'First'])
  })

  it('continues a partial reply, and keeps the shorter version', async () => {
    const { store, say, arrive, close, requests, reply } = setUp()
    say('Count')
    await arrive(text('One, two'))
    await close()
    expect(reply().state).toBe('interrupted')
    store.getState().continueReply(reply().id, 'parley/echo')
    expect(requests[1]?.messages.at(-1)).toEqual({ role: 'assistant', content: 'One, two' })
    await arrive(text(', three'), finished)
    await close()
    expect(reply()).toMatchObject({ text: 'One, two, three', state: 'done', continuedFrom: 8 })
    expect(versionIds(store.getState().messages, reply().parent)).toHaveLength(2)
  })

  it('retries a continuation from the same partial reply', async () => {
    const { store, say, arrive, close, requests, reply } = setUp()
    say('Hi')
    await arrive(text('Hel'), { type: 'finished', reasons: { 0: 'length' } })
    await close()
    store.getState().continueReply(reply().id, 'parley/echo')
    await arrive(text('lo'), finished)
    await close()
    const [, rest] = requests
    if (rest) store.getState().replay(reply().id, rest, JSON.stringify(rest))
    await arrive(text('met'), finished)
    await close()
    expect(reply()).toMatchObject({ text: 'Helmet', continuedFrom: 3, state: 'done' })
    expect(requests[2]).toEqual(rest)
  })

  it('sends additional fields with their text, and resends the same ones on retry', async () => {
    const { store, say, arrive, close, requests, written, reply } = setUp()
    store.setState({ extraBody: '{"big": 9223372036854775807}' })
    say('Hi')
    await arrive(text('Hello'), finished)
    await close()
    const [body] = requests
    if (body) store.getState().replay(reply().id, body, '{"big":9223372036854775807}')
    expect(written).toEqual(['{"big": 9223372036854775807}', '{"big":9223372036854775807}'])
  })

  it('joins a prefilled answer and the model’s text, and keeps the prefill as a version', async () => {
    const { store, say, arrive, close, requests, reply } = setUp()
    say('Colours?')
    await arrive(text('Blue'), finished)
    await close()
    const first = reply().id
    store.getState().remove(first)
    const prefill = store.getState().insertAfter(store.getState().tip, 'assistant', '1. Red')
    store.getState().run('parley/echo')
    expect(requests[1]?.messages).toEqual([
      { role: 'user', content: 'Colours?' },
      { role: 'assistant', content: '1. Red' },
    ])
    expect(reply()).toMatchObject({ state: 'waiting', text: '1. Red' })
    await arrive(text(', 2. Green'), finished)
    await close()
    expect(pathOf(store.getState()).map((each) => each.text)).toEqual(['Colours?', '1. Red, 2. Green'])
    expect(versionIds(store.getState().messages, reply().parent)).toEqual([prefill, reply().id])
    say('More')
    expect(requests[2]?.messages).toEqual([
      { role: 'user', content: 'Colours?' },
      { role: 'assistant', content: '1. Red, 2. Green' },
      { role: 'user', content: 'More' },
    ])
  })

  it('undoes a prefilled answer as one step', async () => {
    const { store, arrive, close } = setUp()
    const prefill = store.getState().insertAfter(null, 'assistant', 'Once')
    store.getState().run('parley/echo')
    await arrive(text(' upon'), finished)
    await close()
    store.getState().undo()
    expect(pathOf(store.getState()).map(({ id }) => id)).toEqual([prefill])
    store.getState().redo()
    expect(pathOf(store.getState()).map((each) => each.text)).toEqual(['Once upon'])
  })

  it('regenerates a prefilled reply with the same prefill, also after a failure', async () => {
    const { store, arrive, close, requests, reply } = setUp()
    store.getState().insertAfter(null, 'user', 'Colours?')
    const prefill = store.getState().insertAfter(store.getState().tip, 'assistant', '1. ')
    store.getState().run('parley/echo')
    await arrive({ type: 'failed', error: errorOf('upstream_error', 'No.') })
    await close()
    const failed = reply().id
    for (const expected of [[prefill], [prefill, expect.any(String)]]) {
      store.getState().regenerate(reply().id, 'parley/echo')
      expect(requests.at(-1)?.messages.at(-1)).toEqual({ role: 'assistant', content: '1. ' })
      expect(versionIds(store.getState().messages, reply().parent)).toEqual([...expected, reply().id])
      await arrive(text('Red'), finished)
      await close()
      expect(reply().text).toBe('1. Red')
    }
    expect(store.getState().messages.some(({ id }) => id === failed)).toBe(false)
  })

  it('sends complete tool calls in the history, but not those of a partial reply', async () => {
    const { store, say, arrive, close, requests, reply } = setUp()
    const call = (name: string, more: string) =>
      arrive(
        { type: 'tool', choice: 0, index: 0, id: 'c1', name, arguments: '{"city":' },
        {
          type: 'tool',
          choice: 0,
          index: 0,
          arguments: more,
        },
      )
    say('Weather?')
    await call('weather', '"Köln"}')
    await arrive({ type: 'finished', reasons: { 0: 'tool_calls' } })
    await close()
    expect(reply()).toMatchObject({
      text: '',
      toolCalls: [{ index: 0, id: 'c1', name: 'weather', arguments: '{"city":"Köln"}' }],
    })
    say('And?')
    expect(requests[1]?.messages[1]).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Köln"}' } }],
    })
    await call('weather', '"Bo')
    store.getState().stop()
    say('Hello?')
    expect(requests[2]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user', 'user'])
    expect(store.getState().messages.at(-3)).toMatchObject({ state: 'stopped', toolCalls: [{ name: 'weather' }] })
  })

  it('sends an edited message as a new version', async () => {
    const { store, say, arrive, close, requests } = setUp()
    say('Helo')
    await arrive(text('What?'), finished)
    await close()
    store.getState().editAndResend(store.getState().messages[0]?.id ?? '', 'Hello', 'parley/echo')
    expect(requests[1]?.messages).toEqual([{ role: 'user', content: 'Hello' }])
    expect(store.getState().messages.map((each) => each.text)).toEqual(['Helo', 'What?', 'Hello', ''])
  })

  it('keeps a finished reply done if it is stopped right afterwards', async () => {
    const { store, say, arrive, reply } = setUp()
    say('Hi')
    await arrive(text('Hello'), finished)
    store.getState().stop()
    expect(reply()).toMatchObject({ state: 'done', text: 'Hello' })
    expect(store.getState().running).toBeNull()
  })

  it('ends a reply when the user takes it over, and ignores later deltas', async () => {
    const { store, say, arrive, paint, reply, signals } = setUp()
    say('One')
    await arrive(text('First'))
    store.getState().setRole(reply().id, 'user')
    await arrive(text(' and more'))
    paint()
    expect(signals[0]?.aborted).toBe(true)
    expect(store.getState().messages.at(-1)).toMatchObject({ kind: 'written', role: 'user', text: 'First' })
  })

  it('doesn’t change a reply when its role is set to assistant again', async () => {
    const { store, say, arrive, reply, signals } = setUp()
    say('One')
    await arrive(text('First'))
    const { steps } = store.getState()
    store.getState().setRole(reply().id, 'assistant')
    expect(signals[0]?.aborted).toBe(false)
    expect(store.getState().steps).toBe(steps)
  })

  it('turns a message back into a reply when its role is set to assistant', async () => {
    const { store, say, arrive, close, reply } = setUp()
    say('One')
    await arrive(text('First'), finished)
    await close()
    const before = reply()
    store.getState().setRole(before.id, 'user')
    store.getState().setRole(before.id, 'system')
    store.getState().setRole(before.id, 'assistant')
    expect(reply()).toEqual(before)
    store.getState().setRole(before.id, 'user')
    store.getState().editText(before.id, 'Changed')
    store.getState().setRole(before.id, 'assistant')
    expect(reply()).toEqual({ ...before, text: 'Changed', edited: true })
  })

  it('sends only the parameters that were set', () => {
    const { store, say, requests } = setUp()
    store.getState().setParameter('temperature', 0.4)
    store.getState().setParameter('maxTokens', 20)
    store.getState().setParameter('maxTokens', undefined)
    say('Hello')
    expect(requests[0]).toEqual({
      model: 'parley/echo',
      messages: [{ role: 'user', content: 'Hello' }],
      temperature: 0.4,
    })
  })

  it('ignores the old reply after a new conversation starts', async () => {
    const { store, say, arrive, paint, signals } = setUp()
    say('Hello')
    await arrive(text('old'))
    store.getState().open(emptyTree)
    paint()
    expect(signals[0]?.aborted).toBe(true)
    expect(store.getState().messages).toEqual([])
  })
})
