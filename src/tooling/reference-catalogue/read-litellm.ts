import { type JsonRecord, isRecord } from '#contract/json.ts'
import type { ModelType } from '#contract/model.ts'
import type { Listing, RateTier, Rates } from './listing.ts'
import { countIn, dayIn, flagIn, modalitiesIn, textIn, textsIn } from './fields.ts'
import { identifyInLitellm, typeOfName } from './identify.ts'
import { ratePerMillion } from './rates.ts'

const typeOfMode: Readonly<Record<string, ModelType>> = {
  chat: 'text_generation',
  responses: 'text_generation',
  image_generation: 'image_generation',
  audio_transcription: 'speech_to_text',
  audio_speech: 'text_to_speech',
  moderation: 'moderation',
}

/**
 * Reads the makers' own entries in LiteLLM's `{key: facts}`; its costs are US dollars per token, image, second or character.
 * A model with a `deprecation_date` up to `today` (`YYYY-MM-DD`) is deprecated.
 */
export function readLitellm(table: unknown, source: number, today: string): Listing[] {
  if (!isRecord(table)) return []
  return Object.entries(table).flatMap(([key, facts]) => {
    const listing = isRecord(facts) ? listingOf(key, facts, today) : undefined
    return listing ? [{ ...listing, source }] : []
  })
}

function listingOf(id: string, facts: JsonRecord, today: string): Omit<Listing, 'source'> | undefined {
  const provider = textIn(facts, 'litellm_provider') ?? ''
  const identity = identifyInLitellm(provider, id)
  const mode = textIn(facts, 'mode') ?? ''
  if (!identity || mode === '') return undefined
  const type = typeOfName(identity.name) ?? typeOfMode[mode] ?? (canGenerate(facts) ? 'image_generation' : 'other')
  const ends = dayIn(facts, 'deprecation_date')
  return {
    ...identity,
    provider,
    id,
    type,
    contextInput: countIn(facts, 'max_input_tokens'),
    maxOutput: countIn(facts, 'max_output_tokens'),
    input: modalitiesIn(facts, 'supported_modalities'),
    output: modalitiesIn(facts, 'supported_output_modalities'),
    vision: flagIn(facts, 'supports_vision'),
    tools: flagIn(facts, 'supports_function_calling'),
    structured: flagIn(facts, 'supports_response_schema'),
    reasoning: flagIn(facts, 'supports_reasoning'),
    // All of these services can stream chat completions; with `responses`, some can't.
    streaming: flagIn(facts, 'supports_native_streaming') ?? (mode === 'chat' ? true : undefined),
    editing: acceptsImages(facts),
    deprecated: ends !== undefined && ends <= today,
    rates: ratesOf(type, facts),
    tiers: type === 'text_generation' ? tiersOf(facts) : [],
  }
}

/** Whether an image editing model can also generate images from text alone. */
function canGenerate(facts: JsonRecord): boolean {
  return (
    facts['mode'] === 'image_edit' && textsIn(facts, 'supported_endpoints')?.includes('/v1/images/generations') === true
  )
}

/** True if the model accepts images, otherwise undefined: few entries list this at all. */
function acceptsImages(facts: JsonRecord): true | undefined {
  const byRequest = textsIn(facts, 'supported_endpoints')?.includes('/v1/images/edits')
  return byRequest || textsIn(facts, 'supported_modalities')?.includes('image') ? true : undefined
}

/**
 * A price per image, second or character replaces any token prices: they are alternative prices for the same request, so
 * counting both would double the cost.
 */
function ratesOf(type: ModelType | 'other', facts: JsonRecord): Rates {
  switch (type) {
    case 'image_generation': {
      const images = priceIn(facts, 'output_cost_per_image') ?? priceIn(facts, 'input_cost_per_image')
      return images === undefined ? tokenRates(facts, 'output_cost_per_image_token') : { images }
    }
    case 'speech_to_text': {
      // Only one side is charged; the other is zero or repeats the price.
      const audio_seconds = priceIn(facts, 'input_cost_per_second') ?? priceIn(facts, 'output_cost_per_second')
      return audio_seconds === undefined ? tokenRates(facts) : { audio_seconds }
    }
    case 'text_to_speech': {
      const characters = priceIn(facts, 'input_cost_per_character')
      if (characters !== undefined) return { characters }
      const audio_seconds = priceIn(facts, 'output_cost_per_second')
      return audio_seconds === undefined ? tokenRates(facts, 'output_cost_per_audio_token') : { audio_seconds }
    }
    case 'text_generation':
    case 'moderation':
    case 'other':
      return tokenRates(facts)
  }
}

/** Output tokens of image and speech models are image or audio tokens if those have their own price. */
function tokenRates(facts: JsonRecord, outputField = 'output_cost_per_token'): Rates {
  return {
    input_tokens: ratePerMillion(facts['input_cost_per_token'], 1),
    output_tokens: ratePerMillion(facts[outputField] ?? facts['output_cost_per_token'], 1),
    cached_input_tokens: ratePerMillion(facts['cache_read_input_token_cost'], 1),
    reasoning_tokens: ratePerMillion(facts['output_cost_per_reasoning_token'], 1),
    cache_write_tokens: ratePerMillion(facts['cache_creation_input_token_cost'], 1),
    cache_write_1h_tokens: ratePerMillion(facts['cache_creation_input_token_cost_above_1hr'], 1),
    input_audio_tokens: ratePerMillion(facts['input_cost_per_audio_token'], 1),
    output_audio_tokens: ratePerMillion(facts['output_cost_per_audio_token'], 1),
  }
}

/** A unit price above zero. */
function priceIn(facts: JsonRecord, field: string): number | undefined {
  return ratePerMillion(facts[field], 1) || undefined
}

/** `input_cost_per_token_above_200k_tokens` and its like. */
function tiersOf(facts: JsonRecord): RateTier[] {
  const thousands = Object.keys(facts).flatMap(
    (field) => /^input_cost_per_token_above_(\d+)k_tokens$/.exec(field)?.[1] ?? [],
  )
  return thousands
    .map((size) => Number(size))
    .toSorted((one, other) => one - other)
    .map((size) => {
      const rate = (field: string) => ratePerMillion(facts[`${field}_above_${size}k_tokens`], 1)
      return {
        above: size * 1000,
        rates: {
          input_tokens: rate('input_cost_per_token'),
          output_tokens: rate('output_cost_per_token'),
          cached_input_tokens: rate('cache_read_input_token_cost'),
          cache_write_tokens: rate('cache_creation_input_token_cost'),
          cache_write_1h_tokens: ratePerMillion(
            facts[`cache_creation_input_token_cost_above_1hr_above_${size}k_tokens`],
            1,
          ),
        },
      }
    })
}
