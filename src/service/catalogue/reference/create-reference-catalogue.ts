import type { ReferenceData } from './reference-entry.ts'
import { type ReferenceModel, referenceModel } from './reference-model.ts'

/**
 * Spellings of an engine's id to look up, most certain first: the id in lower case, then without what engines add to it
 * (Google's folder, OpenRouter's free tier, Ollama's default tag, a file's folder, extension and quantization).
 */
function* spellingsOfId(id: string): Generator<string> {
  const lower = id.toLowerCase()
  yield lower
  const plain = lower.replace(/^models\//, '').replace(/:(?:free|latest)$/, '')
  if (plain !== lower) yield plain
  if (!plain.endsWith('.gguf')) return
  const file = plain.slice(plain.lastIndexOf('/') + 1, -'.gguf'.length)
  yield file
  yield file.replace(/[-.](?:i?q\d\w*|f16|f32|bf16)$/, '')
}

/** Facts about well-known models, independent of the engine. */
export interface ReferenceCatalogue {
  /** Sorted by id. */
  readonly models: readonly ReferenceModel[]
  /**
   * Finds a model by any of its ids: `openai/gpt-4.1-mini`, an engine's bare `gpt-4.1-mini`, a dated snapshot, a reseller's
   * id. Ignores case. Undefined if no model matches for certain.
   */
  find(id: string): ReferenceModel | undefined
}

/** Indexes the facts. Ambiguous names match no model. */
export function createReferenceCatalogue({ models: entries, ...shared }: ReferenceData): ReferenceCatalogue {
  const models: ReferenceModel[] = []
  const byId = new Map<string, ReferenceModel>()
  const byName = new Map<string, ReferenceModel | undefined>()
  const note = (name: string, model: ReferenceModel) => byName.set(name, byName.has(name) ? undefined : model)
  for (const entry of entries) {
    const model = referenceModel(entry, shared)
    if (!model) continue
    models.push(model)
    byId.set(model.id, model)
    for (const name of [bareName(model.id), ...(entry.aliases ?? [])]) note(name, model)
  }

  /** Finds the maker followed by a bare alias, such as `anthropic/claude-haiku-4-5-20251001`. */
  function underMaker(id: string): ReferenceModel | undefined {
    const maker = id.slice(0, Math.max(id.indexOf('/'), 0))
    const model = maker === '' ? undefined : byName.get(bareName(id))
    return model && (model.author === maker || model.owned_by === maker) ? model : undefined
  }

  return {
    models,
    find(id) {
      for (const spelling of spellingsOfId(id)) {
        const found = byId.get(spelling) ?? byName.get(spelling) ?? underMaker(spelling)
        if (found) return found
      }
      return undefined
    },
  }
}

function bareName(id: string): string {
  return id.slice(id.indexOf('/') + 1)
}
