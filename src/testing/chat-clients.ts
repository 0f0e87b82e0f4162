import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { ChatOpenAI } from '@langchain/openai'
import { APICallError, generateText, streamText } from 'ai'
import OpenAI, { APIError } from 'openai'
import { isRecord } from '#contract/json.ts'

interface Ask {
  /** With `/v1`. */
  baseUrl: string
  apiKey: string
  model: string
  prompt: string
  temperature?: number
  signal?: AbortSignal
}

/** A common interface to popular clients, for the same tests with each. Without retries. */
export interface ChatClient {
  complete(ask: Ask): Promise<string>
  /** How it requests a complete reply. */
  completesBy: 'single' | 'streamed'
  /** The chunks of text as they arrive. Throws what the client throws. */
  stream(ask: Ask): AsyncGenerator<string>
  /** The HTTP status of a thrown value, if the client exposes it. */
  statusOf(reason: unknown): number | undefined
}

const openai: ChatClient = {
  completesBy: 'single',
  async complete(ask) {
    const { choices } = await openaiChats(ask).create({ ...openaiBody(ask), stream: false }, { signal: ask.signal })
    return choices[0]?.message.content ?? ''
  },
  async *stream(ask) {
    const chunks = await openaiChats(ask).create({ ...openaiBody(ask), stream: true }, { signal: ask.signal })
    for await (const { choices } of chunks) yield choices[0]?.delta.content ?? ''
  },
  statusOf: openaiStatus,
}

const openaiStreamHelper: ChatClient = {
  completesBy: 'streamed',
  async complete(ask) {
    const runner = openaiChats(ask).stream(openaiBody(ask), { signal: ask.signal })
    return (await runner.finalContent()) ?? ''
  },
  async *stream(ask) {
    const runner = openaiChats(ask).stream(openaiBody(ask), { signal: ask.signal })
    for await (const { choices } of runner) yield choices[0]?.delta.content ?? ''
  },
  statusOf: openaiStatus,
}

const aiSdk: ChatClient = {
  completesBy: 'single',
  complete: async (ask) => (await generateText(aiCall(ask))).text,
  async *stream(ask) {
    // Errors are parts of the full stream; without a handler, the SDK also prints them.
    const { fullStream } = streamText({ ...aiCall(ask), onError: () => {} })
    for await (const part of fullStream) {
      if (part.type === 'text-delta') yield part.text
      else if (part.type === 'error') throw part.error
      else if (part.type === 'abort') throw new DOMException('aborted', 'AbortError')
    }
  },
  statusOf: (reason) => (APICallError.isInstance(reason) ? reason.statusCode : undefined),
}

const langchain: ChatClient = {
  completesBy: 'single',
  complete: async (ask) => (await langchainModel(ask).invoke(ask.prompt, { signal: ask.signal })).text,
  async *stream(ask) {
    const chunks = await langchainModel(ask).stream(ask.prompt, { signal: ask.signal })
    for await (const { text } of chunks) yield text
  },
  statusOf: (reason) => (isRecord(reason) && typeof reason['status'] === 'number' ? reason['status'] : undefined),
}

/** By package name. */
export const chatClients = { openai, 'openai’s stream helper': openaiStreamHelper, ai: aiSdk, langchain }

function openaiChats({ baseUrl, apiKey }: Ask) {
  return new OpenAI({ baseURL: baseUrl, apiKey, maxRetries: 0 }).chat.completions
}

function openaiBody({ model, prompt, temperature }: Ask) {
  return {
    model,
    messages: [{ role: 'user' as const, content: prompt }],
    ...(temperature !== undefined && { temperature }),
  }
}

function openaiStatus(reason: unknown): number | undefined {
  return reason instanceof APIError && typeof reason.status === 'number' ? reason.status : undefined
}

function aiCall({ baseUrl, apiKey, model, prompt, temperature, signal }: Ask) {
  const provider = createOpenAICompatible({ name: 'parley', baseURL: baseUrl, apiKey })
  return {
    model: provider(model),
    prompt,
    maxRetries: 0,
    ...(temperature !== undefined && { temperature }),
    ...(signal && { abortSignal: signal }),
  }
}

function langchainModel({ baseUrl, apiKey, model, temperature }: Ask): ChatOpenAI {
  return new ChatOpenAI({
    model,
    apiKey,
    configuration: { baseURL: baseUrl },
    maxRetries: 0,
    ...(temperature !== undefined && { temperature }),
  })
}
