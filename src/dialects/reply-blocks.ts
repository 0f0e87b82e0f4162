import type { ChatEvent } from '#contract/chat-event.ts'
import type { ChatCompletion, FinishReason, Usage } from '#contract/chat.ts'
import { type ErrorDetail, errorOf } from '#contract/errors.ts'
import { type JsonRecord, isRecord, parseJson } from '#contract/json.ts'
import { type SignedThinking, onlyChoice, readArguments, readSignedThinking } from './translation.ts'

/** A part of a reply, in interfaces whose replies are lists of parts. `index` is its place in the list. */
export type ReplyBlock = { index: number; text: string } & (
  | { kind: 'text' }
  | { kind: 'refusal' }
  | { kind: 'reasoning'; signed: SignedThinking[] }
  | { kind: 'tool'; id: string; name: string }
)

type NewBlock =
  | { kind: 'text' }
  | { kind: 'refusal' }
  | { kind: 'reasoning' }
  | { kind: 'tool'; id: string; name: string }

/** Content for a block. The text of a call is its arguments; `call` is its index in the engine's reply. */
type Content =
  | { kind: 'text' | 'refusal'; text: string }
  | { kind: 'reasoning'; text: string; signed: readonly SignedThinking[] }
  | CallContent

interface CallContent {
  kind: 'tool'
  text: string
  call: number
  id: string | undefined
  name: string | undefined
}

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
  /** `tool_calls` if there is a call, and only then: some engines say `stop`. */
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
  #hasBegun = false
  readonly #calls = new Map<number, ReplyBlock>()
  /** What arrived while a call was incomplete, in order, with one element per call. Few engines mix them. */
  readonly #held: Content[] = []
  readonly #heldCalls = new Map<number, CallContent>()

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
        return this.#add({ kind: 'text', text: event.text }) + this.#refuse(event.extra?.delta)
      case 'reasoning': {
        const signed = readSignedThinking(event.extra?.delta?.['thinking_blocks'])
        return this.#add({ kind: 'reasoning', text: event.text, signed })
      }
      case 'tool': {
        const { index: call, id, name, arguments: text = '' } = event
        return this.#add({ kind: 'tool', call, id, name, text })
      }
      case 'usage':
        this.usage = event.usage
        return ''
      case 'finished':
        return this.#finish(event)
      case 'failed':
        return this.#fail(event.error)
    }
  }

  /** The official clients expect the beginning before an error, too. */
  #fail(error: ErrorDetail): string {
    this.outcome = 'failed'
    this.error = error
    return this.#begin() + this.#writer.fail(error, this.#blocks)
  }

  #begin(): string {
    if (this.#hasBegun) return ''
    this.#hasBegun = true
    return this.#writer.begin()
  }

  #refuse(fields: JsonRecord | undefined): string {
    return this.#add({ kind: 'refusal', text: readRefusal(fields) })
  }

  #add(content: Content): string {
    if (content.text === '' && (content.kind === 'text' || content.kind === 'refusal')) return ''
    this.pieces += 1
    const frames = this.#begin()
    if (!this.#mustWait(content)) return frames + this.#write(content)
    if (content.kind === 'tool') this.#holdCall(content)
    else this.#held.push(content)
    return frames
  }

  #holdCall(content: CallContent): void {
    const held = this.#heldCalls.get(content.call)
    if (held) {
      held.id ??= content.id
      held.name ??= content.name
      held.text += content.text
    } else {
      this.#held.push(content)
      this.#heldCalls.set(content.call, content)
    }
  }

  /**
   * A call stays open until its arguments are complete. Once something waits for that, all that follows does until the end
   * of the reply: parsing the arguments again for each piece would make a long reply slow.
   */
  #mustWait(content: Content): boolean {
    if (content.kind === 'tool' && this.#calls.has(content.call)) return false
    if (this.#held.length > 0 || (content.kind === 'tool' && content.name === undefined)) return true
    return this.#open?.kind === 'tool' && !isRecord(parseJson(this.#open.text))
  }

  #write(content: Content): string {
    if (content.kind === 'tool') return this.#writeCall(content)
    return content.kind === 'reasoning' ? this.#reason(content) : this.#append({ kind: content.kind }, content.text)
  }

  #append(wanted: NewBlock, text: string): string {
    const frames = this.#open?.kind === wanted.kind ? '' : this.#close() + this.#openBlock(wanted)
    return frames + this.#extend(text)
  }

  #extend(text: string): string {
    const block = this.#open
    if (!block || text === '') return ''
    block.text += text
    return this.#writer.append(block, text)
  }

  /** A signature ends its block of reasoning: the next text belongs to another one. */
  #reason({ text, signed }: Extract<Content, { kind: 'reasoning' }>): string {
    let frames = text === '' ? '' : this.#append({ kind: 'reasoning' }, text)
    for (const each of signed) {
      if (each.type === 'thinking' && this.#open?.kind === 'reasoning') this.#open.signed.push(each)
      else frames += this.#close() + this.#openBlock({ kind: 'reasoning' }, [each])
      frames += this.#close()
    }
    return frames
  }

  #writeCall({ call, id = `call_${call}`, name = '', text }: CallContent): string {
    const known = this.#calls.get(call)
    if (known && known === this.#open) return this.#extend(text)
    // The call was complete, so anything but whitespace makes its arguments invalid.
    if (known) return text.trim() === '' ? '' : this.#fail(brokenCall(known))
    const frames = this.#close() + this.#openBlock({ kind: 'tool', id, name })
    if (this.#open) this.#calls.set(call, this.#open)
    return frames + this.#extend(text)
  }

  #openBlock(wanted: NewBlock, signed: SignedThinking[] = []): string {
    const block = newBlock(wanted, this.#blocks.length, '', signed)
    this.#blocks.push(block)
    this.#open = block
    return this.#writer.open(block)
  }

  #close(): string {
    const block = this.#open
    this.#open = undefined
    return block ? this.#writer.close(block) : ''
  }

  #finish({ reasons, choiceExtras }: Extract<ChatEvent, { type: 'finished' }>): string {
    const extra = choiceExtras?.[0]
    let frames = this.#begin() + this.#refuse(extra?.delta)
    const reason = reasons[0] ?? 'stop'
    // A broken call is never closed: some agents run a tool as soon as its block ends.
    const broken = findBrokenCall(reason, [...(this.#open ? [this.#open] : []), ...this.#held])
    if (broken) return frames + this.#fail(broken)
    this.outcome = 'finished'
    for (const content of this.#held) frames += this.#write(content)
    frames += this.#close()
    const blocks = this.#blocks
    const stopSequence = readStopSequence(extra?.choice)
    return frames + this.#writer.end({ blocks, reason: reasonOf(reason, blocks), stopSequence, usage: this.usage })
  }
}

/** An error for a call without complete arguments, unless the reply says that it was cut. */
export function findBrokenCall(
  reason: FinishReason,
  blocks: readonly (ReplyBlock | Content)[],
): ErrorDetail | undefined {
  if (reason === 'length' || reason === 'content_filter') return undefined
  const broken = blocks.find(({ kind, text }) => kind === 'tool' && readArguments(text) === undefined)
  return broken && brokenCall(broken)
}

function brokenCall(call: ReplyBlock | Content): ErrorDetail {
  const name = (call.kind === 'tool' && call.name) || 'a tool'
  const message = `The model called ${name} with arguments that aren’t a JSON object. Try again, or choose another model.`
  return errorOf('upstream_invalid', message)
}

function newBlock(wanted: NewBlock, index: number, text: string, signed: SignedThinking[]): ReplyBlock {
  return wanted.kind === 'reasoning' ? { index, text, ...wanted, signed } : { index, text, ...wanted }
}

function reasonOf(reason: FinishReason, blocks: readonly ReplyBlock[]): FinishReason {
  if (reason !== 'stop' && reason !== 'tool_calls') return reason
  return blocks.some(({ kind }) => kind === 'tool') ? 'tool_calls' : 'stop'
}

/** What a model says when it declines, which engines send beside the content. */
function readRefusal(fields: JsonRecord | undefined): string {
  const refusal = fields?.['refusal']
  return typeof refusal === 'string' ? refusal : ''
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
  const refusal = readRefusal(choice?.message)
  if (refusal !== '') add({ kind: 'refusal' }, refusal)
  for (const { id, function: fn } of calls) add({ kind: 'tool', id, name: fn.name }, fn.arguments)
  const reason = reasonOf(choice?.finish_reason ?? 'stop', blocks)
  return { blocks, reason, stopSequence: readStopSequence(choice), usage: completion.usage }
}
