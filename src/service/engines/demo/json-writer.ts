import { z } from 'zod'
import type { ChatRequest } from '#contract/chat.ts'
import { refuse } from '#service/service-error.ts'
import { type DemoModel, lastUserText, modelCard, readField, readLongestReply, readSeed } from './demo-model.ts'
import { satisfySchema } from './schema/satisfy-schema.ts'
import { countTokens } from './tokens.ts'

/** Replies with JSON that satisfies the response format. */
export const jsonWriter: DemoModel = {
  model: modelCard(
    'json',
    'JSON',
    'A demo model inside Parley that replies in structured output: a made-up value that satisfies your JSON Schema. The same seed gives the same value.',
    ['response_format', 'seed'],
    { capabilities: ['structured_output'] },
  ),
  reply({ request }) {
    const format = readField(request, 'response_format', formatSchema)
    if (format === undefined || format.type === 'text') return { pieces: [withoutFormat] }
    const schema = 'json_schema' in format ? format.json_schema.schema : objectSchema(request)
    return { pieces: [writeJson(schema, request)] }
  },
}

const withoutFormat =
  'I am a demo model that replies in JSON, but this request has no response format. Choose JSON schema, enter a schema, then send your message again.'

const formatRule =
  'response_format must be {"type": "text"}, {"type": "json_object"} or {"type": "json_schema", "json_schema": {"name": …, "schema": …}}.'
const formatSchema = z.union(
  [
    z.object({ type: z.literal(['text', 'json_object']) }),
    z.object({
      type: z.literal('json_schema'),
      json_schema: z.object({ schema: z.union([z.record(z.string(), z.unknown()), z.boolean()]) }),
    }),
  ],
  formatRule,
)

/** The object to reply with if any one will do. */
function objectSchema(request: ChatRequest): object {
  return {
    type: 'object',
    required: ['message', 'topic', 'score', 'tags'],
    properties: {
      message: { const: (lastUserText(request.messages) ?? '').slice(0, 200) },
      topic: { type: 'string' },
      score: { type: 'number', minimum: 0, maximum: 1 },
      tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
    },
  }
}

/** A value of the schema as JSON: indented, or as short as possible if that fits better into the longest reply. */
function writeJson(schema: unknown, request: ChatRequest): string {
  const seed = String(readSeed(request) ?? 0)
  const full = satisfySchema(schema, { seed })
  if (!full) {
    throw refuse(
      'invalid_value',
      'This demo model found no value that satisfies the JSON Schema in response_format. Check the schema, or simplify it.',
      { param: 'response_format' },
    )
  }
  const limit = readLongestReply(request)
  const indented = JSON.stringify(full.value, null, 2)
  if (limit === undefined || countTokens(indented, limit) <= limit) return indented
  const small = satisfySchema(schema, { seed, small: true }) ?? full
  const texts = [JSON.stringify(full.value), JSON.stringify(small.value, null, 2), JSON.stringify(small.value)]
  return texts.find((text) => countTokens(text, limit) <= limit) ?? indented
}
