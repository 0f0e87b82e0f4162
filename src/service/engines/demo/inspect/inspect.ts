import { type ChatMessage, type ChatRequest, type ContentPart, chatRequest } from '#contract/chat.ts'
import { type JsonRecord, isRecord } from '#contract/json.ts'
import { parameters } from '#contract/parameters.ts'
import { indentJson, joinMembers, rawElements, rawMembers } from '#contract/raw-json.ts'
import { type EngineCall, requestMembers } from '#service/engines/engine.ts'
import { type DemoModel, fence, modelCard, textOf } from '#service/engines/demo/demo-model.ts'
import { countTokens } from '#service/engines/demo/tokens.ts'
import { readBase64, readDataUrl, readImage, sizeInWords } from './media-facts.ts'

/** Reports exactly the request it received, in markdown. */
export const inspect: DemoModel = {
  model: modelCard(
    'inspect',
    'Inspect',
    'A demo model inside Parley that returns the request as the service received it: messages, images, files, tools, parameters and headers, without your key. Use it to see what your client sends.',
    // It reports every parameter, so none of them is without effect.
    [...Object.values(parameters).map(({ wireName }) => wireName), 'tools', 'tool_choice', 'response_format'],
    { capabilities: ['vision'], input_modalities: ['text', 'image', 'audio', 'file'] },
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
    ...describeTools(request, members),
    ...describeFormat(request, members),
    '## Parameters',
    ...describeParameters(request, members),
    '## Headers',
    ...describeHeaders(headers),
  ].join('\n\n')
}

/** `written` is the message as sent; parsing can lose digits of its numbers. */
function describeMessage(message: ChatMessage, written: string, position: number): string[] {
  const { role, content, tool_call_id: answered } = message
  const { content: writtenContent = '[]', ...others } = Object.fromEntries(rawMembers(written))
  delete others['role']
  const isResult = role === 'tool' && typeof answered === 'string'
  if (isResult) delete others['tool_call_id']
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
  return [
    heading,
    ...(isResult ? [`The result of the tool call \`${plain(answered)}\`.`] : []),
    ...body,
    ...describeCalls(message['tool_calls']),
    ...describeFields('Beside the content:', Object.entries(others)),
  ]
}

function describeCalls(calls: unknown): string[] {
  if (!Array.isArray(calls)) return []
  const names = calls.map((call: unknown) => nameIn(call) ?? 'a tool without a name')
  return names.length === 0 ? [] : [`It has ${countOf(names.length, 'tool call')}: ${listOf(names)}.`]
}

function describeTools({ tools }: ChatRequest, members: ReadonlyMap<string, string>): string[] {
  if (!Array.isArray(tools) || tools.length === 0) return []
  const names = tools.map((tool: unknown) => nameIn(tool) ?? 'a tool without a name')
  const uses = ['tool_choice', 'parallel_tool_calls'].flatMap((name) => {
    const json = members.get(name)
    return json === undefined ? [] : [`\`${name}\` is \`${plain(json)}\`.`]
  })
  return [
    `## Tools: ${names.length}`,
    [`The model may call ${listOf(names)}.`, ...uses].join(' '),
    fenceJson(members.get('tools') ?? '[]'),
  ]
}

function describeFormat({ response_format: format }: ChatRequest, members: ReadonlyMap<string, string>): string[] {
  if (!isRecord(format)) return []
  const { type, json_schema: schema } = format
  const kind = type === 'json_object' ? 'any JSON object' : type === 'text' ? 'text' : 'JSON'
  const name =
    isRecord(schema) && typeof schema['name'] === 'string'
      ? ` that satisfies the schema \`${plain(schema['name'])}\``
      : ''
  return ['## Response format', `The reply must be ${kind}${name}.`, fenceJson(members.get('response_format') ?? '{}')]
}

/** The name of a tool or of a call, as inline code. */
function nameIn(tool: unknown): string | undefined {
  const fn = isRecord(tool) ? tool['function'] : undefined
  return isRecord(fn) && typeof fn['name'] === 'string' ? `\`${plain(fn['name'])}\`` : undefined
}

function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** A text for inline code: on one line, and without backticks. */
function plain(text: string): string {
  return text.slice(0, 200).replaceAll('`', "'").replaceAll(/\s+/g, ' ')
}

function describePart(part: ContentPart | undefined, written: string, position: number): string {
  const place = `Part ${position + 1}`
  const fields: JsonRecord = { ...part }
  const { type, text } = fields
  if (type === 'text' && typeof text === 'string') return `${place}, text:\n\n${fence(text, 'text')}`
  const kind = typeof type === 'string' && Object.hasOwn(mediaParts, type) ? type : ''
  const describe = mediaParts[kind]
  const facts = fields[kind]
  const words = describe && isRecord(facts) ? describe(facts) : 'of a kind that Parley does not know'
  return `${place}, ${words}:\n\n${fenceJson(written)}`
}

/** What each kind of part says about itself, besides text. */
const mediaParts: Readonly<Record<string, (fields: JsonRecord) => string>> = {
  image_url({ url }) {
    if (typeof url !== 'string') return 'an image without an address'
    const data = readDataUrl(url)
    if (!data) return 'an image at an address, which this model does not look at'
    const image = readImage(data.start)
    if (!image) return `an image of type ${plain(data.type)} whose pixels can't be read, ${sizeInWords(data.size)}`
    return `an image: ${image.format}, ${image.width} × ${image.height} pixels, ${sizeInWords(data.size)}`
  },
  file({ filename, file_data: url }) {
    const name = typeof filename === 'string' ? ` \`${plain(filename)}\`` : ''
    const data = typeof url === 'string' ? readDataUrl(url) : undefined
    return data ? `a file${name}: ${plain(data.type)}, ${sizeInWords(data.size)}` : `a file${name}`
  },
  input_audio({ data, format }) {
    const kind = typeof format === 'string' ? plain(format).toUpperCase() : 'of an unknown format'
    return `audio: ${kind}, ${sizeInWords(typeof data === 'string' ? readBase64(data).size : 0)}`
  },
}

/** Whether a field is described in a section of its own. */
function hasSection(name: string, { tools, response_format: format }: ChatRequest): boolean {
  if (name === 'tools') return Array.isArray(tools) && tools.length > 0
  return name === 'messages' || (name === 'response_format' && isRecord(format))
}

type Member = readonly [name: string, json: string]

function describeParameters(request: ChatRequest, members: Iterable<Member>): string[] {
  const sent = [...members].filter(([name]) => !hasSection(name, request))
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

/** Replaces the bytes of data URLs, and long base64 text, by their length. */
function fenceJson(json: string): string {
  return fence(indentJson(json, shorten), 'json')
}

function shorten(string: string): string {
  const head = /^"(data:[^,]{0,100}),/.exec(string.slice(0, 200))
  if (head && string.length > head[0].length + 64) return `"${head[1]},… (${string.length - 2} characters)"`
  const isBytes = string.length > 1000 && /^"[\w+/=-]+"$/.test(string)
  return isBytes ? `"${string.slice(1, 17)}… (${string.length - 2} characters)"` : string
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
