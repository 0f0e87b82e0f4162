import type { Claim } from './claim.ts'

type Fact = 'released' | 'reasoning'

/**
 * Facts that are plainly wrong in the sources, by `owner/name`: left out, never corrected, since what is right is not in the
 * sources. To be looked through at every refresh.
 */
const slips: Readonly<Record<string, readonly Fact[]>> = {
  // The day of GPT-4 Turbo.
  'openai/gpt-4': ['released'],
  // Before GPT-4o itself.
  'openai/gpt-4o-transcribe': ['released'],
  // One reseller ticks it for every model it serves, and no other serves this one.
  'microsoft/phi-3.5-vision-instruct': ['reasoning'],
  // Azure gives the whole family the day of Phi-4.
  'microsoft/phi-4-mini-instruct': ['released'],
  'microsoft/phi-4-mini-reasoning': ['released'],
  'microsoft/phi-4-multimodal-instruct': ['released'],
  'microsoft/phi-4-reasoning': ['released'],
  'microsoft/phi-4-reasoning-plus': ['released'],
}

/** The claims about `id` (`owner/name`) without what we know to be wrong. */
export function withoutSlips(id: string, claims: readonly Claim[]): Claim[] {
  const wrong = slips[id] ?? []
  return claims.map((claim) => ({ ...claim, ...Object.fromEntries(wrong.map((fact) => [fact, undefined])) }))
}
