/** An engine's stream, and what a client must receive. */
export interface Dialect {
  wire: string | Uint8Array
  text?: string
  reasoning?: string
  tools?: { id: string; name: string; arguments: string }[]
  reason?: string
  /** Fields that must be preserved anywhere in the stream. */
  survives?: string[]
  /** Whether the stream contains token counts. */
  usage?: boolean
  /** The message of the error that must end the stream. */
  error?: string
}

const data = (...chunks: unknown[]) => chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
const done = 'data: [DONE]\n\n'
const say = (delta: unknown, reason: string | null = null, rest: object = {}) => ({
  id: 'theirs',
  object: 'chat.completion.chunk',
  created: 5,
  model: 'theirs',
  choices: [{ index: 0, delta, finish_reason: reason }],
  ...rest,
})
const counts = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
const weather = { id: 'call_a', name: 'weather', arguments: '{"city":"Bergen"}' }
const hi = { text: 'Grüße 👋', reason: 'stop' }
const hello = [say({ content: 'Grüße' }), say({ content: ' 👋' }, 'stop')]

/** Dialects observed in real engines. */
export const dialects: Record<string, Dialect> = {
  'Ollama: role in every delta, reasoning, no id kept': {
    wire:
      data(
        { ...say({ role: 'assistant', content: '', reasoning: 'hm' }), id: 'a' },
        { ...say({ role: 'assistant', content: 'Grüße' }), id: 'b' },
        { ...say({ role: 'assistant', content: ' 👋' }, 'stop'), id: 'c' },
      ) + done,
    ...hi,
    reasoning: 'hm',
  },
  'Ollama: whole tool calls at once, arguments as an object': {
    wire:
      data(
        say({ tool_calls: [{ id: 'call_a', function: { name: 'weather', arguments: { city: 'Bergen' } } }] }),
        say({ content: '' }, 'tool_calls'),
      ) + done,
    tools: [weather],
    reason: 'tool_calls',
  },
  'llama.cpp: content null first, pings, timings last, no blank line after [DONE]': {
    wire: `:\n\n${data(say({ role: 'assistant', content: null }), say({ reasoning_content: 'hm' }), ...hello.slice(0, 1))}:\n\n${data(
      { ...hello[1], timings: { predicted_ms: 7 } },
    )}data: [DONE]`,
    ...hi,
    reasoning: 'hm',
    survives: ['timings'],
  },
  'llama.cpp: an error in a field of its own': {
    wire: `${data(...hello.slice(0, 1))}error: {"code":500,"message":"slot gone","type":"server_error"}\n\n`,
    error: 'slot gone',
  },
  'vLLM: a role-only first chunk, stop_reason, reasoning': {
    wire:
      data(say({ role: 'assistant' }), say({ reasoning: 'hm' }), hello[0], {
        ...hello[1],
        choices: [{ index: 0, delta: { content: ' 👋' }, finish_reason: 'stop', stop_reason: 128_009 }],
      }) + done,
    ...hi,
    reasoning: 'hm',
    survives: ['stop_reason'],
  },
  'vLLM: an error frame, then [DONE]': {
    wire: data(hello[0], { object: 'error', message: 'out of memory', type: 'InternalServerError', code: 500 }) + done,
    error: 'out of memory',
  },
  'vLLM and others: tool calls in pieces': {
    wire:
      data(
        say({
          tool_calls: [{ index: 0, id: 'call_a', type: 'function', function: { name: 'weather', arguments: '' } }],
        }),
        say({ tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] }),
        say({ tool_calls: [{ index: 0, function: { arguments: '"Bergen"}' } }] }),
        say({}, 'tool_calls'),
      ) + done,
    tools: [weather],
    reason: 'tool_calls',
  },
  'OpenRouter: comments, provider, usage in the last chunk': {
    wire: `: OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n${data(
      { ...hello[0], provider: 'Somebody' },
      hello[1],
      { ...say({}), choices: [], usage: { ...counts, cost: 0.01 } },
    )}${done}`,
    ...hi,
    usage: true,
    survives: ['provider', 'cost'],
  },
  'OpenRouter: an error in mid-stream': {
    wire: data(hello[0], { ...say({ content: '' }, 'error'), error: { code: 502, message: 'provider left' } }) + done,
    error: 'provider left',
  },
  'Azure: findings before the first choice': {
    wire: data({ choices: [], prompt_filter_results: [{ prompt_index: 0 }] }, ...hello) + done,
    ...hi,
    survives: ['prompt_filter_results'],
  },
  'Mistral: content in parts, of which some think': {
    wire:
      data(
        say({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }),
        say({ content: [{ type: 'text', text: 'Grüße 👋' }] }, 'stop'),
      ) + done,
    ...hi,
    reasoning: 'hm',
  },
  'usage in the finish chunk, and null elsewhere': {
    wire: data({ ...hello[0], usage: null }, { ...hello[1], usage: counts }) + done,
    ...hi,
    usage: true,
  },
  'usage without choices': { wire: data(...hello, { id: 'theirs', usage: counts }) + done, ...hi, usage: true },
  'usage with choices null': { wire: data(...hello, { choices: null, usage: counts }) + done, ...hi, usage: true },
  'CRLF, no space after data, a byte-order mark, an empty data field': {
    wire: `\uFEFF${(data(...hello) + done).replaceAll('data: ', 'data:').replaceAll('\n', '\r\n')}data:\r\n\r\n`,
    ...hi,
  },
  'no [DONE]': { wire: data(...hello), ...hi },
  'no reason before [DONE]': { wire: data(say({ content: 'Grüße 👋' })) + done, ...hi },
  'a reason of its own': { wire: data(say({ content: 'Grüße 👋' }, 'end_turn')) + done, ...hi },
  'an error as text': { wire: data(hello[0], { error: 'model has crashed' }), error: 'model has crashed' },
  'nothing but the whole completion': {
    wire: JSON.stringify({
      choices: [{ message: { content: 'Grüße 👋', reasoning: 'hm' }, finish_reason: 'stop', logprobs: null }],
      usage: counts,
      system_fingerprint: 'fp',
    }),
    ...hi,
    reasoning: 'hm',
    usage: true,
    survives: ['logprobs', 'system_fingerprint'],
  },
}
