import { type Message, type ProgressPoint, type ReplyState, type ToolCall, newId, roles } from '#app/data/message.ts'
import { type Setup, mostPanes } from '#app/data/setup.ts'
import type { FinishReason, Usage } from '#contract/chat.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { type JsonRecord, isRecord, parseJson } from '#contract/json.ts'
import { readParameters } from '#contract/parameters.ts'
import { plainText } from '#contract/plain-text.ts'
import type { HistoryDb } from './history-db.ts'
import { type FileConversation, type FilePane, fileFormat, fileVersion } from './history-file.ts'
import { type StoredConversation, type StoredMessage, openingOf } from './rows.ts'

/** A file does not hold what it should; says where. */
class Misread extends Error {
  constructor(where: string, what: string) {
    super(`${where} ${what}.`)
  }
}

const states: readonly ReplyState[] = ['waiting', 'streaming', 'done', 'stopped', 'failed', 'interrupted']
const finishReasons: readonly FinishReason[] = ['stop', 'length', 'tool_calls', 'content_filter']
/** Longer ids are none of ours. */
const longestId = 200
/** Of what is shown in a line, in characters, and of what a failure says. */
const longestName = 500
const longestFailure = 4000

/** Reads a message from a file. What stands in it beyond the fields that are known is left out. Throws `Misread`. */
function readMessage(json: unknown, where: string): Message {
  if (!isRecord(json)) throw new Misread(where, 'is no object')
  const { kind, id, parent = null, createdAt, text } = json
  if (!isId(id)) throw new Misread(where, 'has no id')
  if (parent !== null && !isId(parent)) throw new Misread(where, 'follows a message without an id')
  if (!isNumber(createdAt)) throw new Misread(where, 'lacks the time it was written')
  if (typeof text !== 'string') throw new Misread(where, 'has no text')
  const base = { id, parent, createdAt, text }
  if (kind === 'reply') return { kind, ...base, ...readReply(json, where) }
  if (kind !== 'written') throw new Misread(where, 'is neither written nor a reply')
  const role = roles.find((each) => each === json['role'])
  if (!role) throw new Misread(where, `must be by one of ${roles.join(', ')}`)
  return { kind, ...base, role }
}

function readReply(json: JsonRecord, where: string) {
  const { modelId, connectionId, reasoning, continuedFrom, sentAt, deltas, progress, sentCharacters } = json
  const state = states.find((each) => each === json['state'])
  if (typeof modelId !== 'string') throw new Misread(where, 'does not name its model')
  if (!state) throw new Misread(where, `must be one of ${states.join(', ')}`)
  return {
    modelId: plainText(modelId, longestName),
    connectionId: typeof connectionId === 'string' ? connectionId : null,
    ...(typeof json['keyed'] === 'boolean' && { keyed: json['keyed'] }),
    // Nothing more of it will come to where it is read.
    state: state === 'waiting' || state === 'streaming' ? ('interrupted' as const) : state,
    ...(json['edited'] === true && { edited: true }),
    reasoning: typeof reasoning === 'string' ? reasoning : '',
    ...(Array.isArray(json['toolCalls']) && { toolCalls: json['toolCalls'].flatMap(readToolCall) }),
    continuedFrom: isNumber(continuedFrom) ? continuedFrom : 0,
    sentAt: isNumber(sentAt) ? sentAt : 0,
    firstDeltaAt: numberOrNull(json['firstDeltaAt']),
    firstTextAt: numberOrNull(json['firstTextAt']),
    lastDeltaAt: numberOrNull(json['lastDeltaAt']),
    deltas: isNumber(deltas) ? deltas : 0,
    ...(Array.isArray(progress) && { progress: progress.flatMap(readPoint) }),
    ...(isNumber(sentCharacters) && { sentCharacters }),
    usage: readUsage(json['usage']),
    finishReason: finishReasons.find((each) => each === json['finishReason']) ?? null,
    failure: readFailure(json['failure']),
    refusedWith: numberOrNull(json['refusedWith']),
    retryAt: numberOrNull(json['retryAt']),
  }
}

function readToolCall(json: unknown, place: number): ToolCall[] {
  if (!isRecord(json) || typeof json['name'] !== 'string' || typeof json['arguments'] !== 'string') return []
  const { index, id, name, arguments: text } = json
  return [
    {
      index: isNumber(index) ? index : place,
      id: typeof id === 'string' ? id : '',
      name: plainText(name, longestName),
      arguments: text,
    },
  ]
}

function readPoint(json: unknown): ProgressPoint[] {
  if (!isRecord(json) || !isNumber(json['at']) || !isNumber(json['pieces'])) return []
  return [{ at: json['at'], pieces: json['pieces'] }]
}

function readUsage(json: unknown): Usage | null {
  if (!isRecord(json)) return null
  const { prompt_tokens, completion_tokens, total_tokens } = json
  if (!isNumber(prompt_tokens) || !isNumber(completion_tokens) || !isNumber(total_tokens)) return null
  return { prompt_tokens, completion_tokens, total_tokens }
}

