// Lists that the page needs at run time. They are kept apart from model.ts, which would bring zod into the page.

/** Seed 4.3: what a model produces. */
export const modelTypes = [
  'text_generation',
  'image_generation',
  'speech_to_text',
  'text_to_speech',
  'moderation',
] as const

/** Seed 2.3: what a model can do. */
export const capabilities = [
  'streaming',
  'vision',
  'function_calling',
  'structured_output',
  'reasoning',
  'image_editing',
] as const

/** Units that are priced. A `rate` is US dollars per 1,000,000 of the unit. */
export const priceMetrics = [
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
  'reasoning_tokens',
  'cache_write_tokens',
  'cache_write_1h_tokens',
  'input_audio_tokens',
  'output_audio_tokens',
  'images',
  'audio_seconds',
  'characters',
  'requests',
] as const
