import type { Attributes } from '@opentelemetry/api'
import type { ChatRequest, Usage } from '#contract/chat.ts'
import type { JsonRecord } from '#contract/json.ts'
import { countsOf } from '#contract/rate-of.ts'
import type { Engine } from '#service/engines/engine.ts'

// The names of OpenTelemetry's semantic conventions for generative AI, which are still in development: a renamed attribute
// changes here only. None of these functions returns text of messages, keys or headers.

/** The conventions' names of providers that have one, by the label of the engine. Others go by the engine's name. */
const providerNames: Readonly<Record<string, string>> = {
  OpenAI: 'openai',
  Anthropic: 'anthropic',
  Google: 'gcp.gemini',
  Mistral: 'mistral_ai',
  DeepSeek: 'deepseek',
  xAI: 'x_ai',
  Groq: 'groq',
}

const operationOf = 'gen_ai.operation.name'

/** What is called. `parley.engine` is the name in the configuration, logs and metrics. */
function engineAttributes({ name, label }: Engine): Attributes {
  return { 'gen_ai.provider.name': providerNames[label ?? ''] ?? name, 'parley.engine': name }
}

/** The name of the span of a chat, and its attributes that are known before the reply. */
export function chatSpan(engine: Engine, request: ChatRequest, isStreamed: boolean) {
  const { model } = request
  const number = (field: string) => (typeof request[field] === 'number' ? request[field] : undefined)
  const choices = number('n')
  const attributes: Attributes = {
    [operationOf]: 'chat',
    ...engineAttributes(engine),
    'gen_ai.request.model': model,
    'gen_ai.request.stream': isStreamed,
    'gen_ai.request.temperature': number('temperature'),
    'gen_ai.request.top_p': number('top_p'),
    'gen_ai.request.top_k': number('top_k'),
    'gen_ai.request.max_tokens': number('max_tokens') ?? number('max_completion_tokens'),
    'gen_ai.request.frequency_penalty': number('frequency_penalty'),
    'gen_ai.request.presence_penalty': number('presence_penalty'),
    'gen_ai.request.seed': number('seed'),
    'gen_ai.request.choice.count': choices === 1 ? undefined : choices,
  }
  return { name: `chat ${model}`, attributes }
}

/** The name of the span of a request to another endpoint, such as `audio/speech`, and its attributes. */
export function forwardSpan(engine: Engine, path: string) {
  return { name: path, attributes: { [operationOf]: path, ...engineAttributes(engine) } satisfies Attributes }
}

/** The tokens of an answer of another endpoint, under the names of embeddings or of images and audio. */
export function forwardedUsageAttributes(usage: JsonRecord | undefined): Attributes {
  const count = (...names: string[]) => names.map((name) => usage?.[name]).find((each) => typeof each === 'number')
  return {
    'gen_ai.usage.input_tokens': count('prompt_tokens', 'input_tokens'),
    'gen_ai.usage.output_tokens': count('completion_tokens', 'output_tokens'),
  }
}

/** What is known of a reply. */
export interface TracedReply {
  /** The id under which the caller gets it. */
  id: string
  /** The model that the engine names, else the published one. */
  model: string
  /** In order of the choices. */
  finishReasons?: readonly string[]
  usage?: Usage | undefined
  /** Undefined if the reply wasn't streamed. */
  firstContentMs?: number | undefined
}

export function replyAttributes({ id, model, finishReasons, usage, firstContentMs }: TracedReply): Attributes {
  return {
    'gen_ai.response.id': id,
    'gen_ai.response.model': model,
    ...(finishReasons && { 'gen_ai.response.finish_reasons': [...finishReasons] }),
    ...(usage && usageAttributes(usage)),
    // In seconds.
    ...(firstContentMs !== undefined && { 'gen_ai.response.time_to_first_chunk': firstContentMs / 1000 }),
  }
}

function usageAttributes(usage: Usage): Attributes {
  const { input, cachedInput, output, reasoning } = countsOf(usage)
  return {
    'gen_ai.usage.input_tokens': input,
    'gen_ai.usage.output_tokens': output,
    ...(cachedInput > 0 && { 'gen_ai.usage.cache_read.input_tokens': cachedInput }),
    ...(reasoning > 0 && { 'gen_ai.usage.reasoning.output_tokens': reasoning }),
  }
}
