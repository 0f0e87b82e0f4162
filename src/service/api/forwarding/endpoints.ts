import type { ModelType } from '#contract/model.ts'
import type { ForwardedKind } from '#service/engines/engine.ts'

/** An endpoint whose requests and answers pass through. */
export interface ForwardedEndpoint {
  /** Below `/v1` here, and below the engine's base URL. */
  path: string
  /** The type of model that it accepts. */
  type: ModelType | 'embedding'
  /** The format of its requests. */
  format: 'json' | 'multipart'
  /** What its answers can be. */
  kinds: readonly ForwardedKind[]
}

/** The forwarded endpoints, by the name of their operation. */
export const forwardedEndpoints = {
  createEmbeddings: { path: 'embeddings', type: 'embedding', format: 'json', kinds: ['json'] },
  createModeration: { path: 'moderations', type: 'moderation', format: 'json', kinds: ['json'] },
  createImage: { path: 'images/generations', type: 'image_generation', format: 'json', kinds: ['json', 'events'] },
  createSpeech: { path: 'audio/speech', type: 'text_to_speech', format: 'json', kinds: ['audio', 'events'] },
  createTranscription: {
    path: 'audio/transcriptions',
    type: 'speech_to_text',
    format: 'multipart',
    kinds: ['json', 'events', 'text'],
  },
} as const satisfies Record<string, ForwardedEndpoint>

export type ForwardedId = keyof typeof forwardedEndpoints

/** Whether an operation is a forwarded endpoint. */
export function isForwarded(id: string): id is ForwardedId {
  return Object.hasOwn(forwardedEndpoints, id)
}
