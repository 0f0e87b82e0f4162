import { modelTypes } from '#contract/model-types.ts'
import { type Model, type ModelList, type ModelType, modelListType } from '#contract/model.ts'
import { isModelAllowed } from '#service/state/key-store.ts'
import type { KeyHolder } from '#service/state/keys-and-limits.ts'
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
    const json = jsonOf(models.filter((model) => type === undefined || model.model_type === type))
    lists.set(type, { models, json })
    return json
  }

  /** Not kept: such lists are short. */
  function listFor(caller: KeyHolder, type: ModelType | undefined): EtaggedJson {
    const isOfType = (model: Model) => type === undefined || model.model_type === type
    return jsonOf(catalogue.models().filter((model) => isOfType(model) && isModelAllowed(caller, model.id)))
  }

  return async ({ header, query }: HttpContext): Promise<HttpResponse> => {
    const caller = await admitCaller(header, { keys, rateLimit, clock }, 'models')
    const asked = readType(query, modelListType.options)
    const type = asked === 'text_to_text' ? 'text_generation' : asked
    return (caller.terms?.models ? listFor(caller, type) : listOf(type)).respondTo(header)
  }
}

/** The list depends on the key, which may be limited to some models. */
function jsonOf(data: Model[]): EtaggedJson {
  return createEtaggedJson({ object: 'list', data } satisfies ModelList, 'private, no-cache', 'authorization')
}

/** Seed 4.3: `GET /v1/models/{author}/{name}`. The id may be percent-encoded as a whole. */
export function createModelRoute({ catalogue, keys, rateLimit, clock }: ServiceContext) {
  return async ({ header, path, query }: HttpContext): Promise<HttpResponse> => {
    const caller = await optionalCaller(header, { keys, rateLimit, clock })
    const type = readType(query, modelTypes) ?? 'text_generation'
    const id = modelIdFrom(path)
    const model = catalogue.find(id)?.model
    // Don't reveal private models to callers without a key, nor others to a key that may not use them.
    const isHidden = model && (caller ? !isModelAllowed(caller, model.id) : model.visibility === 'private')
    if (!model || isHidden) {
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
