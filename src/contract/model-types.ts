/** Seed 4.3: what a model makes. */
export const modelTypes = [
  'text_generation',
  'image_generation',
  'speech_to_text',
  'text_to_speech',
  'moderation',
] as const
