import { z } from 'zod'
import { chatCompletion, chatCompletionChunk, chatMessage, chatRequest, usage } from '#contract/chat.ts'
import { type ErrorBody, type ErrorCode, type ErrorDetail, errorCodes } from '#contract/errors.ts'
import { createdKey, keyChange, keyInfo, keyList, newKey, revokedKey } from '#contract/keys.ts'
import { type JsonRecord, isRecord } from '#contract/json.ts'
import { loggedRequestLimit, loggedRequestList, requestIdText } from '#contract/requests.ts'
import { usageColumnList, usageDay, usageReport } from '#contract/usage.ts'
import { model, modelList, modelListType, modelType } from '#contract/model.ts'
import { describeForwardedFields } from './forwarded-fields.ts'
import { forwardedRequests, forwardedResponses } from './forwarding/schemas.ts'
import { type Operation, operations } from './operations.ts'

// Not in errors.ts, so that code that only creates or reads errors, such as the page's stream reader, loads no schemas.

const errorDetail = z.looseObject({
  message: z.string(),
  type: z.string(),
  param: z.string().nullable(),
  code: z.string().nullable(),
}) satisfies z.ZodType<ErrorDetail>

/** The body of every error response, and of the frame that ends a failed stream. */
export const errorBody = z.object({ error: errorDetail }) satisfies z.ZodType<ErrorBody>

/** Described before defaults are applied. */
const requestSchemas = {
  ChatRequest: chatRequest,
  ChatMessage: chatMessage,
  /** Described by their owners in full; here by what each request and reply has. */
  MessagesRequest: z.looseObject({
    model: z.string(),
    max_tokens: z.int().min(1).optional(),
    messages: z.array(z.looseObject({ role: z.enum(['user', 'assistant', 'system']) })).min(1),
    stream: z.boolean().nullish(),
  }),
  ResponsesRequest: z.looseObject({
    model: z.string(),
    input: z.union([z.string(), z.array(z.looseObject({}))]),
    stream: z.boolean().nullish(),
  }),
  NewKey: newKey,
  KeyChange: keyChange,
  /** JSON-RPC 2.0, as MCP defines it. */
  McpMessage: z.looseObject({ jsonrpc: z.literal('2.0') }),
  ...forwardedRequests,
}

const responseSchemas = {
  ChatCompletion: chatCompletion,
  ChatCompletionChunk: chatCompletionChunk,
  Message: z.looseObject({
    id: z.string(),
    type: z.literal('message'),
    role: z.literal('assistant'),
    model: z.string(),
    content: z.array(z.looseObject({ type: z.string() })),
    stop_reason: z.string(),
    usage: z.looseObject({ input_tokens: z.number(), output_tokens: z.number() }),
  }),
  MessageTokenCount: z.object({ input_tokens: z.int().min(0) }),
  Response: z.looseObject({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.int(),
    model: z.string(),
    status: z.enum(['completed', 'incomplete']),
    output: z.array(z.looseObject({ type: z.string() })),
    usage: z.looseObject({ input_tokens: z.number(), output_tokens: z.number(), total_tokens: z.number() }).nullable(),
  }),
  Usage: usage,
  Model: model,
  ModelList: modelList,
  ModelType: modelType,
  ModelListType: modelListType,
  McpServerList: z.object({
    object: z.literal('list'),
    data: z.array(z.object({ object: z.literal('mcp_server'), url: z.string() })),
  }),
  Key: keyInfo,
  KeyList: keyList,
  CreatedKey: createdKey,
  RevokedKey: revokedKey,
  UsageDay: usageDay,
  UsageColumns: usageColumnList,
  UsageReport: usageReport,
  RequestId: requestIdText,
  RequestLimit: loggedRequestLimit,
  RequestList: loggedRequestList,
  McpServerUrl: z.string(),
  Error: errorBody,
  OpenApiDocument: z.looseObject({ openapi: z.string() }),
  ...forwardedResponses,
}

export type ComponentName = keyof typeof requestSchemas | keyof typeof responseSchemas

function componentRef(name: ComponentName): string {
  return `#/components/schemas/${name}`
}

