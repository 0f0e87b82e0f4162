import { capability as capabilitySchema, type Capability, type ModelType } from '#contract/model.ts'
import type { ReferenceEntry } from '#service/catalogue/reference/reference-entry.ts'
import type { Claim } from './claim.ts'
import { contextOf } from './context-of.ts'
import { describeModel } from './describe-model.ts'
import { isOpen } from './is-open.ts'
import { owners } from './owners.ts'
import { ratesOfClaims } from './rates-of-claims.ts'
import { releasedOf } from './released-of.ts'
import { titleOf } from './title-of.ts'
import { toldByMaker } from './told-by-maker.ts'
import { majority, mostTold } from './vote.ts'

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

/** All that the claims tell of one model, the maker's word first. What nobody tells stays absent. */
export function mergeClaims(owner: string, name: string, type: ModelType, claims: readonly Claim[]): ReferenceEntry {
  const { author = 'community', title = owner } = owners[owner] ?? {}
  const can = capabilitiesOf(type, claims)
  const known = ratesOfClaims(claims)
  const released = releasedOf(claims)
  const context = contextOf(type, claims)
  return {
    id: `${author}/${name}`,
    type,
    name: titleOf(claims) ?? name,
    ...(author === 'community' && { owner }),
    description: describeModel({ type, maker: title, capabilities: can, openWeights: isOpen(claims) }),
    ...(released !== undefined && { created: Date.parse(`${released}T00:00:00Z`) / 1000 }),
    ...(context !== undefined && { context }),
    ...(can.length > 0 && { capabilities: can }),
    ...(known && { rates: known.rates, rates_source: known.source }),
    source: Math.min(...claims.map(({ source }) => source)),
  }
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
  const inLitellm = claims.filter(({ source }) => source === 1)
  return inLitellm.length === 0 || inLitellm.some(({ streaming }) => streaming === true)
}
