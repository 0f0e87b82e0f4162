import type { ToolReading } from './chunk-dialects.ts'

/**
 * Tells which of a reply's tool calls a piece belongs to. Most engines say so by its index. Some give none and send one
 * whole call a chunk (Gemini): there a name begins another call, unless the id is one that has begun already.
 */
export class ToolPlaces {
  /** Of each choice, the ids of the calls that were named so far, each at its index. */
  readonly #named = new Map<number, (string | undefined)[]>()

  /** The index of a piece that stood at this position of its chunk. */
  placeOf(choice: number, tool: ToolReading, position: number): number {
    const ids = this.#named.get(choice) ?? []
    const place = tool.index ?? guess(ids, tool, position)
    if (tool.name !== undefined) this.#named.set(choice, ids)
    // An index may be any number, and what is not small is no place in a list.
    if (tool.name !== undefined && place <= ids.length) ids[place] = tool.id
    return place
  }
}

function guess(ids: readonly (string | undefined)[], { id, name }: ToolReading, position: number): number {
  const begun = id === undefined ? -1 : ids.indexOf(id)
  if (begun >= 0) return begun
  if (name !== undefined) return ids.length
  return position > 0 ? position : Math.max(0, ids.length - 1)
}
