import type { ChatCompletion, FinishReason, Usage } from '#contract/chat.ts'
import { unreachable, type ChatEvent, type Extra } from '#contract/chat-event.ts'
import { readChoice, usageOfChunk, unknownChunkFields, type ChoiceReading } from './chunks.ts'
import { readErrorDetail } from './errors.ts'
import { errorOf, type ErrorDetail } from '#contract/errors.ts'
import { isRecord, parseJson, type JsonRecord } from '#contract/json.ts'

/** A single reply is whole or an error, never a part presented as the whole. */
export type CompletionResult = { completion: ChatCompletion } | { error: ErrorDetail }

/** How the service identifies a completion, in place of the engine's own values. `created` is in Unix seconds. */
export interface CompletionIdentity {
  id: string
  created: number
  model: string
}

type Choice = ChatCompletion['choices'][number]

const unreadable = errorOf(
  'upstream_invalid',
  'The engine didn’t return a chat completion. Check its base URL, then try again.',
)

const cut = errorOf('upstream_cut', 'The engine’s response is incomplete. Try again, or check its log.')

/** Parses and reads an engine's whole JSON reply; see `readCompletion`. */
export function parseCompletion(text: string, identity: CompletionIdentity): CompletionResult {
  const value = parseJson(text)
  // Without a content length, a connection that breaks looks like the end of the answer.
  const isCut = value === undefined && text.trimStart().startsWith('{') && !text.trimEnd().endsWith('}')
  return isCut ? { error: cut } : readCompletion(value, identity)
}

/** Reads an engine's whole JSON reply in any dialect. Unknown fields are kept; the identity is ours. */
export function readCompletion(value: unknown, identity: CompletionIdentity): CompletionResult {
  const error = readErrorDetail(value)
  if (error) return { error }
  if (!isRecord(value) || !Array.isArray(value['choices'])) return { error: unreadable }
  const readings = value['choices'].filter(isRecord).map(readChoice)
  if (readings.length === 0 || readings.some((reading) => reading.finishReason === 'error')) {
    return { error: unreadable }
  }
  const { id, created, model } = identity
  const completion: ChatCompletion = { id, created, model, object: 'chat.completion', choices: readings.map(choiceOf) }
  const usage = usageOfChunk(value)
  if (usage) completion.usage = usage
  return { completion: withUnknown(unknownChunkFields(value), completion) }
}

function choiceOf({ index, text, reasoning, tools, finishReason, extra }: ChoiceReading): Choice {
  const message: Choice['message'] = { role: 'assistant', content: text === '' && tools.length > 0 ? null : text }
  if (reasoning !== '') message.reasoning_content = reasoning
  if (tools.length > 0) message.tool_calls = tools.map((tool, position) => toolCallOf(tool.index ?? position, tool))
  return withUnknown(extra?.choice, {
    index,
    message: withUnknown(extra?.delta, message),
    // A complete JSON body can't have been cut, so a missing reason means that the model finished.
    finish_reason: finishReason === undefined || finishReason === 'error' ? 'stop' : finishReason,
  })
}

/** Adds an engine's unknown fields. Without any there is no copy, which would be the most expensive step here. */
function withUnknown<T extends object>(unknown: JsonRecord | undefined, fields: T): T {
  return unknown ? { ...unknown, ...fields } : fields
}

/** Combines the events of a stream into a single reply. */
export async function foldCompletion(
  batches: AsyncIterable<readonly ChatEvent[]> | Iterable<readonly ChatEvent[]>,
  identity: CompletionIdentity,
): Promise<CompletionResult> {
  const fold = createCompletionFold(identity)
  for await (const batch of batches) {
    for (const event of batch) fold.take(event)
  }
  return fold.result()
}

interface DraftChoice {
  text: string
  reasoning: string
  /** The engine's unknown fields, of the choice and of its message. Absent if there were none. */
  choice?: JsonRecord
  message?: JsonRecord
  tools: Map<number, { id?: string; name?: string; arguments: string }>
}

