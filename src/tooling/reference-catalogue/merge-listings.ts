import { type Capability, type ModelType, capability as capabilitySchema } from '#contract/model.ts'
import type { ReferenceEntry } from '#service/catalogue/reference/reference-entry.ts'
import {
  type Listing,
  multimodalResellers,
  litellm,
  majorityVote,
  mostCommon,
  mostCommonSize,
  fromMaker,
} from './listing.ts'
import { suffixOf } from './fold-names.ts'
import { isOpen, owners } from './owners.ts'
import { ratesOfListings } from './rates.ts'
import { servedBy } from './served-by.ts'

/** The display name without a provider's additions: “Meta: Llama 3.1 8B Instruct (free)” is “Llama 3.1 8B Instruct”. */
function titleOf(listings: readonly Listing[]): string | undefined {
  const titled = listings.map((listing) => ({
    listing,
    title: listing.title === undefined ? undefined : plainTitle(listing.title),
  }))
  // Some makers' lists repeat the id as the name.
  const isName = (title: string | undefined) => title !== undefined && !/^[a-z0-9._:-]+$/.test(title)
  const maker = titled.find(({ listing, title }) => listing.firstParty && isName(title))
  // Break ties with OpenRouter's title, which distinguishes releases, then the shortest.
  const best = titled.find(({ listing }) => listing.provider === 'openrouter')?.title
  const rank = (title: string) => (title === best ? 0 : title.length)
  const titles = titled.map(({ title }) => (isName(title) ? title : undefined))
  return maker?.title ?? mostCommon(titles, (one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
}

function plainTitle(title: string): string | undefined {
  const plain = title
    .replace(/^[\w .-]+: /, '')
    .replace(/ \((?:latest|free)\)$/i, '')
    .trim()
  return plain === '' || plain.includes('/') ? undefined : plain
}

/**
 * Input plus output, in tokens: from the maker, or the most common value, or at least LiteLLM's input limit. If both
 * sources have the same price but windows that differ by more than a factor of two, one is wrong (models.dev lists
 * phi-4 with 128,000 instead of 16,384): then a value that three providers share is used.
 */
function contextOf(type: ModelType, listings: readonly Listing[]): number | undefined {
  const own = fromMaker(listings, ({ context }) => context)
  const input = fromMaker(listings, ({ contextInput }) => contextInput)
  const most = mostCommonSize(listings.map(({ context }) => context))
  // Resellers list arbitrary sizes for models that aren't priced by token.
  if (type !== 'text_generation' && type !== 'moderation') return own ?? input
  if (own === undefined) return most ?? input
  if (input === undefined || most === undefined || (own <= input * 2 && input <= own * 2)) return own
  const matching = listings.filter(({ context }) => context !== undefined && Math.abs(context - most) <= most * 0.05)
  return samePrice(listings) && matching.length >= 3 ? most : own
}

function samePrice(listings: readonly Listing[]): boolean {
  const [one, other] = [true, false].map(
    (isLitellm) => ratesOfListings(listings.filter(({ source }) => (source === litellm) === isLitellm))?.rates,
  )
  return one !== undefined && one.input_tokens === other?.input_tokens && one.output_tokens === other?.output_tokens
}

/** How long before its first dated snapshot a model may have been released, in days. */
const leadDays = 183

/**
 * The release date, `YYYY-MM-DD`: from the maker, or from the name of the first snapshot, or from most resellers, or
 * `created`, the creation date in the maker's own list. A date long before the one in the model's name is wrong
 * (`mistral-large-2512`, “released” in 2024) and ignored.
 */
function releasedOf(listings: readonly Listing[], created?: string): string | undefined {
  const makers = listings.filter(({ firstParty }) => firstParty)
  const suffixes = makers
    .map(({ name }) => suffixOf(name))
    .filter((suffix) => suffix?.kind === 'date' || suffix?.kind === 'version')
  const [firstDay] = suffixes.flatMap((suffix) => suffix?.day ?? []).toSorted()
  const [firstMonth] = suffixes.flatMap((suffix) => suffix?.month ?? []).toSorted()
  const earliest = firstDay ?? (firstMonth === undefined ? undefined : `${firstMonth}-01`)
  const isPlausible = (day: string) =>
    earliest === undefined || Date.parse(day) >= Date.parse(earliest) - leadDays * 24 * 60 * 60 * 1000
  const own = makers.map(({ released }) => released).find((day) => day !== undefined && isPlausible(day))
  if (own !== undefined) return own
  if (firstDay !== undefined) return firstDay
  const others = listings.filter(({ released }) => released !== undefined && isPlausible(released))
  const day = mostCommon(
    others.map(({ released }) => released),
    (one, other) => (one < other ? -1 : 1),
  )
  // Many resellers list the day they began to serve it, so one isn't enough.
  const matching = others.filter(({ released }) => released === day)
  if (matching.length > 1 || matching.some(({ provider }) => multimodalResellers.has(provider))) return day
  return created !== undefined && isPlausible(created) ? created : undefined
}

/** The model's type: from the maker, or the most common one. */
export function typeOfListings(listings: readonly Listing[]): Listing['type'] {
  return (
    fromMaker(listings, ({ type }) => type) ??
    mostCommon(
      listings.map(({ type }) => type),
      () => 0,
    )
  )
}

interface Merged {
  owner: string
  name: string
  type: ModelType
  deprecated: boolean
  /** Creation date in the maker's own list. */
  created: string | undefined
}

/** Merges the listings of one model, preferring the maker's facts. Unknown facts stay absent. */
export function mergeListings(
  listings: readonly Listing[],
  { owner, name, type, deprecated, created }: Merged,
): ReferenceEntry {
  const { author = 'community' } = owners[owner] ?? {}
  const can = capabilitiesOf(type, listings)
  const known = ratesOfListings(listings)
  const most = <T>(read: (listing: Listing) => T | undefined, order: (one: T, other: T) => number) =>
    fromMaker(listings, read) ?? mostCommon(listings.map(read), order)
  const byText = (one: string, other: string) => (one < other ? -1 : 1)
  const context = contextOf(type, listings)
  const reply =
    fromMaker(listings, ({ maxOutput }) => maxOutput) ?? mostCommonSize(listings.map(({ maxOutput }) => maxOutput))
  const isOpennessKnown = isOpen(listings) || listings.some(({ openWeights }) => openWeights !== undefined)
  const hosts = servedBy(listings)
  const released = releasedOf(listings, created)
  const input = most((listing) => listing.input?.join(' '), byText) ?? minimumModalities[type]?.input
  const output = most((listing) => listing.output?.join(' '), byText) ?? minimumModalities[type]?.output
  const cutoff = most((listing) => listing.cutoff, byText)
  // A reply can't be longer than the context.
  const hasReply = type === 'text_generation' && reply !== undefined && reply <= (context ?? reply)
  return {
    id: `${author}/${name}`,
    type,
    name: titleOf(listings) ?? name,
    ...(author === 'community' && { owner }),
    ...(released !== undefined && { released }),
    ...(deprecated && { deprecated }),
    ...(context !== undefined && { context }),
    ...(hasReply && { max_output: reply }),
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    ...(cutoff !== undefined && { cutoff }),
    ...(isOpennessKnown && { open_weights: isOpen(listings) }),
    ...(can.length > 0 && { capabilities: can.join(' ') }),
    ...(known && { rates: known.rates }),
    ...(known && known.tiers.length > 0 && { tiers: known.tiers.map(({ above, rates }) => ({ above, ...rates })) }),
    ...(known && { rates_source: known.source }),
    source: Math.min(...listings.map(({ source }) => source)),
    ...(hosts.length > 0 && { served_by: hosts }),
  }
}

/** Modalities that every model of a type has, used if no source lists any. */
const minimumModalities: Readonly<Partial<Record<ModelType, { input: string; output: string }>>> = {
  image_generation: { input: 'text', output: 'image' },
  speech_to_text: { input: 'audio', output: 'text' },
  text_to_speech: { input: 'text', output: 'audio' },
}

function capabilitiesOf(type: ModelType, listings: readonly Listing[]): Capability[] {
  const has = (read: (listing: Listing) => boolean | undefined) =>
    fromMaker(listings, read) ?? majorityVote(listings.map(read)) ?? false
  const can: Record<Capability, boolean> = {
    streaming: type === 'text_generation' && streams(listings),
    vision: type === 'text_generation' && has(({ vision }) => vision),
    function_calling: type === 'text_generation' && has(({ tools }) => tools),
    structured_output: type === 'text_generation' && has(({ structured }) => structured),
    reasoning: type === 'text_generation' && has(({ reasoning }) => reasoning),
    image_editing: type === 'image_generation' && has(({ editing }) => editing),
  }
  return capabilitySchema.options.filter((capability) => can[capability])
}

/**
 * Every provider in models.dev has a chat API that can stream. If LiteLLM lists the model at its maker, it is more precise:
 * some models can't stream (`o1-pro`, `gpt-5-pro`), and for some with only the `responses` API it is unknown.
 */
function streams(listings: readonly Listing[]): boolean {
  const inLitellm = listings.filter(({ source }) => source === litellm)
  return inLitellm.length === 0 || inLitellm.some(({ streaming }) => streaming === true)
}
