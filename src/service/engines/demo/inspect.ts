import { type ChatMessage, type ChatRequest, type ContentPart, chatRequest } from '#contract/chat.ts'
import { parameters } from '#contract/parameters.ts'
import { indentJson, joinMembers, rawElements, rawMembers } from '#contract/raw-json.ts'
import { type EngineCall, requestMembers } from '#service/engines/engine.ts'
import { type DemoModel, fence, modelCard, textOf } from './demo-model.ts'
import { countTokens } from './tokens.ts'

/** Reports exactly the request it received, in markdown. */
export const inspect: DemoModel = {
  model: modelCard(
    'inspect',
    'Inspect',
    'A demo model inside Parley that returns the request as the service received it: messages, parameters and headers, without your key. Use it to see what your client sends.',
    // It reports every parameter, so none of them is without effect.
    Object.values(parameters).map(({ wireName }) => wireName),
  ),
  // A report is long, and there is no point in watching it stream.
  paceFactor: 6,
  reply: (call) => ({ pieces: [report(call)] }),
}

function report(call: EngineCall): string {
  const members = requestMembers(call)
  const written = rawElements(members.get('messages') ?? '[]')
  const { request, headers } = call
  return [
    '# The request, as it arrived',
    `## Messages: ${request.messages.length}`,
    ...request.messages.flatMap((message, position) => describeMessage(message, written[position] ?? '{}', position)),
    '## Parameters',
    ...describeParameters(request, members),
    '## Headers',
    ...describeHeaders(headers),
  ].join('\n\n')
}

/** `written` is the message as sent; parsing can lose digits of its numbers. */
function describeMessage(message: ChatMessage, written: string, position: number): string[] {
  const { role, content } = message
  const { content: writtenContent = '[]', ...others } = Object.fromEntries(rawMembers(written))
  delete others['role']
  const heading = `### ${position + 1}. ${role}, ${countOf(countTokens(textOf(message)), 'token')}`
  const body =
    typeof content === 'string'
      ? [fence(content, 'text')]
      : content
        ? [
            `The content has ${countOf(content.length, 'part')}.`,
            ...rawElements(writtenContent).map((part, place) => describePart(content[place], part, place)),
          ]
        : ['There is no content.']
  return [heading, ...body, ...describeFields('Beside the content:', Object.entries(others))]
}

function describePart(part: ContentPart | undefined, written: string, position: number): string {
  const place = `Part ${position + 1}`
  if (part?.type === 'text' && typeof part['text'] === 'string')
    return `${place}, text:\n\n${fence(part['text'], 'text')}`
  if (part?.type === 'image_url')
    return `${place}, an image, which this model does not look at:\n\n${fenceJson(written)}`
  return `${place}, of a kind that Parley does not know:\n\n${fenceJson(written)}`
}

type Member = readonly [name: string, json: string]

function describeParameters(request: ChatRequest, members: Iterable<Member>): string[] {
  const sent = [...members].filter(([name]) => name !== 'messages')
  const isKnown = ([name]: Member) => Object.hasOwn(chatRequest.shape, name)
  const absent = Object.values(parameters)
    .filter(({ checked, wireName }) => checked && request[wireName] === undefined)
    .map(({ wireName, default: assumed }) => `\`${wireName}\`${assumed === null ? '' : ` (${assumed} is assumed)`}`)
  return [
    fenceJson(joinMembers(sent.filter(isKnown))),
    ...(absent.length > 0 ? [`Not sent: ${absent.join(', ')}.`] : []),
    ...describeFields(
      'Fields that the contract does not name, passed on untouched:',
      sent.filter((member) => !isKnown(member)),
    ),
  ]
}

function describeHeaders(headers: EngineCall['headers']): string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return lines.length > 0 ? [fence(lines.join('\n'), 'http')] : ['There are none to show.']
}

function describeFields(title: string, fields: readonly Member[]): string[] {
  return fields.length > 0 ? [title, fenceJson(joinMembers(fields))] : []
}

/** Replaces the bytes of data URLs by their length. */
function fenceJson(json: string): string {
  const shorten = (string: string) =>
    string.replace(
      /^"(data:[^,]{0,100}),.{64,}"$/s,
      (url, kind: string) => `"${kind},… (${url.length - 2} characters)"`,
    )
  return fence(indentJson(json, shorten), 'json')
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
