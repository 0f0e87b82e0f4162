import type { ChatEvent, ToolPiece } from '#contract/chat-event.ts'
import type { ChatCompletion, FinishReason, Usage } from '#contract/chat.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { isRecord, parseJson } from '#contract/json.ts'
import { type SignedThinking, onlyChoice, readSignedThinking } from './translation.ts'

/** A part of a reply, in interfaces whose replies are lists of parts. `index` is its place in the list. */
export type ReplyBlock = { index: number; text: string } & (
  | { kind: 'text' }
  | { kind: 'reasoning'; signed: SignedThinking[] }
  | { kind: 'tool'; id: string; name: string }
)

type NewBlock = { kind: 'text' } | { kind: 'reasoning' } | { kind: 'tool'; id: string; name: string }

/** Writes a reply block by block. Exactly one block is open at a time. */
export interface BlockWriter {
  begin(): string
  open(block: ReplyBlock): string
  /** `text` was already appended to the block's. */
  append(block: ReplyBlock, text: string): string
  close(block: ReplyBlock): string
  end(reply: EndedReply): string
  fail(error: ErrorDetail, blocks: readonly ReplyBlock[]): string
}

export interface EndedReply {
  blocks: readonly ReplyBlock[]
  /** `tool_calls` whenever there is a call: some engines say `stop`. */
  reason: FinishReason
  /** The sequence of `stop` that ended the reply, if the engine says so. */
  stopSequence: string | null
  usage: Usage | undefined
}

/**
 * Encodes the first choice of a reply for an interface of blocks. The same outcome, counts and errors as in `ChunkEncoder`,
 * so that the relay serves all interfaces alike.
 */
export class BlockEncoder {
  outcome: 'finished' | 'failed' | undefined
  pieces = 0
  usage: Usage | undefined
  error: ErrorDetail | undefined
  readonly #writer: BlockWriter
  readonly #blocks: ReplyBlock[] = []
  #open: ReplyBlock | undefined
  #openTool: number | undefined
  #hasBegun = false
  /** Pieces of calls that arrived while another call was incomplete. Few engines mix them. */
  readonly #waiting = new Map<number, ToolPiece[]>()
  readonly #closedTools = new Set<number>()

  constructor(writer: BlockWriter) {
    this.#writer = writer
  }

  encode(events: readonly ChatEvent[]): string {
    let frames = ''
    for (const event of events) if (!this.outcome) frames += this.#take(event)
    return frames
  }

