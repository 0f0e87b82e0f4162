import type { ErrorCode } from '#contract/errors.ts'
import type { ComponentName } from './openapi.ts'

/** One operation of the API. */
export interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** In OpenAPI syntax. A parameter at the end matches everything that follows, slashes included. */
  path: string
  summary: string
  description?: string
  /** Seed 5: a bearer key is required, perhaps with the scope `admin`, a key is optional (also as `x-api-key`), or keys are ignored. */
  access: 'key' | 'admin key' | 'optional key' | 'open'
  requestBody?: ComponentName
  /** `application/json` if omitted. */
  requestType?: 'multipart/form-data'
  query?: Readonly<Record<string, { schema: ComponentName; description: string; default?: string }>>
  /** The success response by media type. */
  responseBody: Readonly<Record<string, ComponentName | 'text' | 'binary'>>
  /** Whether the response has an `ETag`. */
  hasETag?: boolean
  /** Errors besides those that every operation can return. */
  errors: readonly ErrorCode[]
}

/** Errors of the endpoints that use a model. */
const forwardErrors = [
  'invalid_value',
  'budget_exceeded',
  'model_not_allowed',
  'model_not_found',
  'model_not_ready',
  'model_inactive',
  'body_too_large',
  'unsupported_media_type',
  'rate_limit_exceeded',
  'upstream_error',
  'upstream_unreachable',
  'upstream_refused',
  'upstream_invalid',
  'upstream_cut',
  'overloaded',
  'upstream_timeout',
] as const satisfies readonly ErrorCode[]

const chatErrors = ['invalid_json', 'context_length_exceeded', ...forwardErrors] as const satisfies readonly ErrorCode[]

/**
 * Every operation of the API. Routing, the `Allow` header of a 405 and the OpenAPI document derive from this table. A new
 * endpoint is a row here and a route in `answer-request.ts`.
 */
