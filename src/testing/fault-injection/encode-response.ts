import { z } from 'zod'
import { pieceFrame } from '#testing/engine-player.ts'

/** How an HTTP body's end is marked. */
export const bodyFramings = ['chunked', 'length', 'close'] as const
export type BodyFraming = (typeof bodyFramings)[number]

export const doneFrame = 'data: [DONE]\n\n'

/** A streamed reply: one frame per word. */
export function streamFrames(words: readonly string[]): readonly string[] {
  return [...words.map((word) => pieceFrame(word)), pieceFrame('', 'stop'), doneFrame]
}

/** The same reply as one JSON completion. */
export function completionJson(words: readonly string[]): string {
  const message = { role: 'assistant', content: words.join('') }
  return JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] })
}

/** The text of all frames before `[DONE]`. */
export function textOfFrames(frames: readonly string[]): string {
  const end = frames.indexOf(doneFrame)
  return frames
    .slice(0, end < 0 ? frames.length : end)
    .map((frame) => textOfFrame(frame))
    .join('')
}

const chunk = z.object({ choices: z.array(z.object({ delta: z.object({ content: z.string() }) })) })

function textOfFrame(frame: string): string {
  if (!frame.startsWith('data: {')) return ''
  const { choices } = chunk.parse(JSON.parse(frame.slice(6)))
  return choices[0]?.delta.content ?? ''
}

/** The raw bytes of an HTTP response. */
export function encodeResponse(
  pieces: readonly (string | Buffer)[],
  framing: BodyFraming,
  { status = 200, type = 'text/event-stream', headers = {} }: ResponseHead = {},
): Buffer {
  const buffers = pieces.map((piece) => Buffer.from(piece)).filter(({ length }) => length > 0)
  const body = Buffer.concat(framing === 'chunked' ? [...buffers.flatMap(chunkOf), lastChunk] : buffers)
  const lines = [
    `HTTP/1.1 ${status} Any`,
    `content-type: ${type}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    framing === 'chunked' && 'transfer-encoding: chunked',
    framing === 'length' && `content-length: ${body.length}`,
    framing === 'close' && 'connection: close',
  ]
  return Buffer.concat([Buffer.from(`${lines.filter(Boolean).join('\r\n')}\r\n\r\n`), body])
}

interface ResponseHead {
  status?: number
  type?: string
  headers?: Readonly<Record<string, string>>
}

const lastChunk = Buffer.from('0\r\n\r\n')

function chunkOf(piece: Buffer): Buffer[] {
  return [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]
}