  #take(event: ChatEvent): string {
    if ('choice' in event && event.choice !== 0) return ''
    switch (event.type) {
      case 'started':
        return this.#begin()
      case 'text':
        return event.text === '' ? '' : this.#counted() + this.#append({ kind: 'text' }, event.text)
      case 'reasoning':
        return (
          this.#counted() + this.#reasoning(event.text, readSignedThinking(event.extra?.delta?.['thinking_blocks']))
        )
      case 'tool':
        return this.#counted() + this.#tool(event)
      case 'usage':
        this.usage = event.usage
        return ''
      case 'finished':
        return this.#finish(event)
      case 'failed':
        this.outcome = 'failed'
        this.error = event.error
        return this.#writer.fail(event.error, this.#blocks)
    }
  }

  #begin(): string {
    if (this.#hasBegun) return ''
    this.#hasBegun = true
    return this.#writer.begin()
  }

  #counted(): string {
    this.pieces += 1
    return this.#begin()
  }

  #append(wanted: NewBlock, text: string): string {
    let frames = ''
    if (this.#open?.kind !== wanted.kind) frames += this.#flushTools() + this.#close() + this.#openBlock(wanted)
    return frames + this.#extend(text)
  }

  #extend(text: string): string {
    const block = this.#open
    if (!block || text === '') return ''
    block.text += text
    return this.#writer.append(block, text)
  }

  /** A signature ends its block of reasoning: the next text belongs to another one. */
  #reasoning(text: string, signed: readonly SignedThinking[]): string {
    let frames = text === '' ? '' : this.#append({ kind: 'reasoning' }, text)
    for (const each of signed) {
      if (each.type === 'thinking' && this.#open?.kind === 'reasoning') this.#open.signed.push(each)
      else frames += this.#flushTools() + this.#close() + this.#openBlock({ kind: 'reasoning' }, [each])
      frames += this.#close()
    }
    return frames
  }

  #tool(piece: ToolPiece): string {
    const { index } = piece
    if (this.#open?.kind === 'tool' && this.#openTool === index) return this.#extend(piece.arguments ?? '')
    if (this.#closedTools.has(index)) return ''
    // Once a call waits, later ones do too: parsing the open one for each of their pieces would make a long reply slow.
    const isBusy = () => this.#open?.kind === 'tool' && parseJson(this.#open.text) === undefined
    if (this.#waiting.size > 0 || piece.name === undefined || isBusy()) {
      const waiting = this.#waiting.get(index)
      if (waiting) waiting.push(piece)
      else this.#waiting.set(index, [piece])
      return ''
    }
    return this.#openTools([piece])
  }

  #openTools(pieces: readonly ToolPiece[]): string {
    const index = pieces[0]?.index ?? 0
    const id = pieces.find((piece) => piece.id !== undefined)?.id ?? `call_${index}`
    const name = pieces.find((piece) => piece.name !== undefined)?.name ?? ''
    const frames = this.#close() + this.#openBlock({ kind: 'tool', id, name })
    this.#openTool = index
    return frames + this.#extend(pieces.map((piece) => piece.arguments ?? '').join(''))
  }

  /** Writes the calls that had to wait, each as a whole. */
  #flushTools(): string {
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    return waiting.map((pieces) => this.#openTools(pieces)).join('')
  }

  #openBlock(wanted: NewBlock, signed: SignedThinking[] = []): string {
    const block = newBlock(wanted, this.#blocks.length, '', signed)
    this.#blocks.push(block)
    this.#open = block
    return this.#writer.open(block)
  }

  #close(): string {
    const block = this.#open
    if (!block) return ''
    this.#open = undefined
    if (this.#openTool !== undefined) this.#closedTools.add(this.#openTool)
    this.#openTool = undefined
    return this.#writer.close(block)
  }

  #finish({ reasons, choiceExtras }: Extract<ChatEvent, { type: 'finished' }>): string {
    this.outcome = 'finished'
    const frames = this.#begin() + this.#flushTools() + this.#close()
    const blocks = this.#blocks
    const reason = reasonOf(reasons[0] ?? 'stop', blocks)
    const stopSequence = readStopSequence(choiceExtras?.[0]?.choice)
    return frames + this.#writer.end({ blocks, reason, stopSequence, usage: this.usage })
  }
}

function newBlock(wanted: NewBlock, index: number, text: string, signed: SignedThinking[]): ReplyBlock {
  return wanted.kind === 'reasoning' ? { index, text, ...wanted, signed } : { index, text, ...wanted }
}

function reasonOf(reason: FinishReason, blocks: readonly ReplyBlock[]): FinishReason {
  return reason === 'stop' && blocks.some(({ kind }) => kind === 'tool') ? 'tool_calls' : reason
}

function readStopSequence(choice: unknown): string | null {
  const value = isRecord(choice) ? choice['stop_sequence'] : undefined
  return typeof value === 'string' ? value : null
}

/** The blocks of a whole reply. */
export function blocksOf(completion: ChatCompletion): EndedReply {
  const choice = onlyChoice(completion)
  const blocks: ReplyBlock[] = []
  const add = (block: NewBlock, text: string, signed: SignedThinking[] = []) => {
    blocks.push(newBlock(block, blocks.length, text, signed))
  }
  const { content, reasoning_content: reasoning = '', tool_calls: calls = [] } = choice?.message ?? {}
  const signed = readSignedThinking(choice?.message['thinking_blocks'])
  if (signed.length === 0 && reasoning !== '') add({ kind: 'reasoning' }, reasoning)
  for (const each of signed) add({ kind: 'reasoning' }, each.type === 'thinking' ? each.thinking : '', [each])
  if (content) add({ kind: 'text' }, content)
  for (const { id, function: fn } of calls) add({ kind: 'tool', id, name: fn.name }, fn.arguments)
  const reason = reasonOf(choice?.finish_reason ?? 'stop', blocks)
  return { blocks, reason, stopSequence: readStopSequence(choice), usage: completion.usage }
}
