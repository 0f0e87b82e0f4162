import { z } from 'zod'
import { type ChatMessage, type ChatRequest, schemaOf } from '#contract/chat.ts'
import { parameters } from '#contract/parameters.ts'
import { refuse } from '#service/service-error.ts'

/** A message for a chat template: a text, and what else templates read. */
export interface LocalMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  reasoning_content?: string
  tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[]
  tool_call_id?: string
  name?: string
}

const tool = z.looseObject(
  {
    type: z.literal('function', 'must be “function”'),
    function: z.looseObject({
      name: z.string('must be a text').min(1, 'must not be empty'),
      description: z.string('must be a text').nullish(),
      parameters: z.looseObject({}, 'must be a JSON schema').nullish(),
    }),
  },
  'must be tools with type and function',
)

const responseFormat = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('text') }),
    z.object({ type: z.literal('json_object') }),
    z.object({
      type: z.literal('json_schema'),
      json_schema: z.looseObject({ schema: z.looseObject({}, 'must be a JSON schema') }, 'must have a schema'),
    }),
  ],
  'must have the type text, json_object or json_schema',
)

const toolChoice = z.union(
  [
    z.enum(['none', 'auto', 'required']),
    z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) }),
  ],
  'must be none, auto, required, or the name of a function',
)

const wholeRule = 'must be a whole number of at least 1'
const topRule = 'must be a whole number from 0 to 20'

/** What local models obey, besides the messages. Null counts as absent, and other fields are dropped. */
const options = z.object({
  temperature: schemaOf(parameters.temperature).nullish(),
  max_tokens: z.int(wholeRule).min(1, wholeRule).nullish(),
  max_completion_tokens: z.int(wholeRule).min(1, wholeRule).nullish(),
  top_p: schemaOf(parameters.topP).nullish(),
  top_k: schemaOf(parameters.topK).nullish(),
  min_p: schemaOf(parameters.minP).nullish(),
  frequency_penalty: schemaOf(parameters.frequencyPenalty).nullish(),
  presence_penalty: schemaOf(parameters.presencePenalty).nullish(),
  repetition_penalty: schemaOf(parameters.repetitionPenalty).nullish(),
  logit_bias: z.record(z.string().regex(/^\d{1,9}$/), z.number().min(-100).max(100)).nullish(),
  seed: z.int('must be a whole number').nullish(),
  stop: z
    .union(
      [
        z
          .string()
          .min(1)
          .transform((one) => [one]),
        z.array(z.string().min(1)).max(4),
      ],
      'must be a text, or up to 4 texts, none of them empty',
    )
    .nullish(),
  logprobs: z.boolean('must be true or false').nullish(),
  top_logprobs: z.int(topRule).min(0, topRule).max(20, topRule).nullish(),
  response_format: responseFormat.nullish(),
  tools: z.array(tool, 'must be a list').max(128, 'may have up to 128 tools').nullish(),
  tool_choice: toolChoice.nullish(),
  chat_template_kwargs: z.record(z.string(), z.unknown(), 'must be an object').nullish(),
})

/** The fields that local models obey, as they are published in `supported_parameters`. */
export const supportedFields: readonly string[] = Object.keys(options.shape)

export type LocalTool = z.infer<typeof tool>

/** A chat request that a local model can obey, under wire names. Absent fields have the runtime's default. */
export interface LocalRequest {
  messages: readonly LocalMessage[]
  /** The longest reply in tokens. */
  max_tokens?: number
  temperature?: number
  top_p?: number
  top_k?: number
  min_p?: number
  frequency_penalty?: number
  presence_penalty?: number
  repetition_penalty?: number
  /** By token id, from -100 to 100. */
  logit_bias?: Readonly<Record<string, number>>
  /** From 0 to 2^32 - 2: llama.cpp takes the next number for “any seed”. */
  seed?: number
  stop?: readonly string[]
  /** Whether each token comes with the logarithm of its probability, and how many others with theirs. */
  logprobs?: boolean
  top_logprobs?: number
  /** The JSON schema that the reply must match; an empty one allows any object. */
  schema?: Readonly<Record<string, unknown>>
  tools?: readonly LocalTool[]
  /** `auto` if absent. A name forces that function. */
  tool_choice?: 'none' | 'required' | { name: string }
  /** Further variables of the chat template, such as Qwen’s `enable_thinking`. */
  chat_template_kwargs?: Readonly<Record<string, unknown>>
}

/** Fields that would change the reply but aren't supported, with what to do instead. */
const impossible: readonly [field: string, isAsked: (value: unknown) => boolean, advice: string][] = [
  ['n', (value) => value !== 1, 'Send one request per reply.'],
  ['audio', () => true, 'Remove it: they only write text.'],
  [
    'modalities',
    (value) => !Array.isArray(value) || value.some((each) => each !== 'text'),
    'Remove it: they only write text.',
  ],
  ['reasoning_effort', () => true, 'Remove it.'],
  ['functions', () => true, 'Send tools instead.'],
  ['function_call', () => true, 'Send tool_choice instead.'],
  ['web_search_options', () => true, 'Remove it.'],
  // Fields of llama.cpp's server and vLLM.
  ...[
    'best_of',
    'grammar',
    'guided_json',
    'guided_regex',
    'guided_choice',
    'guided_grammar',
    'ignore_eos',
    'min_tokens',
  ]
    .concat(['mirostat', 'typical_p', 'xtc_probability', 'dry_multiplier', 'dynatemp_range', 'stop_token_ids'])
    .map((field): [string, () => boolean, string] => [field, () => true, 'Remove it.']),
]

