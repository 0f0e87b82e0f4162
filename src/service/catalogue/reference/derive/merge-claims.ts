import { capability as capabilitySchema, type Capability, type ModelType } from '#contract/model.ts'
import type { ReferenceEntry } from '#service/catalogue/reference/reference-entry.ts'
import { litellm, type Claim } from './claim.ts'
import { contextOf } from './context-of.ts'
import { isOpen } from './is-open.ts'
import { owners } from './owners.ts'
import { ratesOfClaims } from './rates-of-claims.ts'
import { releasedOf } from './released-of.ts'
import { servedBy } from './served-by.ts'
import { titleOf } from './title-of.ts'
import { toldByMaker } from './told-by-maker.ts'
import { majority, mostTold, sizeToldMost } from './vote.ts'

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
