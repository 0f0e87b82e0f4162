import { z } from 'zod'
import type { Played } from './engine-player.ts'

// Scripts of servers with OpenAI’s and Anthropic’s interface. Each calls the tool, if there is one and its result isn't there yet.

const usage = { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 }
const call = { id: 'call_1', type: 'function', function: { name: 'forecast', arguments: '{"city":"Oslo"}' } }

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const json = (response: Played['response'], value: unknown) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))

/** Other answers of the engine with OpenAI's interface, by path. */
const forwarded: Readonly<Record<string, unknown>> = {
  '/v1/embeddings': { object: 'list', data: [{ object: 'embedding', index: 0, embedding: [0.5, -1] }], usage },
  '/v1/moderations': { id: 'modr-1', model: 'x', results: [{ flagged: true }] },
  '/v1/images/generations': { created: 1, data: [{ b64_json: 'aGk=' }] },
  '/v1/audio/transcriptions': { text: 'Good morning', usage: { type: 'duration', seconds: 2 } },
}

const asked = z.object({
  tools: z.array(z.unknown()).optional(),
  messages: z.array(z.object({ role: z.string() })),
  stream: z.boolean().optional(),
})

/** How a server writes a reply in the chat-completions interface. */
interface Style {
  /** Beside `content` or `tool_calls`. */
  message?: object
  /** Before the first text or call. */
  opening?: readonly object[]
  /** The pieces of a call. */
  callPieces: readonly object[]
  finish?: object
  last?: object
  end: string
}

const piecesOfCall = [
  { index: 0, ...call, function: { name: 'forecast', arguments: '' } },
  { index: 0, function: { arguments: '{"city":' } },
  { index: 0, function: { arguments: '"Oslo"}' } },
]

/** What differs between the servers, as they write it. */
const styles = {
  OpenAI: {
    opening: [{ role: 'assistant', content: '', refusal: null }],
    callPieces: piecesOfCall,
    end: 'data: [DONE]\n\n',
  },
  Ollama: {
    message: { reasoning: 'Hm' },
    opening: [{ role: 'assistant', content: '', reasoning: 'Hm' }],
    callPieces: [{ index: 0, ...call }],
    end: 'data: [DONE]\n\n',
  },
  'llama.cpp': {
    message: { reasoning_content: 'Hm' },
    opening: [{ role: 'assistant', content: null }, { reasoning_content: 'Hm' }],
    callPieces: piecesOfCall,
    last: { timings: { cache_n: 2, predicted_ms: 7 } },
    end: 'data: [DONE]',
  },
  vLLM: {
    message: { reasoning: 'Hm' },
    opening: [{ role: 'assistant', content: '' }, { reasoning: 'Hm' }],
    callPieces: piecesOfCall,
    finish: { stop_reason: 128_009 },
    end: 'data: [DONE]\n\n',
  },
} as const satisfies Record<string, Style>

type StyleName = keyof typeof styles

/** Plays a server with OpenAI's interface, in the style of one. */
export const playChats =
  (name: StyleName) =>
  ({ request, body, response }: Played): void => {
    const path = request.url ?? ''
    if (path === '/v1/audio/speech') return void response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('sound')
    if (path in forwarded) return json(response, forwarded[path])
    const { message: extra, opening, callPieces, finish, last, end }: Style = styles[name]
    const { tools, messages, stream } = asked.parse(JSON.parse(body))
    const calls = tools !== undefined && messages.at(-1)?.role !== 'tool'
    const finish_reason = calls ? 'tool_calls' : 'stop'
    if (stream !== true) {
      const message = {
        role: 'assistant',
        ...extra,
        ...(calls ? { content: null, tool_calls: [call] } : { content: 'Rain at noon.' }),
      }
      return json(response, { choices: [{ index: 0, message, finish_reason, ...finish }], usage, ...last })
    }
    const deltas = [
      ...(opening ?? []),
      ...(calls
        ? callPieces.map((piece) => ({ tool_calls: [piece] }))
        : [{ content: 'Rain ' }, { content: 'at noon.' }]),
    ]
    const frames = deltas.map((delta) => data({ choices: [{ index: 0, delta, finish_reason: null }] }))
    frames.push(data({ choices: [{ index: 0, delta: {}, finish_reason, ...finish }] }))
    response.end(frames.join('') + data({ choices: [], usage, ...last }) + end)
  }

/** Plays a server with Anthropic's interface. */
export function playAnthropic({ request, body, response }: Played): void {
  if (request.url?.startsWith('/v1/models')) return json(response, { data: [{ type: 'model', id: 'claude-x' }] })
  if (request.url === '/v1/messages/count_tokens') return json(response, { input_tokens: 42 })
  const calls = body.includes('"tools"') && !body.includes('"tool_result"')
  const content = calls
    ? { type: 'tool_use', id: 'toolu_1', name: 'forecast', input: { city: 'Oslo' } }
    : { type: 'text', text: 'Rain at noon.' }
  const events = [
    { type: 'message_start', message: { id: 'msg_1', usage: { input_tokens: 10, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: content },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: calls ? 'tool_use' : 'end_turn' }, usage: { output_tokens: 4 } },
    { type: 'message_stop' },
  ]
  response.end(events.map((event) => `event: ${event.type}\n${data(event)}`).join(''))
}