export const operations = {
  createChatCompletion: {
    method: 'POST',
    path: '/v1/chat/completions',
    summary: 'Create a chat completion',
    description:
      'Answers with one JSON body, or with server-sent events when `stream` is true. A stream ends in `data: [DONE]`, or in a frame that holds an `error`; fields that are not named here reach the engine untouched.',
    access: 'key',
    requestBody: 'ChatRequest',
    responseBody: { 'application/json': 'ChatCompletion', 'text/event-stream': 'ChatCompletionChunk' },
    errors: chatErrors,
  },
  createMessage: {
    method: 'POST',
    path: '/v1/messages',
    summary: 'Create a message (Anthropic’s interface)',
    description:
      'For clients of Anthropic’s Messages API, over every engine. Takes the key as `x-api-key`, too. Errors are `{"type": "error", "error": {"type", "message"}}`, also in streams. A field that can’t be translated is refused by name.',
    access: 'key',
    requestBody: 'MessagesRequest',
    responseBody: { 'application/json': 'Message', 'text/event-stream': 'text' },
    errors: chatErrors,
  },
  countMessageTokens: {
    method: 'POST',
    path: '/v1/messages/count_tokens',
    summary: 'Count the input tokens of a message (Anthropic’s interface)',
    description:
      'Costs nothing. Engines with Anthropic’s own API count; for all others the count is an estimate, about four characters per token and 1,600 tokens per image.',
    access: 'key',
    requestBody: 'MessagesRequest',
    responseBody: { 'application/json': 'MessageTokenCount' },
    errors: ['invalid_json', ...forwardErrors],
  },
  createResponse: {
    method: 'POST',
    path: '/v1/responses',
    summary: 'Create a response (OpenAI’s Responses interface)',
    description:
      'For clients of OpenAI’s Responses API, over every engine. Nothing is stored. A field that can’t be translated is refused by name.',
    access: 'key',
    requestBody: 'ResponsesRequest',
    responseBody: { 'application/json': 'Response', 'text/event-stream': 'text' },
    errors: chatErrors,
  },
  createEmbeddings: {
    method: 'POST',
    path: '/v1/embeddings',
    summary: 'Create embeddings',
    description: 'Forwarded to the engine of the model; only `model` is read.',
    access: 'key',
    requestBody: 'EmbeddingsRequest',
    responseBody: { 'application/json': 'Embeddings' },
    errors: ['invalid_json', ...forwardErrors],
  },
  createModeration: {
    method: 'POST',
    path: '/v1/moderations',
    summary: 'Classify text or images by policy',
    description: 'Forwarded to the engine of the model; only `model` is read.',
    access: 'key',
    requestBody: 'ModerationRequest',
    responseBody: { 'application/json': 'Moderation' },
    errors: ['invalid_json', ...forwardErrors],
  },
  createImage: {
    method: 'POST',
    path: '/v1/images/generations',
    summary: 'Generate images',
    description: 'Forwarded to the engine of the model; only `model` is read. With `stream`, some engines send events.',
    access: 'key',
    requestBody: 'ImageRequest',
    responseBody: { 'application/json': 'Images', 'text/event-stream': 'text' },
    errors: ['invalid_json', ...forwardErrors],
  },
  createSpeech: {
    method: 'POST',
    path: '/v1/audio/speech',
    summary: 'Speak a text',
    description:
      'Forwarded to the engine of the model; only `model` is read. The audio streams as the engine sends it.',
    access: 'key',
    requestBody: 'SpeechRequest',
    responseBody: { 'audio/*': 'binary', 'application/octet-stream': 'binary', 'text/event-stream': 'text' },
    errors: ['invalid_json', ...forwardErrors],
  },
  createTranscription: {
    method: 'POST',
    path: '/v1/audio/transcriptions',
    summary: 'Transcribe audio',
    description:
      'Forwarded to the engine of the model; only `model` is read. Put `model` before `file`, so that the file is forwarded as it arrives; otherwise it is held in memory until then.',
    access: 'key',
    requestBody: 'TranscriptionRequest',
    requestType: 'multipart/form-data',
    responseBody: { 'application/json': 'Transcription', 'text/plain': 'text', 'text/event-stream': 'text' },
    errors: ['request_timeout', ...forwardErrors],
  },
  listModels: {
    method: 'GET',
    path: '/v1/models',
    summary: 'List the models',
    access: 'key',
    query: { type: { schema: 'ModelListType', description: 'Only models of this type. If omitted, all models.' } },
    responseBody: { 'application/json': 'ModelList' },
    hasETag: true,
    errors: ['invalid_value', 'rate_limit_exceeded'],
  },
  getModel: {
    method: 'GET',
    path: '/v1/models/{model_id}',
    summary: 'Get one model',
    description: 'The id may contain its slash unencoded, or be percent-encoded as a whole.',
    access: 'optional key',
    query: {
      type: { schema: 'ModelType', description: 'The type that the model must have.', default: 'text_generation' },
    },
    responseBody: { 'application/json': 'Model' },
    errors: ['invalid_value', 'model_not_found', 'rate_limit_exceeded'],
  },
  listMcpServers: {
    method: 'GET',
    path: '/v1/mcp',
    summary: 'List the MCP servers that are relayed',
    access: 'key',
    responseBody: { 'application/json': 'McpServerList' },
    errors: ['rate_limit_exceeded'],
  },
  relayMcpMessage: {
    method: 'POST',
    path: '/v1/mcp/relay',
    summary: 'Pass a message to an MCP server',
    description:
      'For pages that can’t call an MCP server (Streamable HTTP) themselves. Only the URLs listed by `GET /v1/mcp` are allowed. The header `x-mcp-authorization` is sent to the server as `authorization`.',
    access: 'key',
    requestBody: 'McpMessage',
    query: { url: { schema: 'McpServerUrl', description: 'The URL of the MCP server. Required.' } },
    responseBody: { 'application/json': 'McpMessage', 'text/event-stream': 'text' },
    errors: [
      'mcp_url_not_allowed',
      'body_too_large',
      'rate_limit_exceeded',
      'overloaded',
      'upstream_unreachable',
      'upstream_invalid',
      'upstream_timeout',
    ],
  },
  listKeys: {
    method: 'GET',
    path: '/v1/keys',
    summary: 'List the keys',
    description: 'Without the keys themselves, which are stored as hashes only.',
    access: 'admin key',
    responseBody: { 'application/json': 'KeyList' },
    errors: ['not_found', 'rate_limit_exceeded'],
  },
  createKey: {
    method: 'POST',
    path: '/v1/keys',
    summary: 'Create a key',
    description: 'The answer is the only one that contains the key.',
    access: 'admin key',
    requestBody: 'NewKey',
    responseBody: { 'application/json': 'CreatedKey' },
    errors: [
      'invalid_json',
      'not_found',
      'name_taken',
      'body_too_large',
      'unsupported_media_type',
      'rate_limit_exceeded',
    ],
  },
  changeKey: {
    method: 'PATCH',
    path: '/v1/keys/{key_id}',
    summary: 'Change what a key allows',
    description: 'Fields that are not sent stay as they are; `null` removes a limit.',
    access: 'admin key',
    requestBody: 'KeyChange',
    responseBody: { 'application/json': 'Key' },
    errors: ['invalid_json', 'not_found', 'body_too_large', 'unsupported_media_type', 'rate_limit_exceeded'],
  },
  revokeKey: {
    method: 'DELETE',
    path: '/v1/keys/{key_id}',
    summary: 'Revoke a key',
    description: 'It stops working on every instance within two seconds.',
    access: 'admin key',
    responseBody: { 'application/json': 'RevokedKey' },
    errors: ['not_found', 'rate_limit_exceeded'],
  },
  getUsage: {
    method: 'GET',
    path: '/v1/usage',
    summary: 'Get what was used',
    description:
      'The caller’s own usage; with the scope `admin`, everyone’s. `cached_tokens` are a part of `input_tokens`, and `reasoning_tokens` of `output_tokens`; `cost` is in US dollars, without calls whose price is unknown. `budgets` are the limits of the key, or of all keys with the scope `admin`, and what is spent of them in the current day and month.',
    access: 'key',
    query: {
      from: { schema: 'UsageDay', description: 'The first day. If omitted, the first of the month of `to`.' },
      to: { schema: 'UsageDay', description: 'The last day. If omitted, today.' },
      by: {
        schema: 'UsageColumns',
        description: 'The columns of the groups, separated by commas.',
        default: 'day,model,key',
      },
    },
    responseBody: { 'application/json': 'UsageReport' },
    errors: ['invalid_value', 'rate_limit_exceeded'],
  },
  listRequests: {
    method: 'GET',
    path: '/v1/requests',
    summary: 'List logged requests',
    description:
      'The newest first: the caller’s own requests; with the scope `admin`, everyone’s. Only if the service logs requests; `messages` and `reply` only if it logs texts.',
    access: 'key',
    query: {
      request_id: { schema: 'RequestId', description: 'Only requests with this `x-request-id`.' },
      limit: { schema: 'RequestLimit', description: 'The greatest number of requests.', default: '100' },
    },
    responseBody: { 'application/json': 'RequestList' },
    errors: ['invalid_value', 'not_found', 'rate_limit_exceeded'],
  },
  getOpenApiDocument: {
    method: 'GET',
    path: '/v1/openapi.json',
    summary: 'Get this document',
    access: 'open',
    responseBody: { 'application/json': 'OpenApiDocument' },
    hasETag: true,
    errors: [],
  },
  getHealth: {
    method: 'GET',
    path: '/healthz',
    summary: 'Check that the service is alive',
    access: 'open',
    responseBody: { 'text/plain': 'text' },
    errors: [],
  },
  getReadiness: {
    method: 'GET',
    path: '/readyz',
    summary: 'Check whether the service is ready',
    description:
      'Responds with 503 until the engines’ models are loaded, and during shutdown. Names the parts that are degraded.',
    access: 'open',
    responseBody: { 'text/plain': 'text' },
    errors: ['overloaded'],
  },
  getMetrics: {
    method: 'GET',
    path: '/metrics',
    summary: 'Get metrics in the Prometheus text format',
    access: 'key',
    responseBody: { 'text/plain': 'text' },
    errors: ['not_found'],
  },
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof operations

/** The result of routing. `route` is a fixed label for logs and metrics, never the path itself. */
export type RouteMatch =
  | { route: string; id: OperationId }
  /** The path exists, but not with this method; `allow` lists the methods. */
  | { route: string; allow: string }
  | { route: 'other' }

interface PathEntry {
  route: string
  byMethod: Map<string, { route: string; id: OperationId }>
}

const parameterAtEnd = /\{\w+\}$/
const pathEntries = new Map<string, PathEntry>()
/** Paths that end in a parameter. */
const prefixEntries: (PathEntry & { start: string })[] = []

for (const id of Object.keys(operations).filter((each): each is OperationId => Object.hasOwn(operations, each))) {
  const { path, method } = operations[id]
  const entry = pathEntries.get(path) ?? { route: path.replace(parameterAtEnd, '*'), byMethod: new Map() }
  const match = { route: entry.route, id }
  entry.byMethod.set(method, match)
  // RFC 9110, 9.3.2: GET implies HEAD.
  if (method === 'GET') entry.byMethod.set('HEAD', match)
  if (!pathEntries.has(path) && parameterAtEnd.test(path)) {
    prefixEntries.push({ ...entry, start: path.replace(parameterAtEnd, '') })
  }
  pathEntries.set(path, entry)
}

/** Finds the operation for a method and a path without its query. */
export function matchOperation(method: string, path: string): RouteMatch {
  const entry = pathEntries.get(path) ?? prefixEntries.find(({ start }) => path.startsWith(start))
  if (!entry) return { route: 'other' }
  return entry.byMethod.get(method) ?? { route: entry.route, allow: [...entry.byMethod.keys()].join(', ') }
}
