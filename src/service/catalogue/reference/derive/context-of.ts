import type { ModelType } from '#contract/model.ts'
import { litellm, type Claim } from './claim.ts'
import { ratesOfClaims } from './rates-of-claims.ts'
import { toldByMaker } from './told-by-maker.ts'
import { sizeToldMost } from './vote.ts'

/**
 * Input plus output, in tokens: the maker's word, else what most providers say, else at least what LiteLLM lets in. Where
 * both sources give the maker's same price and windows that differ more than twice, one of them has slipped (models.dev
 * gives phi-4, of 16,384, Azure's usual 128,000): then three providers who agree are believed.
 */
export function contextOf(type: ModelType, claims: readonly Claim[]): number | undefined {
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
