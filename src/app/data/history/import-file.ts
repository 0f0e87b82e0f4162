import { type Attachment, missingHash, readAttachments } from '#app/data/attachments/attachment.ts'
import { receiveFile } from '#app/data/attachments/read-attachment.ts'
import { type Message, type ProgressPoint, type ReplyState, type ToolCall, newId, roles } from '#app/data/message.ts'
import { readResponseFormat } from '#app/data/response-format.ts'
import { type Setup, maxPanes, readStoredSetup } from '#app/data/setup.ts'
import type { TokenProbability } from '#contract/chat-event.ts'
import type { FinishReason, Usage } from '#contract/chat.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { type JsonRecord, isRecord, parseJson } from '#contract/json.ts'
import { plainText } from '#contract/plain-text.ts'
import type { HistoryDb } from './history-db.ts'
import { hashesField, writeAttachments } from './attachment-rows.ts'
import { type FileConversation, type FilePane, fileFormat, fileVersion } from './history-file.ts'
import { type StoredConversation, type StoredMessage, openingOf, readTurns } from './rows.ts'

/** Thrown for invalid content of a file; says where it is. */
class ImportError extends Error {
  constructor(where: string, what: string) {
    super(`${where} ${what}.`)
  }
}

const states: readonly ReplyState[] = ['waiting', 'streaming', 'done', 'stopped', 'failed', 'interrupted']
const finishReasons: readonly FinishReason[] = ['stop', 'length', 'tool_calls', 'content_filter']
/** The maximum length of an id, in characters; ours are shorter. */
const longestId = 200
/** The maximum length of one-line texts and of failure messages, in characters. */
const longestName = 500
const longestFailure = 4000

/** Reads a message from a file; unknown fields are dropped. Throws `ImportError`. */
function readMessage(json: unknown, where: string): Message {
  if (!isRecord(json)) throw new ImportError(where, 'isn’t an object')
  const { kind, id, parent = null, createdAt, text } = json
  if (!isId(id)) throw new ImportError(where, 'has no id')
  if (parent !== null && !isId(parent)) throw new ImportError(where, 'follows a message without an id')
  if (!isNumber(createdAt)) throw new ImportError(where, 'has no creation time')
  if (typeof text !== 'string') throw new ImportError(where, 'has no text')
  const base = { id, parent, createdAt, text }
  if (kind === 'reply') return { kind, ...base, ...readReply(json, where) }
  if (kind !== 'written') throw new ImportError(where, 'has an unknown kind')
  const role = roles.find((each) => each === json['role'])
  if (!role) throw new ImportError(where, `must have one of these roles: ${roles.join(', ')}`)
  return { kind, ...base, role, ...readFiles('attachments', json) }
}

function readFiles(name: 'attached' | 'attachments', json: JsonRecord) {
  const attachments = readAttachments(json[name])
  return attachments.length > 0 ? { [name]: attachments } : {}
}

function readReply(json: JsonRecord, where: string) {
  const { modelId, connectionId, reasoning, continuedFrom, sentAt, deltas, progress, sentCharacters } = json
  const state = states.find((each) => each === json['state'])
  if (typeof modelId !== 'string') throw new ImportError(where, 'has no model')
  if (!state) throw new ImportError(where, `must have one of these states: ${states.join(', ')}`)
  return {
    modelId: plainText(modelId, longestName),
    connectionId: typeof connectionId === 'string' ? connectionId : null,
    ...(typeof json['keyed'] === 'boolean' && { keyed: json['keyed'] }),
    // A reply that was streaming when it was exported never continues.
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
    ...(Array.isArray(json['tokens']) && { tokens: json['tokens'].flatMap(readToken) }),
    ...(isRecord(json['format']) && { format: readResponseFormat(json['format']) }),
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
      ...readToolResult(json['result']),
    },
  ]
}

function readToolResult(json: unknown): Pick<ToolCall, 'result'> {
  if (!isRecord(json) || typeof json['text'] !== 'string') return {}
  const { text, isDraft, startedAt, endedAt } = json
  return {
    result: {
      text,
      ...(isDraft === true && { isDraft }),
      startedAt: isNumber(startedAt) ? startedAt : 0,
      endedAt: isNumber(endedAt) ? endedAt : 0,
    },
  }
}

function readPoint(json: unknown): ProgressPoint[] {
  if (!isRecord(json) || !isNumber(json['at']) || !isNumber(json['pieces'])) return []
  return [{ at: json['at'], pieces: json['pieces'] }]
}

function readToken(json: unknown): TokenProbability[] {
  if (!isRecord(json) || typeof json['token'] !== 'string' || !isNumber(json['logprob'])) return []
  const { token, logprob, top } = json
  return [{ token, logprob, top: Array.isArray(top) ? top.flatMap(readAlternative) : [] }]
}