function readFailure(json: unknown): ErrorDetail | null {
  if (!isRecord(json) || typeof json['message'] !== 'string') return null
  const { message, type, param, code } = json
  return {
    message: plainText(message, longestFailure),
    type: wordOrNull(type) ?? 'unknown',
    param: wordOrNull(param),
    code: wordOrNull(code),
  }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longestId
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function numberOrNull(value: unknown): number | null {
  return isNumber(value) ? value : null
}

function wordOrNull(value: unknown): string | null {
  return typeof value === 'string' ? plainText(value, longestName) : null
}

/** The largest file that is opened, in bytes; larger ones would stop the page for long. */
export const largestFile = 100 * 1024 * 1024
const mostConversations = 20_000

/**
 * Reads a file of conversations. A file that is none, is damaged, or comes from a later version is refused with a
 * sentence that says where and why; then nothing of it is taken.
 */
export function readHistoryFile(text: string): { conversations: FileConversation[] } | { refusal: string } {
  const file = parseJson(text)
  if (file === undefined) return refuse('It is no JSON. Choose a file that “Export” of Parley made.')
  if (!isRecord(file) || file['format'] !== fileFormat)
    return refuse('It holds no conversations of Parley. Choose a file that “Export” of Parley made.')
  const { version, conversations } = file
  if (typeof version === 'number' && version > fileVersion)
    return refuse(
      `It was made by a newer Parley (version ${version} of the format). Update this one, then import again.`,
    )
  if (version !== fileVersion) return refuse('Its version is missing. Export the conversations again.')
  if (!Array.isArray(conversations)) return refuse('Its list of conversations is missing. Export them again.')
  if (conversations.length > mostConversations)
    return refuse(`It holds more than ${mostConversations} conversations. Export them in parts.`)
  try {
    return { conversations: conversations.map((each, index) => readConversation(each, `Conversation ${index + 1}`)) }
  } catch (error) {
    if (error instanceof Misread) return refuse(`${error.message} Export the conversations again.`)
    throw error
  }
}

function refuse(refusal: string): { refusal: string } {
  return { refusal }
}

function readConversation(json: unknown, where: string): FileConversation {
  if (!isRecord(json)) throw new Misread(where, 'is no object')
  const { title = null, pinned, createdAt, updatedAt, detached, draft, panes } = json
  if (title !== null && typeof title !== 'string') throw new Misread(where, 'has a title that is no text')
  if (!isTime(createdAt) || !isTime(updatedAt)) throw new Misread(where, 'lacks the time it was made or last used')
  if (!Array.isArray(panes) || panes.length === 0 || panes.length > mostPanes)
    throw new Misread(where, `must have 1 to ${mostPanes} panes`)
  return {
    title: title === null ? null : plainText(title, longestName),
    pinned: pinned === true,
    createdAt,
    updatedAt,
    detached: detached === true,
    draft: typeof draft === 'string' ? draft : '',
    panes: panes.map((pane, index) => readPane(pane, `${where}, pane ${index + 1}`)),
  }
}

function readPane(json: unknown, where: string): FilePane {
  if (!isRecord(json) || !Array.isArray(json['messages'])) throw new Misread(where, 'has no list of messages')
  const messages = json['messages'].map((each, index) => readMessage(each, `${where}, message ${index + 1}`))
  const ids = new Set(messages.map(({ id }) => id))
  if (ids.size !== messages.length) throw new Misread(where, 'has two messages with the same id')
  const { tip, draft, queued, setup } = json
  return {
    setup: readSetup(isRecord(setup) ? setup : {}),
    tip: typeof tip === 'string' && ids.has(tip) ? tip : (messages.at(-1)?.id ?? null),
    draft: typeof draft === 'string' ? draft : '',
    ...(Array.isArray(queued) && { queued: queued.filter((each) => typeof each === 'string') }),
    messages,
  }
}

function readSetup({ modelId, connectionId, systemPrompt, parameters, extraBody }: JsonRecord): Setup {
  return {
    modelId: typeof modelId === 'string' ? plainText(modelId, longestName) : null,
    connectionId: typeof connectionId === 'string' ? connectionId : null,
    systemPrompt: typeof systemPrompt === 'string' ? systemPrompt : '',
    parameters: readParameters(parameters),
    extraBody: typeof extraBody === 'string' ? extraBody : '',
  }
}

/** Dates can show it. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 8.64e15
}

/** Adds conversations of a file, each under ids of its own, so that nothing that is here is overwritten. All or none. */
export async function importConversations(db: HistoryDb, conversations: readonly FileConversation[]): Promise<void> {
  const rows = conversations.map(withNewIds)
  await db.transaction('rw', db.conversations, db.messages, async () => {
    await db.conversations.bulkAdd(rows.map(({ row }) => row))
    await db.messages.bulkAdd(rows.flatMap(({ messages }) => messages))
  })
}

function withNewIds({ panes, ...fields }: FileConversation): { row: StoredConversation; messages: StoredMessage[] } {
  const conversationId = newId()
  const made = panes.map(({ messages, tip, ...pane }) => {
    const paneId = newId()
    const idOf = new Map(messages.map(({ id }) => [id, newId()]))
    const own = (id: string | null) => (id === null ? null : (idOf.get(id) ?? null))
    const copies = messages.map((each): Message => ({ ...each, id: own(each.id) ?? newId(), parent: own(each.parent) }))
    return {
      row: { ...pane, id: paneId, tip: own(tip) },
      messages: copies.map((message, place) => ({
        conversationId,
        paneId,
        id: message.id,
        place,
        stamp: newId(),
        message,
      })),
    }
  })
  const all = made.flatMap(({ messages }) => messages)
  return {
    row: {
      ...fields,
      id: conversationId,
      opening: openingOf(all.map(({ message }) => message)),
      deletedAt: null,
      panes: made.map(({ row }) => row),
    },
    messages: all,
  }
}
