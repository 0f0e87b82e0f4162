import type { Claim } from './claim.ts'
import { galleries } from './galleries.ts'
import { suffixOf } from './suffix-of.ts'
import { mostTold } from './vote.ts'

/** How long a model may be out before its first snapshot is dated, in days. */
const leadDays = 183

/**
 * The day of release, `YYYY-MM-DD`: what the maker says; else the day in the name of its first snapshot; else what most
 * resellers say; else `created`, the day on which the maker's own list says that it was created. A day long before the model's own dated name is a slip (`mistral-large-2512`, “released” in 2024) and
 * passed over.
 */
export function releasedOf(claims: readonly Claim[], created?: string): string | undefined {
  const makers = claims.filter(({ firstParty }) => firstParty)
  const suffixes = makers
    .map(({ name }) => suffixOf(name))
    .filter((suffix) => suffix?.kind === 'date' || suffix?.kind === 'version')
  const [firstDay] = suffixes.flatMap((suffix) => suffix?.day ?? []).toSorted()
  const [firstMonth] = suffixes.flatMap((suffix) => suffix?.month ?? []).toSorted()
  const earliest = firstDay ?? (firstMonth === undefined ? undefined : `${firstMonth}-01`)
  const isPlausible = (day: string) =>
    earliest === undefined || Date.parse(day) >= Date.parse(earliest) - leadDays * 24 * 60 * 60 * 1000
  const told = makers.map(({ released }) => released).find((day) => day !== undefined && isPlausible(day))
  if (told !== undefined) return told
  if (firstDay !== undefined) return firstDay
  const others = claims.filter(({ released }) => released !== undefined && isPlausible(released))
  const day = mostTold(
    others.map(({ released }) => released),
    (one, other) => (one < other ? -1 : 1),
  )
  // Many write the day on which they began to serve it, so one voice is not enough.
  const voices = others.filter(({ released }) => released === day)
  if (voices.length > 1 || voices.some(({ provider }) => galleries.has(provider))) return day
  return created !== undefined && isPlausible(created) ? created : undefined
}
