import { modelTypes } from '#contract/model-types.ts'
import { type Model, type ModelList, type ModelType, modelListType } from '#contract/model.ts'
import type { ServiceContext } from '#service/service-context.ts'
import { refuse } from '#service/service-error.ts'
import { admitCaller, optionalCaller } from './caller.ts'
import type { HttpContext } from './http-context.ts'
import { type HttpResponse, type EtaggedJson, createEtaggedJson } from './responses.ts'

/** Seed 4.2: `GET /v1/models?type=`, the complete list with an ETag. */
export function createModelListRoute({ catalogue, keys, rateLimit, clock }: ServiceContext) {
  // Serialized once per change of the catalogue, not per request.
  const lists = new Map<ModelType | undefined, { models: readonly Model[]; json: EtaggedJson }>()

  function listOf(type: ModelType | undefined): EtaggedJson {
    const models = catalogue.models()
    const known = lists.get(type)
    if (known?.models === models) return known.json
    const data = type ? models.filter(({ model_type: each }) => each === type) : [...models]
    const json = createEtaggedJson({ object: 'list', data } satisfies ModelList, 'private, no-cache')
    lists.set(type, { models, json })
    return json
  }

  return async ({ header, query }: HttpContext): Promise<HttpResponse> => {
    await admitCaller(header, { keys, rateLimit, clock }, 'models')
    const type = readType(query, modelListType.options)
    return listOf(type === 'text_to_text' ? 'text_generation' : type).respondTo(header)
  }
}

/** Seed 4.3: `GET /v1/models/{author}/{name}`. The id may be percent-encoded as a whole. */
export function createModelRoute({ catalogue, keys, rateLimit, clock }: ServiceContext) {
  return async ({ header, path, query }: HttpContext): Promise<HttpResponse> => {
    const caller = await optionalCaller(header, { keys, rateLimit, clock })
    const type = readType(query, modelTypes) ?? 'text_generation'
    const id = modelIdFrom(path)
    const model = catalogue.find(id)?.model
    // Don't reveal private models to callers without a key.
    if (!model || (model.visibility === 'private' && !caller)) {
      throw refuse('model_not_found', `There is no model “${id.slice(0, 200)}”. Choose one from GET /v1/models.`)
    }
    if (model.model_type !== type) {
      throw refuse(
        'model_not_found',
        `“${model.id}” is of type ${model.model_type}, not ${type}. Ask with ?type=${model.model_type}.`,
        { param: 'type' },
      )
    }
    const headers = { 'content-type': 'application/json', 'cache-control': 'private, no-cache' }
    return { status: 200, headers, body: JSON.stringify(model) }
  }
}

function readType<const T extends string>(query: URLSearchParams, allowed: readonly T[]): T | undefined {
  const given = query.get('type')
  if (given === null) return undefined
  const type = allowed.find((each) => each === given)
  if (type) return type
  throw refuse('invalid_value', `type must be one of ${allowed.join(', ')}.`, { param: 'type' })
}

function modelIdFrom(path: string): string {
  const encoded = path.slice('/v1/models/'.length)
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}
