import type { QueryClient } from '@tanstack/react-query'
import type { ServiceCall } from '#app/data/calls/service-call.ts'
import { browserBaseUrl } from '#app/data/connections/base-url.ts'
import { connectionTo } from '#app/data/connections/connections.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import { errorOf } from '#contract/errors.ts'
import type { JsonRecord } from '#contract/json.ts'
import type { GgufFacts } from '#dialects/gguf/read-gguf.ts'
import { type ModelFile, loadFile, modelFiles, restoreModels, takeLoaded } from './model-files.ts'

/** What the engine above this runtime asks for; its own types are part of the service. */
interface RuntimeRequest {
  readonly messages: readonly unknown[]
  readonly max_tokens?: number
  readonly temperature?: number
  readonly seed?: number
  readonly repetition_penalty?: number
  readonly logit_bias?: Readonly<Record<string, number>>
  readonly schema?: Readonly<Record<string, unknown>>
  readonly tools?: readonly { function: { name: string } }[]
  readonly tool_choice?: 'none' | 'required' | { name: string }
}

interface RuntimeCall {
  name: string
  request: RuntimeRequest
  signal: AbortSignal
}

interface RuntimeModel {
  name: string
  facts: GgufFacts
  contextLength: number
  callsTools: boolean
  problem?: string
}

/** The models as the engine of model files lists them. Never rejects. */
async function models(): Promise<readonly RuntimeModel[]> {
  await restoreModels()
  return modelFiles.getState().models.map(({ name, facts, contextLength, state }) => {
    const problem = problemOf(state)
    return {
      name,
      facts,
      contextLength,
      // llama.cpp reads the calls of every template that has tools.
      callsTools: /\btools\b/u.test(facts.chatTemplate ?? ''),
      ...(problem !== undefined && { problem }),
    }
  })
}

/** Calls back whenever the list that `models` returns has changed. */
export function watchModels(onChange: () => void): void {
  const summary = () =>
    modelFiles.getState().models.map(({ name, size, state }) => [name, size, problemOf(state)].join())
  let before = summary().join('\n')
  modelFiles.subscribe(() => {
    const now = summary().join('\n')
    if (now === before) return
    before = now
    onChange()
  })
}

function problemOf(state: ModelFile['state']): string | undefined {
  switch (state.kind) {
    case 'needs-file':
      return 'The browser must be allowed to read the model’s file again. Press Reopen.'
    case 'too-large':
      return 'The model most likely needs more memory than this browser has. Press Load anyway, or open a smaller file of it.'
    case 'failed':
      return state.message
    case 'closed':
    case 'loading':
    case 'loaded':
      return undefined
  }
}

async function* chat({ name, request, signal }: RuntimeCall): AsyncGenerator<readonly ChatEvent[]> {
  await Promise.race([loadFile(name), aborted(signal)])
  if (signal.aborted) return
  const used = takeLoaded(name)
  if (!used) {
    const state = modelFiles.getState().models.find((each) => each.name === name)?.state
    const message = (state && problemOf(state)) ?? 'Loading the model was cancelled. Send the message again to load it.'
    yield [{ type: 'failed', error: errorOf('model_inactive', message) }]
    return
  }
  try {
    yield* used.model.chat(engineBody(request), signal)
  } finally {
    used.release()
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** A request in the form of llama.cpp's server. */
export function engineBody(request: RuntimeRequest): JsonRecord {
  const { schema, tools, tool_choice: choice, repetition_penalty: repeat, logit_bias: bias, ...same } = request
  const named = typeof choice === 'object' ? tools?.filter((tool) => tool.function.name === choice.name) : tools
  return {
    ...same,
    ...(repeat !== undefined && { repeat_penalty: repeat }),
    ...(bias && { logit_bias: Object.entries(bias).map(([token, value]) => [Number(token), value]) }),
    ...(schema && {
      response_format:
        Object.keys(schema).length === 0
          ? { type: 'json_object' }
          : { type: 'json_schema', json_schema: { name: 'reply', schema } },
    }),
    // llama.cpp can't force one of several functions.
    ...(named && {
      tools: named,
      tool_choice: choice === undefined ? 'auto' : choice === 'none' ? 'none' : 'required',
    }),
    // A prompt that was computed in other pieces differs in its last bits, and a seed promises the same reply.
    cache_prompt: same.seed === undefined,
    stream_options: { include_usage: true },
  }
}

/** Runs models in workers of this page. */
export const pageRuntime = { models, chat }

let isWatching = false

/** What answers calls to the models in files. From the first call on, `client` reads their list again when it changes. */
export async function answererFor(client: QueryClient | undefined): Promise<ServiceCall['answer']> {
  if (client && !isWatching) {
    isWatching = true
    watchModels(() => {
      void client
        .invalidateQueries({ queryKey: ['connection-models', { id: connectionTo(browserBaseUrl) }] })
        .then(() => client.invalidateQueries({ queryKey: ['other-models'] }))
    })
  }
  return (await import('#app/data/calls/in-page-service.ts')).answerFromModelFiles
}
