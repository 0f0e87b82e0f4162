import { readBaseUrl } from '#app/data/connections/base-url.ts'
import { type Setup, emptySetup, readRequestFields, requestFieldsOf, rowOf } from '#app/data/setup.ts'
import { isRecord, parseJson } from '#contract/json.ts'
import { indentJson, joinMembers, rawMembers } from '#contract/raw-json.ts'
import { looksLikeCurl } from './looks-like-curl.ts'
import {
  type ShareFault,
  type SharedMessage,
  type SharedSetup,
  limits,
  readSetup,
  sharedFieldsOf,
} from './shared-setup.ts'

/** The words of a POSIX shell command, with quotes and escapes resolved; undefined if a quote is not closed. */
export function shellWords(command: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let at = 0
  while (at < command.length) {
    const char = command.charAt(at)
    if (/\s/u.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
      at += 1
      continue
    }
    const piece = readPiece(command, at)
    if (!piece) return undefined
    // A backslash at the end of a line joins two lines and is not a word.
    if (piece.text !== null) word = (word ?? '') + piece.text
    at = piece.end
  }
  return word === undefined ? words : [...words, word]
}

interface Piece {
  text: string | null
  end: number
}

function readPiece(command: string, at: number): Piece | undefined {
  const char = command.charAt(at)
  if (char === "'") {
    const end = command.indexOf("'", at + 1)
    return end < 0 ? undefined : { text: command.slice(at + 1, end), end: end + 1 }
  }
  if (char === '"') return readQuoted(command, at + 1, '"', (next) => (/["\\$`]/u.test(next) ? next : `\\${next}`))
  if (char === '$' && command.charAt(at + 1) === "'")
    return readQuoted(command, at + 2, "'", (next) => ansi[next] ?? `\\${next}`)
  if (char !== '\\') return { text: char, end: at + 1 }
  const line = /^\r?\n/u.exec(command.slice(at + 1))
  return line ? { text: null, end: at + 1 + line[0].length } : { text: command.charAt(at + 1), end: at + 2 }
}

function readQuoted(
  command: string,
  from: number,
  quote: string,
  unescape: (next: string) => string,
): Piece | undefined {
  let text = ''
  for (let at = from; at < command.length; at++) {
    const char = command.charAt(at)
    if (char === quote) return { text, end: at + 1 }
    if (char !== '\\') {
      text += char
      continue
    }
    at += 1
    const next = command.charAt(at)
    const code = quote === "'" && next === 'u' ? /^[\da-f]{4}/iu.exec(command.slice(at + 1))?.[0] : undefined
    if (code !== undefined) at += code.length
    if (next !== '\n') text += code === undefined ? unescape(next) : String.fromCharCode(Number.parseInt(code, 16))
  }
  return undefined
}

/** The escapes within `$'…'`, which browsers use when they copy a request as curl. */
const ansi: Record<string, string> = { n: '\n', r: '\r', t: '\t', "'": "'", '"': '"', '\\': '\\', '!': '!' }

/** Fields of a body that are read into other parts of a setup, or ignored. */
const handledFields = new Set(['model', 'messages', 'stream', 'stream_options'])

/**
 * The setup that would send this chat request; undefined if the JSON isn't one. A first system message becomes the
 * system prompt, and a last user message the draft, so that sending it sends the same request.
 */
function setupFromRequest(json: string): SharedSetup | undefined {
  const body = parseJson(json)
  if (!isRecord(body) || !Array.isArray(body['messages'])) return undefined
  const messages = body['messages'].map(messageOf)
  const said = messages.filter((message) => message !== undefined)
  if (said.length !== messages.length) return undefined
  const hasSystem = said[0]?.role === 'system'
  const rest = hasSystem ? said.slice(1) : said
  const draft = rest.at(-1)?.role === 'user' ? (rest.at(-1)?.text ?? '') : ''
  const read: Setup = { ...emptySetup, ...readRequestFields(body) }
  const setup = {
    ...read,
    modelId: rowOf('modelId').read(body['model']),
    systemPrompt: hasSystem ? (said[0]?.text ?? '') : '',
    extraBody: extraOf(rawMembers(json), new Set(Object.keys(requestFieldsOf(read)))),
  }
  return { panes: [{ ...sharedFieldsOf(setup), messages: draft === '' ? rest : rest.slice(0, -1) }], draft }
}

function extraOf(members: ReadonlyMap<string, string>, read: ReadonlySet<string>): string {
  const extra = [...members].filter(([name]) => !handledFields.has(name) && !read.has(name))
  return extra.length === 0 ? '' : indentJson(joinMembers(extra))
}

function messageOf(json: unknown): SharedMessage | undefined {
  if (!isRecord(json)) return undefined
  const { role, content } = json
  const text = textOf(content)
  if (text === undefined) return undefined
  if (role === 'developer') return { role: 'system', text }
  return role === 'system' || role === 'user' || role === 'assistant' ? { role, text } : undefined
}

/** The text of a message's content; undefined if it holds anything but text. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  const texts = content.map((part: unknown) => (isRecord(part) && part['type'] === 'text' ? part['text'] : undefined))
  return texts.every((text) => typeof text === 'string') ? texts.join('') : undefined
}

const dataOptions = new Set(['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--json'])

/**
 * The setup in a curl command for a chat; undefined if there is none. Headers are dropped, including the key. `own` is
 * the origin of this page's service, whose models need no connection.
 */
function setupFromCurl(command: string, own: string): SharedSetup | undefined {
  const { text, here } = withoutHereDocument(command.trim().replace(/^\$\s+/u, ''))
  const words = shellWords(text)
  if (words?.[0] !== 'curl') return undefined
  let data = here
  let address: string | undefined
  for (const [at, word] of words.entries()) {
    const [name = '', joined] = word.startsWith('--') ? word.split(/=(.*)/su) : [word]
    if (dataOptions.has(name)) {
      const value = joined ?? words[at + 1] ?? ''
      if (!value.startsWith('@')) data = value
    } else if (/^https?:\/\//u.test(word) && word.includes('/chat/completions')) address = word
  }
  const setup = setupFromRequest(data ?? '')
  const reading = address === undefined ? undefined : readBaseUrl(address)
  if (!setup || reading?.baseUrl === undefined) return undefined
  if (new URL(reading.baseUrl).origin === own) return setup
  return { ...setup, panes: setup.panes.map((pane) => ({ ...pane, baseUrl: reading.baseUrl })) }
}

/** Splits a command from its here-document (`<<'WORD'` … `WORD`). */
function withoutHereDocument(command: string): { text: string; here: string | undefined } {
  const found = /^(.*?)<<-?\s*(['"]?)(\w+)\2[^\n]*\n(.*?)\n\3\s*$/su.exec(command)
  return found ? { text: found[1] ?? '', here: found[4] } : { text: command, here: undefined }
}

/** A setup from a file or the clipboard: an exported setup, the body of a chat request, or a curl command. */
export function setupFromText(text: string, ownOrigin: string): SharedSetup | ShareFault {
  if (text.length > limits.fileCharacters) return 'too-large'
  if (looksLikeCurl(text)) return setupFromCurl(text, ownOrigin) ?? 'not-a-setup'
  const json = parseJson(text)
  if (!isRecord(json)) return json === undefined ? 'damaged' : 'not-a-setup'
  return readSetup(json) ?? setupFromRequest(text) ?? 'not-a-setup'
}
