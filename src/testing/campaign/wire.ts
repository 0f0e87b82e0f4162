import { z } from 'zod'
import { pieceFrame } from '#testing/engine-player.ts'

/** How an engine says where its body ends. */
export const framings = ['chunked', 'length', 'close'] as const
export type Framing = (typeof framings)[number]

export const done = 'data: [DONE]\n\n'

/** A reply as a stream, one frame a word. */
export function streamOf(words: readonly string[]): readonly string[] {
  return [...words.map((word) => pieceFrame(word)), pieceFrame('', 'stop'), done]
}

/** The same as one completion, in JSON. */
export function completionOf(words: readonly string[]): string {
  const message = { role: 'assistant', content: words.join('') }
  return JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] })
}

/** What a reader of these frames gets: everything before the engine says that it is done. */
export function textOf(frames: readonly string[]): string {
  const end = frames.indexOf(done)
  return frames
    .slice(0, end < 0 ? frames.length : end)
    .map((frame) => contentOf(frame))
    .join('')
}

const chunk = z.object({ choices: z.array(z.object({ delta: z.object({ content: z.string() }) })) })

function contentOf(frame: string): string {
  if (!frame.startsWith('data: {')) return ''
  const { choices } = chunk.parse(JSON.parse(frame.slice(6)))
  return choices[0]?.delta.content ?? ''
}

/** An answer as its bytes go over the wire, head and all. */
export function wireOf(
  pieces: readonly (string | Buffer)[],
  framing: Framing,
  { status = 200, type = 'text/event-stream', headers = {} }: Head = {},
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

interface Head {
  status?: number
  type?: string
  headers?: Readonly<Record<string, string>>
}

const lastChunk = Buffer.from('0\r\n\r\n')

function chunkOf(piece: Buffer): Buffer[] {
  return [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]
}