function readAlternative(json: unknown): [string, number][] {
  const pair: readonly unknown[] = Array.isArray(json) ? json : []
  const [token, logprob] = pair
  return typeof token === 'string' && isNumber(logprob) ? [[token, logprob]] : []
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

/** The maximum size of a file, in bytes; larger ones would block the page. */
export const largestFile = 100 * 1024 * 1024
const mostConversations = 20_000

interface HistoryFile {
  conversations: FileConversation[]
  /** The attached files as base64, by the hashes that the file claims. */
  files: ReadonlyMap<string, string>
}

/**
 * Reads an export file. If it is invalid, damaged or from a newer version, nothing is imported, and `refusal` says
 * where and why.
 */
export function readHistoryFile(text: string): HistoryFile | { refusal: string } {
  const file = parseJson(text)
  if (file === undefined) return refuse('This isn’t valid JSON. Choose a file exported from Parley.')
  if (!isRecord(file) || file['format'] !== fileFormat)
    return refuse('It contains no Parley conversations. Choose a file exported from Parley.')
  const { version, conversations, files } = file
  if (typeof version === 'number' && version > fileVersion)
    return refuse(
      `It was made with a newer version of Parley (format version ${version}). Update Parley, then import again.`,
    )
  if (version !== fileVersion) return refuse('Its version is missing. Export the conversations again.')
  if (!Array.isArray(conversations)) return refuse('Its list of conversations is missing. Export them again.')
  if (conversations.length > mostConversations)
    return refuse(`It contains more than ${mostConversations} conversations. Export fewer at a time.`)
  try {
    return {
      conversations: conversations.map((each, index) => readConversation(each, `Conversation ${index + 1}`)),
      files: new Map(Object.entries(isRecord(files) ? files : {}).filter(isTextEntry)),
    }
  } catch (error) {
    if (error instanceof ImportError) return refuse(`${error.message} Export the conversations again.`)
    throw error
  }
}

function isTextEntry(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string'
}

function refuse(refusal: string): { refusal: string } {
  return { refusal }
}

function readConversation(json: unknown, where: string): FileConversation {
  if (!isRecord(json)) throw new ImportError(where, 'isn’t an object')
  const { title = null, pinned, createdAt, updatedAt, detached, draft, panes } = json
  if (title !== null && typeof title !== 'string') throw new ImportError(where, 'has a title that isn’t text')
  if (!isTime(createdAt) || !isTime(updatedAt)) throw new ImportError(where, 'has no creation or update time')
  if (!Array.isArray(panes) || panes.length === 0 || panes.length > maxPanes)
    throw new ImportError(where, `must have 1 to ${maxPanes} panes`)
  return {
    title: title === null ? null : plainText(title, longestName),
    pinned: pinned === true,
    createdAt,
    updatedAt,
    detached: detached === true,
    draft: typeof draft === 'string' ? draft : '',
    ...readFiles('attached', json),
    panes: panes.map((pane, index) => readPane(pane, `${where}, pane ${index + 1}`)),
  }
}

function readPane(json: unknown, where: string): FilePane {
  if (!isRecord(json) || !Array.isArray(json['messages'])) throw new ImportError(where, 'has no list of messages')
  const messages = json['messages'].map((each, index) => readMessage(each, `${where}, message ${index + 1}`))
  const ids = new Set(messages.map(({ id }) => id))
  if (ids.size !== messages.length) throw new ImportError(where, 'has two messages with the same id')
  const { tip, draft, queued, setup } = json
  return {
    setup: readSetup(isRecord(setup) ? setup : {}),
    tip: typeof tip === 'string' && ids.has(tip) ? tip : (messages.at(-1)?.id ?? null),
    draft: typeof draft === 'string' ? draft : '',
    ...readFiles('attached', json),
    ...(Array.isArray(queued) && { queued: readTurns(queued) }),
    messages,
  }
}

function readSetup(json: JsonRecord): Setup {
  const setup = readStoredSetup(json)
  return setup.modelId === null ? setup : { ...setup, modelId: plainText(setup.modelId, longestName) }
}

/** Whether `Date` can represent it. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 8.64e15
}

/**
 * Imports conversations under new ids, so that existing ones are never overwritten. All or none. `files` are their attached
 * files as base64, by the hashes that the export claims.
 */
export async function importConversations(
  db: HistoryDb,
  conversations: readonly FileConversation[],
  files: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const received = new Map<string, Attachment>()
  for (const [hash, data] of files) {
    // One at a time, as each may be many megabytes.
    const attachment = await receiveFile(data, '')
    if (attachment) received.set(hash, attachment)
  }
  const rows = conversations.map((each) => withNewIds(withReceived(each, received)))
  const hashes = [...received.values()].map(({ hash }) => hash)
  await db.transaction('rw', db.conversations, db.messages, db.attachments, async () => {
    await writeAttachments(db, hashes, Date.now())
    await db.conversations.bulkAdd(rows.map(({ row }) => row))
    await db.messages.bulkAdd(rows.flatMap(({ messages }) => messages))
  })
}

/** What a file says about an attachment counts only as far as its bytes agree. One without bytes can't be sent. */
function withReceived(conversation: FileConversation, received: ReadonlyMap<string, Attachment>): FileConversation {
  const checked = (attachments: readonly Attachment[]) =>
    attachments.map((each) => {
      const real = received.get(each.hash)
      return real ? { ...real, name: each.name } : { ...each, hash: missingHash }
    })
  const draftOf = <Draft extends { attached?: readonly Attachment[] }>(draft: Draft) => ({
    ...draft,
    ...(draft.attached && { attached: checked(draft.attached) }),
  })
  return {
    ...draftOf(conversation),
    panes: conversation.panes.map((pane) => ({
      ...draftOf(pane),
      ...(pane.queued && {
        queued: pane.queued.map((turn) =>
          typeof turn === 'string' ? turn : { ...turn, attachments: checked(turn.attachments) },
        ),
      }),
      messages: pane.messages.map((message) =>
        message.kind === 'written' && message.attachments
          ? { ...message, attachments: checked(message.attachments) }
          : message,
      ),
    })),
  }
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
        ...hashesField(message),
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
