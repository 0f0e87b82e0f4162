import { chatRequest, type ChatMessage, type ChatRequest, type ContentPart } from '#contract/chat.ts'
import type { JsonRecord } from '#contract/json.ts'
import { parameters } from '#contract/parameters.ts'
import type { ChatCall } from '#service/engines/engine.ts'
import type { BuiltInModel } from './built-in-model.ts'
import { fence } from './fence.ts'
import { textOf } from './message-text.ts'
import { modelCard } from './model-card.ts'
import { countTokens } from './tokens.ts'

/** Reports exactly the request it received, in markdown. */
export const inspect: BuiltInModel = {
  model: modelCard(
    'inspect',
    'Inspect',
    'A demonstration that runs inside Parley: it answers with the request exactly as the service received it, messages, parameters and headers, without your key. Try it to see what your client really sends.',
    // It shows whatever is set, which is all that it does with anything.
    Object.values(parameters).map(({ wireName }) => wireName),
  ),
  // A report is for looking things up; nobody needs to watch it being written.
  haste: 6,
  reply: (call) => ({ pieces: [report(call)] }),
}

function report({ request, headers }: ChatCall): string {
  const { messages } = request
  return [
    '# The request, as it arrived',
    `## Messages: ${messages.length}`,
    ...messages.flatMap(describeMessage),
    '## Parameters',
    ...describeParameters(request),
    '## Headers',
    ...describeHeaders(headers),
  ].join('\n\n')
}

function describeMessage(message: ChatMessage, position: number): string[] {
  const { role, content, ...others } = message
  const heading = `### ${position + 1}. ${role}, ${countOf(countTokens(textOf(message)), 'token')}`
  const body =
    typeof content === 'string'
      ? [fence(content, 'text')]
      : content
        ? [`The content has ${countOf(content.length, 'part')}.`, ...content.map(describePart)]
        : ['There is no content.']
  return [heading, ...body, ...describeFields('Beside the content:', others)]
}

function describePart(part: ContentPart, position: number): string {
  const place = `Part ${position + 1}`
  if (part.type === 'text' && typeof part['text'] === 'string')
    return `${place}, text:\n\n${fence(part['text'], 'text')}`
  if (part.type === 'image_url') return `${place}, an image, which this model does not look at:\n\n${fenceJson(part)}`
  return `${place}, of a kind that Parley does not know:\n\n${fenceJson(part)}`
}

function describeParameters(request: ChatRequest): string[] {
  const sent = Object.entries(request).filter(([name, value]) => name !== 'messages' && value !== undefined)
  const isKnown = ([name]: [string, unknown]) => Object.hasOwn(chatRequest.shape, name)
  const known = Object.fromEntries(sent.filter(isKnown))
  const unknown = Object.fromEntries(sent.filter((field) => !isKnown(field)))
  const absent = Object.values(parameters)
    .filter(({ checked, wireName }) => checked && request[wireName] === undefined)
    .map(({ wireName, default: assumed }) => `\`${wireName}\`${assumed === null ? '' : ` (${assumed} is assumed)`}`)
  return [
    fenceJson(known),
    ...(absent.length > 0 ? [`Not sent: ${absent.join(', ')}.`] : []),
    ...describeFields('Fields that the contract does not name, passed on untouched:', unknown),
  ]
}

function describeHeaders(headers: ChatCall['headers']): string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return lines.length > 0 ? [fence(lines.join('\n'), 'http')] : ['There are none to show.']
}

function describeFields(title: string, fields: JsonRecord): string[] {
  return Object.keys(fields).length > 0 ? [title, fenceJson(fields)] : []
}

/** A data URL is named by its kind and length: its bytes are the image, and nobody reads them. */
function fenceJson(value: unknown): string {
  const shorten = (_: string, inner: unknown) =>
    typeof inner === 'string'
      ? inner.replace(/^(data:[^,]{0,100}),.{64,}$/s, (url, kind: string) => `${kind},… (${url.length} characters)`)
      : inner
  const json = JSON.stringify(value, shorten, 2)
  return fence(json, 'json')
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
