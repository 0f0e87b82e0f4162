import { type JsonRecord, isRecord } from '#contract/json.ts'

/*
 * What the OpenAPI document says about fields that reach the engine, or come from it, unchanged and unchecked: an engine
 * may allow more than this. They are described for generated clients and for readers.
 */

const text = { type: 'string' }
const note = (words: string) => `${words} Forwarded to the engine unchanged.`

const functionTool = {
  type: 'object',
  required: ['type', 'function'],
  properties: {
    type: { const: 'function' },
    function: {
      type: 'object',
      required: ['name'],
      properties: {
        name: text,
        description: text,
        parameters: { type: 'object', description: 'JSON Schema of the arguments.' },
        strict: { type: ['boolean', 'null'] },
      },
    },
  },
}

const toolCall = {
  type: 'object',
  required: ['id', 'type', 'function'],
  properties: {
    id: text,
    type: { const: 'function' },
    function: {
      type: 'object',
      required: ['name', 'arguments'],
      properties: { name: text, arguments: { type: 'string', description: 'JSON text.' } },
    },
  },
}

const ofRequest: JsonRecord = {
  tools: { type: 'array', items: functionTool, description: note('The tools that the model may call.') },
  tool_choice: {
    description: note('`auto`, `none`, `required`, or one tool.'),
    anyOf: [
      { enum: ['auto', 'none', 'required'] },
      {
        type: 'object',
        required: ['type', 'function'],
        properties: {
          type: { const: 'function' },
          function: { type: 'object', required: ['name'], properties: { name: text } },
        },
      },
    ],
  },
  parallel_tool_calls: { type: 'boolean', description: note('Whether one reply may call several tools.') },
  response_format: {
    description: note('The form of the reply.'),
    anyOf: [
      { type: 'object', required: ['type'], properties: { type: { enum: ['text', 'json_object'] } } },
      {
        type: 'object',
        required: ['type', 'json_schema'],
        properties: {
          type: { const: 'json_schema' },
          json_schema: {
            type: 'object',
            required: ['name'],
            properties: { name: text, strict: { type: ['boolean', 'null'] }, schema: { type: 'object' } },
          },
        },
      },
    ],
  },
  logprobs: { type: 'boolean', description: note('Whether to return the probability of each token.') },
  top_logprobs: {
    type: 'integer',
    minimum: 0,
    maximum: 20,
    description: note('How many alternatives to return for each token, with `logprobs`.'),
  },
  reasoning_effort: {
    enum: ['none', 'minimal', 'low', 'medium', 'high'],
    description: note('How long a reasoning model thinks.'),
  },
}

const ofMessage: JsonRecord = {
  tool_calls: { type: 'array', items: toolCall, description: note('The calls of an assistant message.') },
  tool_call_id: { type: 'string', description: note('The call that a message of role `tool` answers.') },
}

/** Kinds of parts besides text and images. */
const contentParts: readonly JsonRecord[] = [
  {
    type: 'object',
    description: note('A file, such as a PDF.'),
    required: ['type', 'file'],
    properties: {
      type: { const: 'file' },
      file: {
        type: 'object',
        properties: { filename: text, file_data: { type: 'string', description: 'A data URL.' } },
      },
    },
  },
  {
    type: 'object',
    description: note('Audio.'),
    required: ['type', 'input_audio'],
    properties: {
      type: { const: 'input_audio' },
      input_audio: {
        type: 'object',
        required: ['data', 'format'],
        properties: { data: { type: 'string', description: 'Base64.' }, format: { examples: ['wav', 'mp3'] } },
      },
    },
  },
]

const alternative = {
  token: text,
  logprob: { type: 'number', description: 'The natural logarithm of the probability.' },
  bytes: { type: ['array', 'null'], items: { type: 'integer' } },
}

const logprobs = {
  type: ['object', 'null'],
  description: 'The probability of each token, if the request asks for it and the engine returns it.',
  properties: {
    content: {
      type: ['array', 'null'],
      items: {
        type: 'object',
        required: ['token', 'logprob'],
        properties: {
          ...alternative,
          top_logprobs: { type: 'array', items: { type: 'object', properties: alternative } },
        },
      },
    },
  },
}

/** The schemas of the contract, with the forwarded fields. A field that the contract names stays as it is. */
export function describeForwardedFields(schemas: Record<string, JsonRecord>): Record<string, JsonRecord> {
  addProperties(schemas['ChatRequest'], ofRequest)
  addProperties(schemas['ChatMessage'], ofMessage)
  for (const name of ['ChatCompletion', 'ChatCompletionChunk']) {
    addProperties(memberOf(memberOf(memberOf(schemas[name], 'properties'), 'choices'), 'items'), { logprobs })
  }
  const content = memberOf(memberOf(schemas['ChatMessage'], 'properties'), 'content')
  for (const option of listOf(content?.['anyOf'])) {
    const parts = isRecord(option) ? memberOf(option, 'items')?.['anyOf'] : undefined
    if (Array.isArray(parts)) parts.splice(-1, 0, ...contentParts)
  }
  return schemas
}

function addProperties(schema: JsonRecord | undefined, properties: JsonRecord): void {
  if (schema) schema['properties'] = { ...properties, ...memberOf(schema, 'properties') }
}

function memberOf(schema: JsonRecord | undefined, name: string): JsonRecord | undefined {
  const member = schema?.[name]
  return isRecord(member) ? member : undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
