import { isRecord, parseJson } from '#contract/json.ts'
import { parameterNames, parameters, readWireParameters } from '#contract/parameters.ts'
import { indentJson, joinMembers, rawMembers } from '#contract/raw-json.ts'
import type { SharedMessage, SharedSetup } from './shared-setup.ts'

/** Fields of a body that have a place of their own in a setup, or none. */
const placed = new Set(['model', 'messages', 'stream', 'stream_options'])

/**
 * The setup that would send this JSON of a chat request; undefined where it is none. A first system message becomes the
 * system prompt, and a last user message stands in Message, so that sending it sends the same again.
 */
export function setupFromRequest(json: string): SharedSetup | undefined {
  const body = parseJson(json)
  if (!isRecord(body) || !Array.isArray(body['messages'])) return undefined
  const messages = body['messages'].map(messageOf)
  const said = messages.filter((message) => message !== undefined)
  if (said.length !== messages.length) return undefined
  const hasSystem = said[0]?.role === 'system'
  const rest = hasSystem ? said.slice(1) : said
  const draft = rest.at(-1)?.role === 'user' ? (rest.at(-1)?.text ?? '') : ''
  const values = readWireParameters(body)
  return {
    panes: [
      {
        model: typeof body['model'] === 'string' && body['model'] !== '' ? body['model'] : null,
        system: hasSystem ? (said[0]?.text ?? '') : '',
        parameters: values,
        extraBody: extraOf(
          rawMembers(json),
          new Set(parameterNames.filter((name) => name in values).map((name) => parameters[name].wireName)),
        ),
        messages: draft === '' ? rest : rest.slice(0, -1),
      },
    ],
    draft,
  }
}

function extraOf(members: ReadonlyMap<string, string>, read: ReadonlySet<string>): string {
  const extra = [...members].filter(([name]) => !placed.has(name) && !read.has(name))
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

/** The text of a message's content; undefined where it holds more than text, which a setup has no place for. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  const texts = content.map((part: unknown) => (isRecord(part) && part['type'] === 'text' ? part['text'] : undefined))
  return texts.every((text) => typeof text === 'string') ? texts.join('') : undefined
}
