import type { FinishReason, Usage } from '#contract/chat.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { isRecord, type JsonRecord } from '#contract/json.ts'
import { plainText } from '#contract/plain-text.ts'
import type { Message, ProgressPoint, ReplyState, ToolCall } from '#app/data/message.ts'
import { roles } from '#app/data/role-names.ts'

/** A file does not hold what it should; says where. */
export class Misread extends Error {
  constructor(where: string, what: string) {
    super(`${where} ${what}.`)
  }
}

const states: readonly ReplyState[] = ['waiting', 'streaming', 'done', 'stopped', 'failed', 'interrupted']
const finishReasons: readonly FinishReason[] = ['stop', 'length', 'tool_calls', 'content_filter']
/** Longer ids are none of ours. */
const longestId = 200
/** Of what is shown in a line, in characters, and of what a failure says. */
export const longestName = 500
const longestFailure = 4000

/** Reads a message from a file. What stands in it beyond the fields that are known is left out. Throws `Misread`. */
export function readMessage(json: unknown, where: string): Message {
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
