import { type JsonRecord, isRecord, parseJson } from '#contract/json.ts'
import type { ChatCompletion } from '#contract/chat.ts'
import { isTokenCount } from '#contract/rate-of.ts'

/*
 * What the translations between the chat contract and other interfaces share. A translation never drops a field in
 * silence: what has no counterpart is refused by name.
 */

/** A request that can't be translated. The message names the field and says what to do; `param` is its path. */
export class UntranslatableRequest extends Error {
  override readonly name = 'UntranslatableRequest'
  readonly param: string

  constructor(param: string, message: string) {
    super(message)
    this.param = param
  }
}

/** Throws for a field; `advice` is a sentence that begins after its name, such as “must be a string.” */
export function refuseField(param: string, advice: string): never {
  throw new UntranslatableRequest(param, `${param} ${advice}`)
}

/** The value as an object. */
export function readRecord(value: unknown, param: string): JsonRecord {
  return isRecord(value) ? value : refuseField(param, 'must be an object.')
}

/** The value as a list. */
export function readList(value: unknown, param: string): readonly unknown[] {
  return Array.isArray(value) ? value : refuseField(param, 'must be an array.')
}

export function readText(value: unknown, param: string): string {
  return typeof value === 'string' ? value : refuseField(param, 'must be a string.')
}

/** Null counts as absent, as in the contract. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

/** Refuses the fields that are present, but neither translated nor known to have no effect here. */
export function refuseOthers(fields: JsonRecord, known: ReadonlySet<string>, param: string): void {
  for (const name of Object.keys(fields)) {
    if (known.has(name) || isAbsent(fields[name])) continue
    const path = param === '' ? name : `${param}.${name}`
    refuseField(path.slice(0, 200), 'can’t be translated for the engines of this service. Leave it out.')
  }
}

/** The path of an element or a member. */
export function at(param: string, key: string | number): string {
  if (typeof key === 'number') return `${param}[${key}]`
  return param === '' ? key : `${param}.${key}`
}

/** A member that is a count; undefined otherwise. */
export function countIn(fields: unknown, name: string): number | undefined {
  const value = isRecord(fields) ? fields[name] : undefined
  return isTokenCount(value) ? value : undefined
}

/**
 * Reasoning that its maker signed or encrypted, which it wants back unchanged with the results of tools. Travels as
 * `thinking_blocks` beside `reasoning_content`, in deltas and in messages.
 */
export type SignedThinking =
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }

/** The signed reasoning of a delta or message; other values are skipped. */
export function readSignedThinking(value: unknown): SignedThinking[] {
  if (!Array.isArray(value)) return []
  return value.filter(isRecord).flatMap((block): SignedThinking[] => {
    const { type, thinking, signature, data } = block
    if (type === 'redacted_thinking' && typeof data === 'string') return [{ type, data }]
    if (type !== 'thinking' || typeof thinking !== 'string' || typeof signature !== 'string') return []
    return signature === '' ? [] : [{ type, thinking, signature }]
  })
}

/**
 * The messages with the results of tools right after their calls: engines refuse anything between them, such as the images of
 * an earlier result.
 */
export function resultsFirst(messages: readonly JsonRecord[]): JsonRecord[] {
  const ordered: JsonRecord[] = []
  let others: JsonRecord[] = []
  for (const message of messages) {
    if (message['role'] === 'assistant') {
      ordered.push(...others, message)
      others = []
    } else if (message['role'] === 'tool') ordered.push(message)
    else others.push(message)
  }
  return [...ordered, ...others]
}

/** The first choice of a completion: interfaces without choices have only one. */
export function onlyChoice({ choices }: ChatCompletion): ChatCompletion['choices'][number] | undefined {
  return choices.find(({ index }) => index === 0) ?? choices[0]
}

/** The arguments of a tool call; undefined unless they are the text of a JSON object. None at all is an empty object. */
export function readArguments(text: string): JsonRecord | undefined {
  if (text.trim() === '') return {}
  const value = parseJson(text)
  return isRecord(value) ? value : undefined
}

/** One server-sent event with a name. JSON has no line breaks, so the data is one line. */
export function eventFrame(name: string, data: JsonRecord): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
