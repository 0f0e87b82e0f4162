import { modelTypes, type Model, type ModelList, type ModelType } from '#contract/model.ts'
import { entityTag, isUnchanged } from '#service/http/entity-tag.ts'
import { optionalCaller, requireCaller } from '#service/http/caller.ts'
import { refuse } from '#service/service-error.ts'
import type { ServiceParts } from '#service/service-parts.ts'

const listNames: Readonly<Record<string, ModelType>> = {
  ...Object.fromEntries(modelTypes.map((type) => [type, type])),
  // Seed 4.2 shows this value in use.
  text_to_text: 'text_generation',
}

interface ListAnswer {
  models: readonly Model[]
  body: string
  tag: string
}

/** Seed 4.2: answers `GET /v1/models?type=`. The whole list at once, with an ETag. */
export function createModelListRoute({ catalogue, keys }: ServiceParts) {
  // Written out once per change of the catalogue, not once per request.
  const answers = new Map<ModelType | undefined, ListAnswer>()

  function answerFor(type: ModelType | undefined): ListAnswer {
    const models = catalogue.models()
    const known = answers.get(type)
    if (known?.models === models) return known
    const data = type ? models.filter(({ model_type: each }) => each === type) : [...models]
    const body = JSON.stringify({ object: 'list', data } satisfies ModelList)
    const answer = { models, body, tag: entityTag(body) }
    answers.set(type, answer)
    return answer
  }

  return async (request: Request): Promise<Response> => {
    await requireCaller(request.headers, keys)
    const type = readType(new URL(request.url), listNames)
    const { body, tag } = answerFor(type)
    const headers = { etag: tag, 'cache-control': 'private, no-cache' }
    if (isUnchanged(request.headers, tag)) return new Response(null, { status: 304, headers })
    return new Response(body, { headers: { ...headers, 'content-type': 'application/json' } })
  }
}

const oneNames: Readonly<Record<string, ModelType>> = Object.fromEntries(modelTypes.map((type) => [type, type]))

/** Seed 4.3: answers `GET /v1/models/{author}/{name}`, the id encoded or not. */
export function createModelRoute({ catalogue, keys }: ServiceParts) {
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const caller = await optionalCaller(request.headers, keys)
    const type = readType(url, oneNames) ?? 'text_generation'
    const id = idOf(url)
    const model = catalogue.find(id)?.model
    // To a stranger a private model is one that does not exist.
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
    return Response.json(model, { headers: { 'cache-control': 'private, no-cache' } })
  }
}

function readType(url: URL, names: Readonly<Record<string, ModelType>>): ModelType | undefined {
  const given = url.searchParams.get('type')
  if (given === null) return undefined
  const type = Object.hasOwn(names, given) ? names[given] : undefined
  if (type) return type
  throw refuse('invalid_value', `type must be one of ${Object.keys(names).join(', ')}.`, { param: 'type' })
}

/** Everything after the prefix: an id may hold further slashes, and may come percent-encoded as a whole. */
function idOf({ pathname }: URL): string {
  const encoded = pathname.slice('/v1/models/'.length)
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}