function createCompletionFold(identity: CompletionIdentity) {
  const drafts = new Map<number, DraftChoice>()
  let usage: Usage | undefined
  let chunkFields: JsonRecord | undefined
  let reasons: Record<number, FinishReason> | undefined
  let error: ErrorDetail | undefined

  const draftOf = (choice: number): DraftChoice => {
    const draft = drafts.get(choice) ?? { text: '', reasoning: '', tools: new Map() }
    drafts.set(choice, draft)
    return draft
  }

  const keepExtra = (choice: number, extra: Extra) => {
    const draft = draftOf(choice)
    if (extra.choice) draft.choice = appendFields(draft.choice, extra.choice)
    if (extra.delta) draft.message = appendFields(draft.message, extra.delta)
    if (extra.chunk) chunkFields = { ...chunkFields, ...extra.chunk }
  }

  function take(event: ChatEvent): void {
    if ('choice' in event && event.extra) keepExtra(event.choice, event.extra)
    switch (event.type) {
      case 'started':
        return
      case 'text':
        draftOf(event.choice).text += event.text
        return
      case 'reasoning':
        draftOf(event.choice).reasoning += event.text
        return
      case 'tool': {
        const { tools } = draftOf(event.choice)
        const tool = tools.get(event.index) ?? { arguments: '' }
        tools.set(event.index, {
          ...tool,
          ...(event.id && { id: event.id }),
          ...(event.name && { name: event.name }),
          arguments: tool.arguments + (event.arguments ?? ''),
        })
        return
      }
      case 'usage':
        usage = event.usage
        return
      case 'finished':
        reasons = event.reasons
        for (const [choice, extra] of Object.entries(event.choiceExtras ?? {})) keepExtra(Number(choice), extra)
        if (event.extra?.chunk) chunkFields = { ...chunkFields, ...event.extra.chunk }
        return
      case 'failed':
        error = event.error
        return
      default:
        unreachable(event)
    }
  }

  function result(): CompletionResult {
    if (error) return { error }
    if (!reasons) return { error: errorOf('upstream_cut', 'The reply ended early. Try again.') }
    const choices = Object.entries(reasons).map(([index, reason]): Choice => {
      const draft = draftOf(Number(index))
      const tools = [...draft.tools].map(([position, tool]) => toolCallOf(position, tool))
      const message: Choice['message'] = {
        role: 'assistant',
        content: draft.text === '' && tools.length > 0 ? null : draft.text,
        ...(draft.reasoning !== '' && { reasoning_content: draft.reasoning }),
        ...(tools.length > 0 && { tool_calls: tools }),
      }
      return withUnknown(draft.choice, {
        index: Number(index),
        message: withUnknown(draft.message, message),
        finish_reason: reason,
      })
    })
    const { id, created, model } = identity
    const completion: ChatCompletion = { id, created, model, object: 'chat.completion', choices }
    if (usage) completion.usage = usage
    return { completion: withUnknown(chunkFields, completion) }
  }

  return { take, result }
}

/** Texts that engines send in pieces. Any other text is repeated or replaced as a whole, such as an id. */
const textPieces: ReadonlySet<string> = new Set(['refusal', 'data', 'transcript'])

/** Adds the unknown fields of a chunk to those of the chunks before it: lists grow, objects are combined. */
function appendFields(before: JsonRecord | undefined, next: JsonRecord): JsonRecord {
  const fields = before ?? {}
  for (const [name, value] of Object.entries(next)) {
    const old = fields[name]
    if (name === '__proto__' || (value === null && old !== undefined)) continue
    // Lists and objects are copied first, since the next chunk is added to them.
    if (Array.isArray(value)) fields[name] = appendItems(Array.isArray(old) ? old : [], value)
    else if (isRecord(value)) fields[name] = appendFields(isRecord(old) ? old : undefined, value)
    else if (typeof old === 'string' && typeof value === 'string' && textPieces.has(name)) fields[name] = old + value
    else fields[name] = value
  }
  return fields
}

/** Adds to the list itself: a copy per chunk would make a long reply slow. */
function appendItems(list: unknown[], items: readonly unknown[]): unknown[] {
  for (const item of items) list.push(item)
  return list
}

function toolCallOf(position: number, tool: { id?: string; name?: string; arguments?: string }) {
  return {
    id: tool.id ?? `call_${position}`,
    type: 'function' as const,
    function: { name: tool.name ?? '', arguments: tool.arguments ?? '' },
  }
}
