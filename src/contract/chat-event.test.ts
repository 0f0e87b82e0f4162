import { expect, test } from 'vitest'
import { type ChatEvent, type Extra, isContentOrEnd } from './chat-event.ts'

const empty = (extra?: Extra): ChatEvent => ({ type: 'text', choice: 0, text: '', ...(extra && { extra }) })
const logprobs = (content: object[]): Extra => ({ choice: { logprobs: { content, refusal: null } } })

test.each<[string, ChatEvent]>([
  ['the start', { type: 'started' }],
  ['usage', { type: 'usage', usage: { prompt_tokens: 1, completion_tokens: 0, total_tokens: 1 } }],
  ['an empty text', empty()],
  ['an empty text with a fingerprint', empty({ chunk: { system_fingerprint: 'fp_1' }, delta: { refusal: null } })],
  ['an empty text with empty probabilities', empty(logprobs([]))],
  ['an empty text with the result of a filter', empty({ choice: { content_filter_results: { hate: 'safe' } } })],
  ['empty reasoning', { type: 'reasoning', choice: 0, text: '', extra: { delta: { reasoning_details: [] } } }],
])('%s is no content', (_name, event) => {
  expect(isContentOrEnd(event)).toBe(false)
})

test.each<[string, ChatEvent]>([
  ['a text', { type: 'text', choice: 0, text: ' ' }],
  ['reasoning', { type: 'reasoning', choice: 0, text: 'Hm' }],
  [
    'redacted reasoning',
    { type: 'reasoning', choice: 0, text: '', extra: { delta: { thinking_blocks: [{ data: 'x' }] } } },
  ],
  ['a refusal', empty({ delta: { refusal: 'I can’t' } })],
  ['sound', empty({ delta: { audio: { data: 'UklG' } } })],
  ['a token without text', empty(logprobs([{ token: '', logprob: -0.5 }]))],
  ['a tool call', { type: 'tool', choice: 0, index: 0, name: 'weather' }],
  ['a finished reply', { type: 'finished', reasons: { 0: 'stop' } }],
  ['a failed reply', { type: 'failed', error: { message: 'Busy', type: 'x', param: null, code: null } }],
])('%s is content or an end', (_name, event) => {
  expect(isContentOrEnd(event)).toBe(true)
})
