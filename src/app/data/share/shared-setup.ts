import { readBaseUrl } from '#app/data/connections/base-url.ts'
import { type Role, type ToolCall, roles } from '#app/data/message.ts'
import {
  type Setup,
  type SetupFieldName,
  buildSetup,
  maxPanes,
  rowOf,
  setupFieldNames,
  type setupFields,
} from '#app/data/setup.ts'
import { type JsonRecord, isRecord } from '#contract/json.ts'

/** A tool call of a shared message. Its result has no times, as nothing was measured where it is opened. */
export interface SharedToolCall extends Pick<ToolCall, 'id' | 'name' | 'arguments'> {
  result?: string
}

/** An attached file. Its type is decided by its bytes, as anyone can write a link. */
export interface SharedFile {
  name: string
  /** The bytes as base64. */
  data: string
}

/** A message of a shared setup. */
export interface SharedMessage {
  role: Role
  text: string
  /** The id of the model, for a reply; absent in messages by the user. */
  model?: string
  /** The attached files of a message by the user, if they were chosen to be shared; never empty. */
  files?: SharedFile[]
  /** The tool calls of a reply, with the texts of their results; never empty. */
  toolCalls?: SharedToolCall[]
}

type SharedName<Name extends SetupFieldName> = (typeof setupFields)[Name] extends { share?: { as: infer As } }
  ? As & string
  : never

/** The fields of a setup that a link can hold, under the names that their rows give them. */
export type SharedFields = { [Name in SetupFieldName as SharedName<Name>]?: Setup[Name] }

/** The setup of one pane, and the messages that were chosen to be shared. */
export interface SharedPane extends SharedFields {
  /** The server of its model, as `readBaseUrl` gives it, if that is not the service that serves the page; never with a key. */
  baseUrl?: string
  messages: SharedMessage[]
}

/** Everything that a link can hold. Other data can't be shared: no key, no header, no history. */
export interface SharedSetup {
  panes: SharedPane[]
  /** The unsent text in the message field. */
  draft: string
}

/** Why the payload of a link can't be read. */
export type PayloadFault = 'damaged' | 'too-large' | 'newer-version'

/** Why a link or file can't be opened. */
export type ShareFault = PayloadFault | 'not-a-setup'

/**
 * Limits for reading, since anyone can write a link: panes, messages per pane, bytes after inflating a link, and
 * characters of a file.
 */
export const limits = { panes: maxPanes, messages: 2000, inflatedBytes: 1024 * 1024, fileCharacters: 16 * 1024 * 1024 }

// Old links keep working: the names in a link may be added to, never changed.

const roleMarks: Record<Role, string> = { user: 'u', assistant: 'a', system: 's' }

/** A setup as the JSON of a link: what is empty is left out. */
export function writeSetup({ panes, draft }: SharedSetup): JsonRecord {
  return { panes: panes.map(writePane), ...(draft !== '' && { draft }) }
}

/** A setup from untrusted JSON; undefined if it is invalid. Unknown fields are dropped. */
export function readSetup(json: unknown): SharedSetup | undefined {
  if (!isRecord(json) || !Array.isArray(json['panes'])) return undefined
  const panes = json['panes'].slice(0, limits.panes).map(readPane)
  const whole = panes.filter((pane) => pane !== undefined)
  if (whole.length !== panes.length || whole.length === 0) return undefined
  return { panes: whole, draft: textOf(json['draft']) }
}

/** The fields of a setup that a link can hold. Its connection isn't one: ids belong to one browser. */
export function sharedFieldsOf(setup: Setup): SharedFields {
  const entries = setupFieldNames.flatMap((name) => {
    const { share, empty } = rowOf(name)
    const isLeftOut = share?.always !== true && isSame(setup[name], empty)
    return share && !isLeftOut ? [[share.as, setup[name]] as const] : []
  })
  return Object.fromEntries(entries)
}

