import type { ForwardedKind } from '#service/engines/engine.ts'

/** The kinds of content that each media type may be, surest first. An engine may also state none, or a wrong one. */
const kindsOfType: readonly (readonly [RegExp, readonly ForwardedKind[]])[] = [
  [/^text\/event-stream$/, ['events']],
  [/^application\/(?:[\w.+-]+\+)?json$/, ['json', 'text']],
  [/^text\/html$/, []],
  [/^(?:text\/[\w.+-]+|application\/x-subrip)$/, ['text', 'json']],
  [/^audio\/[\w.+-]+$/, ['audio']],
  [/^(?:application|binary)\/octet-stream$|^$/, ['audio', 'json', 'text']],
]

/** What an answer with this content type is, of the kinds that its endpoint returns. Undefined: none of them. */
export function kindOfAnswer(contentType: string | null, kinds: readonly ForwardedKind[]): ForwardedKind | undefined {
  const type = mediaTypeOf(contentType)
  const possible = kindsOfType.find(([pattern]) => pattern.test(type))?.[1] ?? []
  return possible.find((kind) => kinds.includes(kind))
}

/** The content type to send on: the engine's own for sound and captions, else the kind's. */
export function contentTypeOf(kind: ForwardedKind, contentType: string | null): string {
  const type = mediaTypeOf(contentType)
  switch (kind) {
    case 'json':
      return 'application/json'
    case 'events':
      return 'text/event-stream; charset=utf-8'
    case 'text':
      if (type === 'application/json') return type
      return `${/^text\/(?:vtt|srt)$|^application\/x-subrip$/.test(type) ? type : 'text/plain'}; charset=utf-8`
    case 'audio':
      // Raw samples state their rate, as in `audio/pcm;rate=24000`.
      return (
        /^audio\/[\w.+-]+(?:; *[\w-]+=[\w.-]+)*$/i.exec(contentType?.trim() ?? '')?.[0] ?? 'application/octet-stream'
      )
  }
}

function mediaTypeOf(contentType: string | null): string {
  return contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
}
