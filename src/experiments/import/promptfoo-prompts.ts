import { isRecord, isShallow, parseJson } from '#contract/json.ts'
import type { Prompt, PromptMessage } from '#experiments/definition.ts'
import { convertTemplate } from './nunjucks.ts'
import { type Notices, quote } from './notices.ts'
import { parseYaml } from './safe-yaml.ts'

/** The pattern of file references takes quadratic time. */
const longestPath = 500

export interface NamedPrompt {
  /** The label in the file, or "Prompt 2". */
  name: string
  /** What `prompts` of a provider may call it. */
  keys: string[]
  prompt: Prompt
}

/** Files are referred to by a URL, by a path with an ending, or by a path with wildcards. */
const fileReference =
  /^(?:(?:file|exec|python|huggingface):|[^\s{}]+\.(?:txt|json|jsonl|ya?ml|csv|md|j2|[cm]?[jt]s|py)$|[^\s{}]*\/[^\s{}]*\*)/u

/** Converts promptfoo's `prompts`: texts, chats as JSON or YAML text, or objects with `raw` and `label`. */
export function convertPrompts(source: unknown, notices: Notices): NamedPrompt[] {
  // Without prompts, promptfoo sends the variable of this name.
  const list: unknown[] = Array.isArray(source) ? source : [source ?? '{{prompt}}']
  return list.flatMap((each, at) => {
    const name = `Prompt ${at + 1}`
    const object = isRecord(each) ? each : {}
    const raw = isRecord(each) ? (each['raw'] ?? each['id']) : each
    if (typeof raw !== 'string') {
      notices.add(`${name} can’t be mapped: it is neither a text nor an object with “raw”.`)
      return []
    }
    if (raw.length <= longestPath && fileReference.test(raw.trim())) {
      notices.add(`${name} is in the file ${quote(raw.trim())}, which can’t be read. Copy its text into the prompt.`)
      return []
    }
    for (const member of Object.keys(object))
      if (!['raw', 'label', 'id', 'display'].includes(member))
        notices.add(`The setting ${quote(member)} of ${name} can’t be mapped.`)
    const keys = [object['label'], object['id'], raw].filter((key) => typeof key === 'string')
    const { label } = object
    return [{ name: typeof label === 'string' ? label : name, keys, prompt: promptOf(raw, name, notices) }]
  })
}

function promptOf(raw: string, name: string, notices: Notices): Prompt {
  const convert = (text: string) => {
    const { text: converted, unsupported } = convertTemplate(text)
    for (const each of unsupported)
      notices.add(`${name} contains ${quote(each)}, which has no counterpart here. Replace it.`)
    return converted
  }
  const chat = chatOf(raw)
  const messages = chat?.map((each) => messageOf(each, convert))
  if (messages?.every((each) => each !== undefined)) return { messages, tools: [] }
  if (chat) notices.add(`${name} has messages with a role that isn’t supported. It was imported as text.`)
  return { messages: [{ role: 'user', content: convert(raw) }], tools: [] }
}

/** Messages in JSON, or in YAML as promptfoo recognizes it. */
function chatOf(raw: string): unknown[] | undefined {
  // `{{name | dump}}` writes a text with its quotation marks.
  const json = raw.replaceAll(
    /(?<!")\{\{\s{0,9}(\w{1,99})\s{0,9}\|\s{0,9}dump(?:\s{0,9}\|\s{0,9}safe)?\s{0,9}\}\}/gu,
    '"{{$1}}"',
  )
  const value = /^\s*\[/u.test(raw) ? parseJson(json) : /^\s*- role:/u.test(raw) ? yamlOf(raw) : undefined
  if (!Array.isArray(value) || value.length === 0 || !isShallow(value, 50)) return undefined
  return value.every((each) => isRecord(each) && typeof each['role'] === 'string') ? value : undefined
}

function yamlOf(raw: string): unknown {
  const parsed = parseYaml(raw)
  return 'problem' in parsed ? undefined : parsed.value
}

function messageOf(source: unknown, convert: (text: string) => string): PromptMessage | undefined {
  const mapped = mapTexts(source, convert)
  if (!isRecord(mapped)) return undefined
  const { content = null } = mapped
  // OpenAI's newer name for the same.
  const role = mapped['role'] === 'developer' ? 'system' : mapped['role']
  if (role !== 'system' && role !== 'user' && role !== 'assistant' && role !== 'tool') return undefined
  if (typeof content === 'string' || content === null) return { ...mapped, role, content }
  if (!Array.isArray(content) || !content.every((part) => isRecord(part))) return undefined
  return { ...mapped, role, content }
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, map))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, map)]))
}