/**
 * Reads a chat request for a local model. Throws a `ServiceError` (400, `invalid_value`) that names the field if it is
 * invalid, or asks for something that local models can't do.
 */
export function readLocalRequest(request: ChatRequest): LocalRequest {
  for (const [field, isAsked, advice] of impossible) {
    const value = request[field]
    if (value === undefined || value === null || !isAsked(value)) continue
    throw refuse('invalid_value', `${field} isn’t supported by local models. ${advice}`, { param: field })
  }
  const { data, error } = options.safeParse(request)
  if (!data) {
    const [issue] = error.issues
    const [field = 'body'] = issue?.path ?? []
    // The messages of the table of parameters name the field themselves.
    const rule = issue?.message.startsWith(String(field))
      ? issue.message
      : `${issue?.path.join('.')} ${issue?.message}.`
    throw refuse('invalid_value', rule, { param: String(field) })
  }
  const {
    max_tokens: oldMost,
    max_completion_tokens: newMost,
    seed,
    response_format: format,
    tool_choice: choice,
  } = data
  const most = Math.min(oldMost ?? Infinity, newMost ?? Infinity)
  const schema =
    format?.type === 'json_schema' ? format.json_schema.schema : format?.type === 'json_object' ? {} : undefined
  const tools = data.tools && data.tools.length > 0 && choice !== 'none' ? data.tools : undefined
  if (tools && schema) {
    throw refuse('invalid_value', 'Local models can’t combine response_format with tools. Remove one of them.', {
      param: 'response_format',
    })
  }
  const { temperature, top_p, top_k, min_p, logit_bias, stop, logprobs, top_logprobs } = data
  const { frequency_penalty, presence_penalty, repetition_penalty } = data
  return {
    messages: request.messages.map(readMessage),
    ...definedOf({ temperature, top_p, top_k, min_p, frequency_penalty, presence_penalty, repetition_penalty }),
    ...(most !== Infinity && { max_tokens: most }),
    ...(logit_bias && { logit_bias }),
    ...(seed !== undefined && seed !== null && { seed: wrappedSeed(seed) }),
    ...(stop && { stop }),
    ...(data.chat_template_kwargs && { chat_template_kwargs: data.chat_template_kwargs }),
    ...(logprobs && { logprobs, top_logprobs: top_logprobs ?? 0 }),
    ...(schema && { schema }),
    ...(tools && { tools, ...(choice && choice !== 'auto' && { tool_choice: readChoice(choice, tools) }) }),
  }
}

function definedOf<Name extends string>(fields: Record<Name, number | null | undefined>): { [Key in Name]?: number } {
  const defined: { [Key in Name]?: number } = {}
  for (const name in fields) {
    const value = fields[name]
    if (typeof value === 'number') defined[name] = value
  }
  return defined
}

function wrappedSeed(seed: number): number {
  const count = 2 ** 32 - 1
  return ((seed % count) + count) % count
}

function readChoice(choice: Exclude<z.infer<typeof toolChoice>, 'auto'>, tools: readonly LocalTool[]) {
  if (typeof choice === 'string') return choice
  const { name } = choice.function
  if (tools.some((each) => each.function.name === name)) return { name }
  throw refuse('invalid_value', `tool_choice names ${name}, which isn’t in tools. Add it, or choose another one.`, {
    param: 'tool_choice',
  })
}

const messageFields = z.object({
  reasoning_content: z.string().optional().catch(undefined),
  tool_call_id: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  tool_calls: z
    .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
    .optional()
    .catch(undefined),
})

function readMessage(message: ChatMessage, index: number): LocalMessage {
  const { role, content } = message
  const { reasoning_content, tool_call_id, name, tool_calls } = messageFields.parse(message)
  return {
    // Templates know only the older name.
    role: role === 'developer' ? 'system' : role,
    content: typeof content === 'string' ? content : textOf(content ?? [], index),
    ...(reasoning_content !== undefined && { reasoning_content }),
    ...(tool_call_id !== undefined && { tool_call_id }),
    ...(name !== undefined && { name }),
    ...(tool_calls && tool_calls.length > 0 && { tool_calls }),
  }
}

function textOf(parts: Extract<ChatMessage['content'], readonly unknown[]>, index: number): string {
  return parts
    .map((part) => {
      if (part.type === 'text' && typeof part['text'] === 'string') return part['text']
      throw refuse(
        'invalid_value',
        `Local models only read text, but messages[${index}] has a part of type ${part.type.slice(0, 50)}. Remove it.`,
        { param: 'messages' },
      )
    })
    .join('\n')
}