/** The contract's schemas as JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
function componentSchemas(): Record<string, JsonRecord> {
  return describeForwardedFields({
    ...jsonSchemasOf(requestSchemas, 'input'),
    ...jsonSchemasOf(responseSchemas, 'output'),
  })
}

function jsonSchemasOf(schemas: Record<string, z.ZodType>, io: 'input' | 'output'): Record<string, JsonRecord> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  const written = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    override({ zodSchema, jsonSchema }) {
      // Zod omits the default of a transformed field.
      const assumed = z.globalRegistry.get(zodSchema)?.['default']
      if (typeof assumed === 'number' || typeof assumed === 'boolean') jsonSchema.default = assumed
      // Zod adds the safe integer range, which isn't part of the contract.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return Object.fromEntries(
    Object.entries(written.schemas).map(([name, schema]) => {
      const { $schema: _dialect, $id: _id, ...rest } = schema
      return [name, isRecord(rest) ? rest : {}]
    }),
  )
}

/** Errors that every operation can return. */
const commonErrors = ['invalid_value', 'origin_not_allowed', 'internal_error'] as const satisfies ErrorCode[]

const access: Record<Operation['access'], JsonRecord[]> = {
  key: [{ bearer: [] }],
  'admin key': [{ bearer: [] }],
  'optional key': [{ apiKey: [] }, { bearer: [] }, {}],
  open: [],
}

const requestIdHeader = {
  'x-request-id': { description: 'Identifies this request in the log.', schema: { type: 'string' } },
}

/** One OpenAPI operation. Error codes are listed under their status. */
function describeOperation(operation: Operation): JsonRecord {
  const { summary, description, requestBody, requestType = 'application/json', query = {}, path } = operation
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(query).map(([name, { schema, description: words, default: assumed }]) => ({
      name,
      in: 'query',
      description: words,
      schema: { $ref: componentRef(schema), ...(assumed !== undefined && { default: assumed }) },
    })),
  ]
  return {
    summary,
    ...(description !== undefined && { description }),
    security: access[operation.access],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody: { required: true, content: contentOf({ [requestType]: requestBody }) } }),
    responses: { ...successOf(operation), ...errorResponses(operation) },
  }
}

function successOf({ responseBody, hasETag }: Operation): JsonRecord {
  const etag = { etag: { description: 'Send it back as `If-None-Match`.', schema: { type: 'string' } } }
  return {
    200: {
      description: 'The requested result.',
      headers: { ...requestIdHeader, ...(hasETag === true && etag) },
      content: contentOf(responseBody),
    },
    ...(hasETag === true && { 304: { description: 'Unchanged since the `ETag` that was sent.' } }),
  }
}

function contentOf(bodies: Operation['responseBody']): JsonRecord {
  return Object.fromEntries(Object.entries(bodies).map(([type, name]) => [type, { schema: schemaOf(name) }]))
}

function schemaOf(name: ComponentName | 'text' | 'binary'): JsonRecord {
  // OpenAPI 3.1 describes bytes by an empty schema.
  if (name === 'binary') return {}
  return name === 'text' ? { type: 'string' } : { $ref: componentRef(name) }
}

function errorResponses({ access: required, errors }: Operation): JsonRecord {
  const own: readonly ErrorCode[] =
    required === 'open' ? errors : ['invalid_api_key', 'key_expired', 'scope_missing', ...errors]
  const codes = [...new Set<ErrorCode>([...own, ...commonErrors])]
  const statuses = new Set(codes.map((code) => errorCodes[code].status))
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      {
        description: codes.flatMap((code) => (errorCodes[code].status === status ? `\`${code}\`` : [])).join(', '),
        headers: requestIdHeader,
        content: contentOf({ 'application/json': 'Error' }),
      },
    ]),
  )
}

/** The OpenAPI 3.1 document, derived from the operations and the contract's schemas. */
export function createOpenApiDocument(): JsonRecord {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: '1',
      summary: 'Chat completions and a catalogue of models.',
      description: 'The version is part of every path: `/v1`.',
    },
    servers: [{ url: '/' }],
    paths: pathsOf(Object.entries<Operation>(operations)),
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer KEY' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
    },
  }
}

function pathsOf(rows: readonly [string, Operation][]): Record<string, JsonRecord> {
  const paths: Record<string, JsonRecord> = {}
  for (const [operationId, operation] of rows) {
    const item = (paths[operation.path] ??= {})
    item[operation.method.toLowerCase()] = { operationId, ...describeOperation(operation) }
  }
  return paths
}
