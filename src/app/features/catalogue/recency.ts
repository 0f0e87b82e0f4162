import type { Model } from '#contract/model.ts'

/** A name's family and version: `gpt-5.1-codex` is `gpt`, 5.1. */
interface Versioned {
  family: string
  version: number
}

/**
 * About when each model came out, in milliseconds since 1970: its release date; else the year and month in its name; else
 * the date of the nearest version of its family that has one, the earlier rather than the later. NaN where there is none.
 * Only for the order: nothing of this is shown.
 */
export function recencyOf(models: readonly Model[], makers: readonly string[], released: Float64Array): Float64Array {
  const recency = Float64Array.from(released)
  const undated = [...recency.keys()].filter((place) => Number.isNaN(recency[place]))
  if (undated.length === 0) return recency
  const concerned = new Set(undated.map((place) => makers[place]))
  const dated = new Map<string, { version: number; time: number }[]>()
  for (const [place, model] of models.entries()) {
    const time = released[place] ?? Number.NaN
    const isWanted = !Number.isNaN(time) && concerned.has(makers[place])
    const named = isWanted ? versionOf(model, makers[place]) : undefined
    if (!named) continue
    const family = dated.get(named.family)
    if (family) family.push({ version: named.version, time })
    else dated.set(named.family, [{ version: named.version, time }])
  }
  for (const family of dated.values()) family.sort((one, other) => one.version - other.version || one.time - other.time)
  for (const place of undated) {
    const model = models[place]
    if (model) recency[place] = monthIn(model) ?? nearest(dated, versionOf(model, makers[place])) ?? Number.NaN
  }
  return recency
}

function versionOf({ id }: Model, maker = ''): Versioned | undefined {
  // `8b` is a size, and no part of the version.
  const found = /^([a-z][a-z-]*?)-?v?(\d{1,2})(?![\d.]*[bmkt](?![a-z])|\d)(?:[.-](\d{1,2})(?![\da-z]))?/u.exec(
    bareName(id),
  )
  if (!found) return undefined
  return { family: `${maker} ${found[1]}`, version: Number(found[2]) + Number(found[3] ?? 0) / 100 }
}

/** `-2509` and `-2025-09-17` in a name. */
function monthIn({ id }: Model): number | undefined {
  const found = /-(?:20)?(2[3-9]|3\d)-?(0[1-9]|1[0-2])(?![\da-z])/u.exec(bareName(id))
  return found ? Date.UTC(2000 + Number(found[1]), Number(found[2]) - 1) : undefined
}

function nearest(
  dated: ReadonlyMap<string, readonly { version: number; time: number }[]>,
  named: Versioned | undefined,
): number | undefined {
  const family = named ? (dated.get(named.family) ?? []) : []
  const same = family.find(({ version }) => version === named?.version)
  return (same ?? family.findLast(({ version }) => version < (named?.version ?? 0)) ?? family[0])?.time
}

function bareName(id: string): string {
  return id.slice(id.indexOf('/') + 1).toLowerCase()
}
