import { z } from 'zod'
import { type JsonRecord, isRecord } from './json.ts'
import {
  type CheckedFields,
  type NumberParameter,
  type Parameter,
  type ParameterValue,
  allowedWords,
  checkedParameters,
  isAllowed,
  tokenIdPattern,
} from './parameters.ts'

/** Seed 2.1, and two more roles that some engines support. */
const roles = ['system', 'user', 'assistant', 'developer', 'tool'] as const
const role = z.enum(roles, `role must be one of ${roles.join(', ')}.`)

const textPart = z.looseObject({ type: z.literal('text'), text: z.string() })
const imagePart = z.looseObject({ type: z.literal('image_url'), image_url: z.looseObject({ url: z.string() }) })
/** Unknown kinds of parts are forwarded, since the engine may support them. */
const otherPart = z.looseObject({
  type: z
    .string()
    .refine(
      (type) => type !== 'text' && type !== 'image_url',
      'a text part needs text, and an image_url part needs image_url.url.',
    ),
})
const contentPart = z.union([textPart, imagePart, otherPart], 'each part needs a type, and the field that type names.')
export type ContentPart = z.infer<typeof contentPart>

/** Longer arrays are checked only up to the first error. Zod would list every one, and a body can contain millions. */
const fewElements = 100

/** An array schema that stops at the first error, so that refusing costs no more than parsing. */
function untilFirstFault<T extends z.ZodType>(schema: z.ZodArray<T>) {
  return z.preprocess((value: unknown, context) => {
    if (!Array.isArray(value) || value.length <= fewElements) return value
    const elements: readonly unknown[] = value
    for (const [at, each] of elements.entries()) {
      const issue = schema.element.safeParse(each).error?.issues[0]
      if (!issue) continue
      context.addIssue({ code: 'custom', message: issue.message, path: [at, ...issue.path] })
      return z.NEVER
    }
    return elements
  }, schema)
}

const contentRule = 'content must be a string, an array of parts, or null beside tool_calls.'

/** Seed 2.1. `content` may be null if an assistant message has another field instead, such as `tool_calls`. */
export const chatMessage = z
  .looseObject(
    {
      role,
      content: z.union([z.string(), untilFirstFault(z.array(contentPart)), z.null()], contentRule).optional(),
    },
    'a message must be an object with role and content.',
  )
  .refine(
    ({ role: speaker, content, ...others }) => {
      const empty = content === null || content === undefined
      return !empty || (speaker === 'assistant' && Object.keys(others).length > 0)
    },
    { message: contentRule, path: ['content'] },
  )
export type ChatMessage = z.infer<typeof chatMessage>

/** Accepts `null` as absent, as clients of the interface expect. */
function orAbsent<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional()
}

/**
 * Validates a value of a parameter that is present; the error message says what is allowed. It lives here and not in
 * parameters.ts, so that the page can load the table without zod.
 */
export function schemaOf(parameter: NumberParameter): z.ZodType<number>
export function schemaOf(parameter: Parameter): z.ZodType<ParameterValue>
export function schemaOf(parameter: Parameter): z.ZodType<ParameterValue> {
  const rule = `${parameter.wireName} must be ${allowedWords(parameter)}.`
  if (parameter.kind === 'list') {
    const text = z.string(rule).min(1, rule)
    return untilFirstFault(z.array(text, rule).min(1, rule).max(parameter.allowed.most, rule))
  }
  if (parameter.kind === 'choice') return z.enum(parameter.allowed.values, rule)
  if (parameter.kind === 'tokenNumbers') {
    const number = z.number(rule).min(parameter.allowed.min, rule).max(parameter.allowed.max, rule)
    return z
      .record(z.string().regex(tokenIdPattern, rule), number, rule)
      .refine((value) => Object.keys(value).length > 0, rule)
  }
  const { min, max, whole = false } = parameter.allowed
  const schema = (whole ? z.int(rule) : z.number(rule)).min(min, rule)
  return max === undefined ? schema : schema.max(max, rule)
}

/** The schema of an optional parameter. Its default is documented but not filled in: the engine applies its own. */
function parameterField(parameter: Parameter) {
  const { help, default: assumed } = parameter
  return orAbsent(schemaOf(parameter)).meta({ description: help, ...(assumed !== null && { default: assumed }) })
}

