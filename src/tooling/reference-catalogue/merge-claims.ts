import { type Capability, type ModelType, capability as capabilitySchema } from '#contract/model.ts'
import type { ReferenceEntry } from '#service/catalogue/reference/reference-entry.ts'
import { type Claim, galleries, litellm, majority, mostTold, sizeToldMost, toldByMaker } from './claim.ts'
import { suffixOf } from './fold-names.ts'
import { isOpen, owners } from './owners.ts'
import { ratesOfClaims } from './rates.ts'
import { servedBy } from './served-by.ts'

/** The name as people write it, without what a provider adds: “Meta: Llama 3.1 8B Instruct (free)” is “Llama 3.1 8B Instruct”. */
function titleOf(claims: readonly Claim[]): string | undefined {
  const titled = claims.map((claim) => ({
    claim,
    title: claim.title === undefined ? undefined : plainTitle(claim.title),
  }))
  // Some makers' lists have the id for a name.
  const isName = (title: string | undefined) => title !== undefined && !/^[a-z0-9._:-]+$/.test(title)
  const maker = titled.find(({ claim, title }) => claim.firstParty && isName(title))
  // Of equals rather OpenRouter's, which tells releases apart, then the shortest.
  const best = titled.find(({ claim }) => claim.provider === 'openrouter')?.title
  const rank = (title: string) => (title === best ? 0 : title.length)
  const titles = titled.map(({ title }) => (isName(title) ? title : undefined))
  return maker?.title ?? mostTold(titles, (one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
}

function plainTitle(title: string): string | undefined {
  const plain = title
    .replace(/^[\w .-]+: /, '')
    .replace(/ \((?:latest|free)\)$/i, '')
    .trim()
  return plain === '' || plain.includes('/') ? undefined : plain
}

/**
 * Input plus output, in tokens: the maker's word, else what most providers say, else at least what LiteLLM lets in. Where
 * both sources give the maker's same price and windows that differ more than twice, one of them has slipped (models.dev
 * gives phi-4, of 16,384, Azure's usual 128,000): then three providers who agree are believed.
 */
function contextOf(type: ModelType, claims: readonly Claim[]): number | undefined {
  const told = toldByMaker(claims, ({ context }) => context)
  const input = toldByMaker(claims, ({ contextInput }) => contextInput)
  const most = sizeToldMost(claims.map(({ context }) => context))
  // Resellers fill in anything for models that don't count tokens.
  if (type !== 'text_generation' && type !== 'moderation') return told ?? input
  if (told === undefined) return most ?? input
  if (input === undefined || most === undefined || (told <= input * 2 && input <= told * 2)) return told
  const backers = claims.filter(({ context }) => context !== undefined && Math.abs(context - most) <= most * 0.05)
  return samePrice(claims) && backers.length >= 3 ? most : told
}

function samePrice(claims: readonly Claim[]): boolean {
  const [one, other] = [true, false].map(
    (isLitellm) => ratesOfClaims(claims.filter(({ source }) => (source === litellm) === isLitellm))?.rates,
  )
  return one !== undefined && one.input_tokens === other?.input_tokens && one.output_tokens === other?.output_tokens
}

/** How long a model may be out before its first snapshot is dated, in days. */
const leadDays = 183

/**
 * The day of release, `YYYY-MM-DD`: what the maker says; else the day in the name of its first snapshot; else what most
 * resellers say; else `created`, the day on which the maker's own list says that it was created. A day long before the model's own dated name is a slip (`mistral-large-2512`, “released” in 2024) and
 * passed over.
 */
function releasedOf(claims: readonly Claim[], created?: string): string | undefined {
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

/** What the claims say the model makes; the maker's word first. */
export function typeOfClaims(claims: readonly Claim[]): Claim['type'] {
  return (
    toldByMaker(claims, ({ type }) => type) ??
    mostTold(
      claims.map(({ type }) => type),
      () => 0,
    )
  )
}

interface Merged {
  owner: string
  name: string
  type: ModelType
  deprecated: boolean
  /** The day on which the maker's own list says that it was created. */
  created: string | undefined
}

/** All that the claims tell of one model, the maker's word first. What nobody tells stays absent. */
export function mergeClaims(
  claims: readonly Claim[],
  { owner, name, type, deprecated, created }: Merged,
): ReferenceEntry {
  const { author = 'community' } = owners[owner] ?? {}
  const can = capabilitiesOf(type, claims)
  const known = ratesOfClaims(claims)
  const most = <T>(read: (claim: Claim) => T | undefined, order: (one: T, other: T) => number) =>
    toldByMaker(claims, read) ?? mostTold(claims.map(read), order)
  const byText = (one: string, other: string) => (one < other ? -1 : 1)
  const context = contextOf(type, claims)
  const reply =
    toldByMaker(claims, ({ maxOutput }) => maxOutput) ?? sizeToldMost(claims.map(({ maxOutput }) => maxOutput))
  const isToldOpen = isOpen(claims) || claims.some(({ openWeights }) => openWeights !== undefined)
  const hosts = servedBy(claims)
  const released = releasedOf(claims, created)
  const reads = most(({ reads: told }) => told?.join(' '), byText) ?? byType[type]?.input
  const makes = most(({ makes: told }) => told?.join(' '), byText) ?? byType[type]?.output
  const cutoff = most((claim) => claim.cutoff, byText)
  // More than the window is a slip.
  const hasReply = type === 'text_generation' && reply !== undefined && reply <= (context ?? reply)
  return {
    id: `${author}/${name}`,
    type,
    name: titleOf(claims) ?? name,
    ...(author === 'community' && { owner }),
    ...(released !== undefined && { released }),
    ...(deprecated && { deprecated }),
    ...(context !== undefined && { context }),
    ...(hasReply && { max_output: reply }),
    ...(reads !== undefined && { input: reads }),
    ...(makes !== undefined && { output: makes }),
    ...(cutoff !== undefined && { cutoff }),
    ...(isToldOpen && { open_weights: isOpen(claims) }),
    ...(can.length > 0 && { capabilities: can.join(' ') }),
    ...(known && { rates: known.rates }),
    ...(known && known.tiers.length > 0 && { tiers: known.tiers.map(({ above, rates }) => ({ above, ...rates })) }),
    ...(known && { rates_source: known.source }),
    source: Math.min(...claims.map(({ source }) => source)),
    ...(hosts.length > 0 && { served_by: hosts }),
  }
}

/** What a model of such a type reads and makes at least, where nobody tells. */
const byType: Readonly<Partial<Record<ModelType, { input: string; output: string }>>> = {
  image_generation: { input: 'text', output: 'image' },
  speech_to_text: { input: 'audio', output: 'text' },
  text_to_speech: { input: 'text', output: 'audio' },
}

function capabilitiesOf(type: ModelType, claims: readonly Claim[]): Capability[] {
  const told = (read: (claim: Claim) => boolean | undefined) =>
    toldByMaker(claims, read) ?? majority(claims.map(read)) ?? false
  const can: Record<Capability, boolean> = {
    streaming: type === 'text_generation' && streams(claims),
    vision: type === 'text_generation' && told(({ vision }) => vision),
    function_calling: type === 'text_generation' && told(({ tools }) => tools),
    structured_output: type === 'text_generation' && told(({ structured }) => structured),
    reasoning: type === 'text_generation' && told(({ reasoning }) => reasoning),
    image_editing: type === 'image_generation' && told(({ editing }) => editing),
  }
  return capabilitySchema.options.filter((capability) => can[capability])
}

/**
 * Every provider in models.dev is reached by chat requests that can stream. Where LiteLLM knows the model at its maker it
 * knows better: some answer only whole (`o1-pro`, `gpt-5-pro`), and of some reached by `responses` alone it says nothing.
 */
function streams(claims: readonly Claim[]): boolean {
  const inLitellm = claims.filter(({ source }) => source === litellm)
  return inLitellm.length === 0 || inLitellm.some(({ streaming }) => streaming === true)
}
