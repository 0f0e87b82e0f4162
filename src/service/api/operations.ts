import type { ErrorCode } from '#contract/errors.ts'
import type { ComponentName } from './openapi.ts'

/** One thing that can be asked of the API. */
export interface Operation {
  method: 'GET' | 'POST'
  /** As OpenAPI writes it; a parameter at the end takes everything that follows, slashes included. */
  path: string
  summary: string
  description?: string
  /** Seed 5: whether a key must come as a bearer, may come under `x-api-key`, or is not looked at. */
  access: 'key' | 'optional key' | 'open'
  /** The component that describes the body it takes. */
  takes?: ComponentName
  query?: Readonly<Record<string, { schema: ComponentName; description: string; default?: string }>>
  /** What success looks like, by media type; text without a component is only described. */
  gives: Readonly<Record<string, ComponentName | 'text'>>
  /** Whether an `ETag` saves sending it again. */
  revalidates?: boolean
  /** Its own refusals, beside those that every operation has. */
  errors: readonly ErrorCode[]
}

/**
 * Every operation of the API. Routing, the `Allow` of a 405 and the OpenAPI document all derive from this table, so that
 * none can say what another does not. A new endpoint is a row here and its answer in `create-service.ts`.
 */
export const operations = {
  createChatCompletion: {
    method: 'POST',
    path: '/v1/chat/completions',
    summary: 'Create a chat completion',
    description:
      'Answers with one JSON body, or with server-sent events when `stream` is true. A stream ends in `data: [DONE]`, or in a frame that holds an `error`; fields that are not named here reach the engine untouched.',
    access: 'key',
    takes: 'ChatRequest',
    gives: { 'application/json': 'ChatCompletion', 'text/event-stream': 'ChatCompletionChunk' },
    errors: [
      'invalid_json',
      'invalid_value',
      'context_length_exceeded',
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
    ],
  },
  listModels: {
    method: 'GET',
    path: '/v1/models',
    summary: 'List the models',
    access: 'key',
    query: { type: { schema: 'ModelListType', description: 'Only models of this type; all of them when left out.' } },
    gives: { 'application/json': 'ModelList' },
    revalidates: true,
    errors: ['invalid_value', 'rate_limit_exceeded'],
  },
  getModel: {
    method: 'GET',
    path: '/v1/models/{model_id}',
    summary: 'Get one model',
    description: 'The id may be written with its slash as it is, or percent-encoded as a whole.',
    access: 'optional key',
    query: {
      type: { schema: 'ModelType', description: 'The type that the model must have.', default: 'text_generation' },
    },
    gives: { 'application/json': 'Model' },
    errors: ['invalid_value', 'model_not_found', 'rate_limit_exceeded'],
  },
  getOpenApiDocument: {
    method: 'GET',
    path: '/v1/openapi.json',
    summary: 'Get this document',
    access: 'open',
    gives: { 'application/json': 'OpenApiDocument' },
    revalidates: true,
    errors: [],
  },
  getHealth: {
    method: 'GET',
    path: '/healthz',
    summary: 'See that the service is alive',
    access: 'open',
    gives: { 'text/plain': 'text' },
    errors: [],
  },
  getReadiness: {
    method: 'GET',
    path: '/readyz',
    summary: 'See whether requests should be sent here',
    description: 'Refused with 503 until the engines have been asked once, and while the service is shutting down.',
    access: 'open',
    gives: { 'text/plain': 'text' },
    errors: ['overloaded'],
  },
  getMetrics: {
    method: 'GET',
    path: '/metrics',
    summary: 'Get what was measured, in Prometheus’ text format',
    access: 'key',
    gives: { 'text/plain': 'text' },
    errors: ['not_found'],
  },
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof operations

/** What a request asks for. `route` is a label for logs and counts, and takes nothing from the request but a choice. */
export type Found =
  | { route: string; id: OperationId }
  /** Something is at this path, but not by this method: `allow` lists those by which it is. */
  | { route: string; allow: string }
  | { route: 'other' }

/** One path, with what is found there by each method. */
interface Place {
  route: string
  byMethod: Map<string, { route: string; id: OperationId }>
}

const parameterAtEnd = /\{\w+\}$/
const places = new Map<string, Place>()
/** The places whose paths end in a parameter, which takes everything that follows. */
const openPlaces: (Place & { start: string })[] = []

for (const id of Object.keys(operations).filter((each): each is OperationId => Object.hasOwn(operations, each))) {
  const { path, method } = operations[id]
  const place = places.get(path) ?? { route: path.replace(parameterAtEnd, '*'), byMethod: new Map() }
  const found = { route: place.route, id }
  place.byMethod.set(method, found)
  // RFC 9110, 9.3.2: what can be got can be asked about.
  if (method === 'GET') place.byMethod.set('HEAD', found)
  if (!places.has(path) && parameterAtEnd.test(path)) {
    openPlaces.push({ ...place, start: path.replace(parameterAtEnd, '') })
  }
  places.set(path, place)
}

/** The operation at a path (without its query) by a method. */
export function findOperation(method: string, path: string): Found {
  const place = places.get(path) ?? openPlaces.find(({ start }) => path.startsWith(start))
  if (!place) return { route: 'other' }
  return place.byMethod.get(method) ?? { route: place.route, allow: [...place.byMethod.keys()].join(', ') }
}
