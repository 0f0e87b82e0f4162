import type { TestServer } from './test-network.test-support.ts'

/** A model in OpenRouter's format: prices are strings, in US dollars per token. */
export interface ListedModel {
  id: string
  name?: string
  description?: string
  type?: string
  context_length?: number
  pricing?: { prompt: string; completion: string; input_cache_read?: string }
  architecture?: { input_modalities: string[] }
  supported_parameters?: string[]
  active?: boolean
}

/** An engine or other service whose chunks the test sends. */
export interface HandDrivenEngine {
  answer: TestServer
  /** Resolves to the reply of the next chat request, before it has begun. */
  nextReply(): Promise<HandDrivenReply>
}

export interface HandDrivenReply {
  request: { model: string; messages: unknown[]; [field: string]: unknown }
  say(text: string): void
  /** Says a token with its probability and alternatives. */
  sayToken(token: string, logprob: number, top: readonly (readonly [string, number])[]): void
  callTool(piece: { index: number; id?: string; function: { name?: string; arguments: string } }): void
  /** Ends the reply, after the usage if one is given. */
  finish(reason?: string, usage?: object): void
  /** Breaks the connection. */
  cut(): void
  /** Resolves when the caller disconnects. */
  gone: Promise<void>
}

/** An engine that lists these models but can't chat. */
export function listingEngine(models: readonly ListedModel[]): TestServer {
  return () => Response.json({ object: 'list', data: models.map((model) => ({ object: 'model', ...model })) })
}

/** An engine with these models whose replies the test writes. */
export function handDrivenEngine(models: readonly ListedModel[] = [{ id: 'hand-driven' }]): HandDrivenEngine {
  const list = listingEngine(models)
  const arrived: HandDrivenReply[] = []
  const waiting: ((reply: HandDrivenReply) => void)[] = []
  return {
    async answer(request) {
      if (new URL(request.url).pathname.endsWith('/models')) return list(request)
      const { reply, response } = openReply((await request.json()) as HandDrivenReply['request'])
      const taker = waiting.shift()
      if (taker) taker(reply)
      else arrived.push(reply)
      return response
    },
    nextReply() {
      const reply = arrived.shift()
      return reply ? Promise.resolve(reply) : new Promise((resolve) => waiting.push(resolve))
    },
  }
}

function openReply(request: HandDrivenReply['request']): { reply: HandDrivenReply; response: Response } {
  const body = new TransformStream<string, string>()
  const writer = body.writable.getWriter()
  const send = (chunk: object) => {
    const whole = { id: 'hand-1', object: 'chat.completion.chunk', created: 1, model: request.model, ...chunk }
    // The caller has disconnected.
    writer.write(`data: ${JSON.stringify(whole)}\n\n`).catch(() => undefined)
  }
  const sendDelta = (delta: object, finishReason: string | null = null) =>
    send({ choices: [{ index: 0, delta, finish_reason: finishReason }] })
  return {
    response: new Response(body.readable.pipeThrough(new TextEncoderStream()), {
      headers: { 'content-type': 'text/event-stream' },
    }),
    reply: {
      request,
      say: (content) => sendDelta({ content }),
      sayToken: (token, logprob, top) => {
        const entry = { token, logprob, top_logprobs: top.map(([text, value]) => ({ token: text, logprob: value })) }
        send({
          choices: [{ index: 0, delta: { content: token }, logprobs: { content: [entry] }, finish_reason: null }],
        })
      },
      callTool: (piece) => sendDelta({ tool_calls: [{ type: 'function', ...piece }] }),
      finish(reason = 'stop', usage) {
        sendDelta({}, reason)
        if (usage) send({ choices: [], usage })
        writer.write('data: [DONE]\n\n').catch(() => undefined)
        writer.close().catch(() => undefined)
      },
      cut: () => void writer.abort(new TypeError('network error')).catch(() => undefined),
      gone: writer.closed.then(
        () => undefined,
        () => undefined,
      ),
    },
  }
}

/** Irregular entries of real lists: unusual ids, names in any script, six-digit prices, no prices, no context. */
export const messyList: readonly ListedModel[] = [
  {
    id: 'acme/llama3.2:3b',
    name: 'Llama 3.2 · 三十億',
    context_length: 131_072,
    pricing: { prompt: '0.00000015', completion: '0.0000006', input_cache_read: '0.000000075' },
    supported_parameters: ['tools', 'reasoning'],
  },
  { id: 'acme/accounts/deep/models/y.z-v1.5', context_length: 1_000_000, pricing: { prompt: '0', completion: '0' } },
  { id: 'acme/50% off?#1 й', name: '=HYPERLINK("http://x","y")' },
  { id: "acme/it's,two", name: 'Two | three', pricing: { prompt: '0.15', completion: '0.6' }, context_length: 8_192 },
  { id: 'acme/painter', name: 'Painter', type: 'image' },
  { id: 'acme/asleep', name: 'Asleep', active: false, context_length: 32_768 },
]