/** The setup that these fields describe; what a link can't hold is empty. */
export function setupOfShared(fields: SharedFields): Setup {
  const values = new Map<string, Setup[SetupFieldName]>(Object.entries(fields))
  return buildSetup(setupFieldNames, (name) => {
    const { share, empty } = rowOf(name)
    return (share && values.get(share.as)) ?? empty
  })
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function writePane({ baseUrl, messages, ...fields }: SharedPane): JsonRecord {
  const setup = setupOfShared(fields)
  const entries = setupFieldNames.flatMap((name): [string, unknown][] => {
    const { share, empty } = rowOf(name)
    const [value, nothing] = [setup[name], empty].map((each) => share?.write?.(each) ?? each)
    return share && !isSame(value, nothing) ? [[share.key, value]] : []
  })
  return {
    ...Object.fromEntries(entries),
    ...(baseUrl !== undefined && { at: baseUrl }),
    ...(messages.length > 0 && { said: messages.map(writeMessage) }),
  }
}

function readPane(json: unknown): SharedPane | undefined {
  if (!isRecord(json)) return undefined
  const { at, said = [] } = json
  if (!Array.isArray(said) || said.length > limits.messages) return undefined
  const messages = said.map(readMessage)
  const whole = messages.filter((message) => message !== undefined)
  if (whole.length !== messages.length) return undefined
  // Normalized as the browser will call it, so that the user confirms the real host and not one that looks like it.
  const baseUrl = typeof at === 'string' ? readBaseUrl(at).baseUrl : undefined
  // Dropping an unusable address would silently send the pane's messages to this service instead.
  if (at !== undefined && baseUrl === undefined) return undefined
  const setup = buildSetup(setupFieldNames, (name) => {
    const { share, read, empty } = rowOf(name)
    return share ? (share.read ?? read)(json[share.key]) : empty
  })
  return {
    ...sharedFieldsOf(setup),
    ...(baseUrl !== undefined && { baseUrl }),
    messages: whole,
  }
}

function writeMessage({ role, text, model, toolCalls, files }: SharedMessage): unknown[] {
  // The places of a reply's model and tool calls are empty.
  if (files) return [roleMarks[role], text, null, null, files.map(({ name, data }) => [name, data])]
  return [
    roleMarks[role],
    text,
    ...(model === undefined ? [] : [model]),
    ...(model === undefined || !toolCalls ? [] : [toolCalls.map(writeToolCall)]),
  ]
}

function readMessage(json: unknown): SharedMessage | undefined {
  if (!Array.isArray(json)) return undefined
  const parts: readonly unknown[] = json
  const [mark, text, model, calls, fileList] = parts
  const role = roles.find((each) => roleMarks[each] === mark)
  if (role === undefined || typeof text !== 'string') return undefined
  if (role !== 'assistant' || typeof model !== 'string') {
    const files = Array.isArray(fileList) ? fileList.flatMap(readFile) : []
    return { role, text, ...(files.length > 0 && { files }) }
  }
  const toolCalls = Array.isArray(calls) ? calls.flatMap(readToolCall) : []
  return { role, text, model, ...(toolCalls.length > 0 && { toolCalls }) }
}

function writeToolCall({ id, name, arguments: json, result }: SharedToolCall): string[] {
  return [id, name, json, ...(result === undefined ? [] : [result])]
}

function readToolCall(json: unknown): NonNullable<SharedMessage['toolCalls']> {
  if (!Array.isArray(json)) return []
  const parts: readonly unknown[] = json
  const [id, name, text, result] = parts
  if (typeof id !== 'string' || typeof name !== 'string' || typeof text !== 'string') return []
  return [{ id, name, arguments: text, ...(typeof result === 'string' && { result }) }]
}

function readFile(json: unknown): SharedFile[] {
  const parts: readonly unknown[] = Array.isArray(json) ? json : []
  const [name, data] = parts
  return typeof name === 'string' && typeof data === 'string' ? [{ name, data }] : []
}

function textOf(json: unknown): string {
  return typeof json === 'string' ? json : ''
}