type CheckedShape = { [Name in keyof CheckedFields]: z.ZodOptional<z.ZodType<CheckedFields[Name]>> }

// `fromEntries` forgets which field has which type; the table of parameters gives both.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const checkedShape = Object.fromEntries(
  checkedParameters.map((each) => [each.wireName, parameterField(each)]),
) as unknown as CheckedShape

/** Seed 4.1. Unknown fields are kept and forwarded to the engine. */
export const chatRequest = z.looseObject(
  {
    model: z.string('model is required: the id of a model from GET /v1/models.').min(1, 'model must not be empty.'),
    messages: untilFirstFault(
      z
        .array(chatMessage, 'messages is required: an array of at least one {role, content}.')
        .min(1, 'messages must contain at least one message.'),
    ),
    ...checkedShape,
    stream: orAbsent(z.boolean('stream must be true or false.')).meta({ default: false }),
    stream_options: orAbsent(
      z.looseObject(
        { include_usage: z.boolean('include_usage must be true or false.').nullish() },
        'stream_options must be an object.',
      ),
    ),
  },
  'The body must be a JSON object with model and messages.',
)
export type ChatRequest = z.infer<typeof chatRequest>

export const finishReasons = ['stop', 'length', 'tool_calls', 'content_filter'] as const
export const finishReason = z.enum(finishReasons)
export type FinishReason = z.infer<typeof finishReason>

/** The token counts of one reply. Further fields of the engine are kept. */
export const usage = z.looseObject({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number(),
})
export type Usage = z.infer<typeof usage>

const toolCall = z.looseObject({
  id: z.string(),
  type: z.literal('function'),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
})

/** Seed 2.2, with the further fields that clients read. `created` is Unix seconds. */
export const chatCompletion = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.looseObject({
      index: z.int(),
      message: z.looseObject({
        role: z.literal('assistant'),
        content: z.string().nullable(),
        reasoning_content: z.string().optional(),
        tool_calls: z.array(toolCall).optional(),
      }),
      finish_reason: finishReason,
    }),
  ),
  usage: usage.optional(),
})
export type ChatCompletion = z.infer<typeof chatCompletion>

/** Part of a tool call: id and name come once, `arguments` is text to append. */
const toolCallDelta = z.looseObject({
  index: z.int(),
  id: z.string().optional(),
  type: z.literal('function').optional(),
  function: z.looseObject({ name: z.string().optional(), arguments: z.string() }),
})

/** One event of a streamed reply, as we send it. */
export const chatCompletionChunk = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.looseObject({
      index: z.int(),
      delta: z.looseObject({
        role: z.literal('assistant').optional(),
        content: z.string().optional(),
        reasoning_content: z.string().optional(),
        tool_calls: z.array(toolCallDelta).optional(),
      }),
      finish_reason: finishReason.nullable(),
    }),
  ),
  usage: usage.optional(),
})

/**
 * True for the plain requests that nearly all are: every message is a text with a role, and every checked field is valid.
 * `chatRequest` would return such a body unchanged, in five times the time; other bodies may be valid too, and need the
 * schema. A property test compares the two.
 */
export function isPlainChatRequest(value: unknown): value is ChatRequest {
  if (!isPlainRecord(value)) return false
  const { model, messages, stream, stream_options: streamOptions } = value
  return (
    typeof model === 'string' &&
    model !== '' &&
    Array.isArray(messages) &&
    messages.length > 0 &&
    messages.every(isPlainMessage) &&
    checkedParameters.every((each) => value[each.wireName] === undefined || isAllowed(each, value[each.wireName])) &&
    (stream === undefined || typeof stream === 'boolean') &&
    (streamOptions === undefined || isPlainOptions(streamOptions))
  )
}

const knownRoles: ReadonlySet<unknown> = new Set(roles)

function isPlainMessage(message: unknown): boolean {
  return isPlainRecord(message) && typeof message['content'] === 'string' && knownRoles.has(message['role'])
}

function isPlainOptions(options: unknown): boolean {
  if (!isPlainRecord(options)) return false
  const { include_usage: includeUsage } = options
  return includeUsage === undefined || typeof includeUsage === 'boolean'
}

/** `JSON.parse` creates an own `__proto__` field, which the schema would drop. */
function isPlainRecord(value: unknown): value is JsonRecord {
  return isRecord(value) && !Object.hasOwn(value, '__proto__')
}
