import { type JsonRecord, isRecord, parseJson } from '#contract/json.ts'
import {
  at,
  isAbsent,
  readList,
  readRecord,
  readSignedThinking,
  readText,
  refuseField,
  refuseOthers,
  resultsFirst,
} from '#dialects/translation.ts'

/** Passed on under the same name. */
const sameFields = ['model', 'temperature', 'top_p', 'stream', 'parallel_tool_calls', 'user'] as const

/** Without a counterpart, and without an effect on the reply: hints for caches, billing and abuse checks. */
const ignored =
  'prompt_cache_key prompt_cache_retention prompt_cache_options safety_identifier service_tier stream_options ' +
  'client_metadata metadata'

const translated =
  'input instructions max_output_tokens tools tool_choice text reasoning include store background truncation'

const knownFields = new Set([...sameFields, ...ignored.split(' '), ...translated.split(' ')])

/** What this service can't do, since it keeps nothing between requests. */
const stateful: Readonly<Record<string, string>> = {
  previous_response_id: 'can’t be used: Parley keeps no responses. Send the earlier items in input.',
  conversation: 'can’t be used: Parley keeps no conversations. Send the earlier items in input.',
  prompt: 'can’t be used: Parley keeps no prompts. Send its text in instructions or input.',
}

/**
 * Translates a request of OpenAI's Responses interface to the chat contract, which must still be validated. Throws an
 * `UntranslatableRequest` for what it can't translate.
 */
export function readResponsesRequest(body: unknown): JsonRecord {
  if (!isRecord(body)) refuseField('body', 'must be a JSON object with model and input.')
  for (const [name, advice] of Object.entries(stateful)) if (!isAbsent(body[name])) refuseField(name, advice)
  refuseOthers(body, knownFields, '')
  const { input, instructions, max_output_tokens: limit, include, store, background, truncation } = body
  if (store === true) refuseField('store', 'must be false: Parley keeps no responses. Leave it out.')
  if (background === true) refuseField('background', 'must be false. Use stream instead.')
  if (!isAbsent(truncation) && truncation !== 'disabled') {
    refuseField('truncation', 'must be disabled. Send fewer or shorter items instead.')
  }
  for (const each of isAbsent(include) ? [] : readList(include, 'include')) {
    if (each !== encryptedReasoning) refuseField('include', `may only contain ${encryptedReasoning}.`)
  }
  if (!isAbsent(limit) && !(Number.isInteger(limit) && Number(limit) >= 1)) {
    refuseField('max_output_tokens', 'must be a whole number of at least 1.')
  }
  const request: JsonRecord = {}
  for (const name of sameFields) if (!isAbsent(body[name])) request[name] = body[name]
  const system = isAbsent(instructions) ? '' : readText(instructions, 'instructions')
  return {
    ...request,
    messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...readInput(input)],
    ...(!isAbsent(limit) && { max_tokens: limit }),
    // The token counts are part of the last event, so the engine must send them.
    ...(body['stream'] === true && { stream_options: { include_usage: true } }),
    ...readReasoning(body['reasoning']),
    ...readTextOptions(body['text']),
    ...readTools(body['tools']),
    ...readToolChoice(body['tool_choice']),
  }
}

export const encryptedReasoning = 'reasoning.encrypted_content'

/** `summary` has no effect: the reasoning itself is sent. */
function readReasoning(value: unknown): JsonRecord {
  if (isAbsent(value)) return {}
  const { effort } = readRecord(value, 'reasoning')
  return isAbsent(effort) ? {} : { reasoning_effort: effort }
}

function readTextOptions(value: unknown): JsonRecord {
  if (isAbsent(value)) return {}
  const options = readRecord(value, 'text')
  refuseOthers(options, new Set(['format', 'verbosity']), 'text')
  const { format, verbosity } = options
  const extra = isAbsent(verbosity) ? {} : { verbosity }
  if (isAbsent(format)) return extra
  const { type, ...schema } = readRecord(format, 'text.format')
  if (type === 'text') return extra
  if (type === 'json_object') return { ...extra, response_format: { type } }
  if (type !== 'json_schema') refuseField('text.format.type', 'must be text, json_schema or json_object.')
  return { ...extra, response_format: { type, json_schema: schema } }
}

const toolFields = new Set(['type', 'name', 'description', 'parameters', 'strict'])

function readTools(value: unknown): JsonRecord {
  const tools = isAbsent(value) ? [] : readList(value, 'tools')
  if (tools.length === 0) return {}
  return {
    tools: tools.map((each, index) => {
      const param = `tools[${index}]`
      const tool = readRecord(each, param)
      const { type, name, description, parameters, strict } = tool
      if (type !== 'function') {
        refuseField(
          at(param, 'type'),
          'must be function: built-in tools don’t run here. Describe a function of your own.',
        )
      }
      refuseOthers(tool, toolFields, param)
      return {
        type,
        function: {
          name: readText(name, at(param, 'name')),
          ...(!isAbsent(description) && { description: readText(description, at(param, 'description')) }),
          ...(!isAbsent(parameters) && { parameters: readRecord(parameters, at(param, 'parameters')) }),
          ...(typeof strict === 'boolean' && { strict }),
        },
      }
    }),
  }
}

function readToolChoice(value: unknown): JsonRecord {
  if (isAbsent(value)) return {}
  if (typeof value === 'string') return { tool_choice: value }
  const { type, name } = readRecord(value, 'tool_choice')
  if (type !== 'function') refuseField('tool_choice.type', 'must be function. Or send auto, none or required.')
  return { tool_choice: { type, function: { name: readText(name, 'tool_choice.name') } } }
}

function readInput(input: unknown): JsonRecord[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  if (!Array.isArray(input)) refuseField('input', 'is required: a string, or an array of items.')
  const messages: JsonRecord[] = []
  let images: JsonRecord[] = []
  for (const [index, value] of input.entries()) {
    const param = `input[${index}]`
    const item = readRecord(value, param)
    if (item['type'] === 'function_call_output') {
      images.push(...readOutput(item, param, messages))
      continue
    }
    messages.push(...messageOf(images))
    images = []
    readItem(item, param, messages)
  }
  return resultsFirst([...messages, ...messageOf(images)]).map(withoutUnusedReasoning)
}

/** The contract's tool messages have only text, so images follow the last result in a message of the user. */
function messageOf(images: readonly JsonRecord[]): JsonRecord[] {
  return images.length > 0 ? [{ role: 'user', content: images }] : []
}

/** Adds an item to the messages. Reasoning, text and calls of one reply are one message in the contract. */
function readItem(item: JsonRecord, param: string, messages: JsonRecord[]): void {
  const { type = 'message' } = item
  if (type === 'message') return readMessage(item, param, messages)
  if (type === 'reasoning') return readReasoningItem(item, replyAt(messages))
  if (type === 'function_call') {
    const reply = replyAt(messages)
    const calls: unknown[] = Array.isArray(reply['tool_calls']) ? reply['tool_calls'] : []
    const name = readText(item['name'], at(param, 'name'))
    const args = readText(item['arguments'], at(param, 'arguments'))
    const call = {
      id: readText(item['call_id'], at(param, 'call_id')),
      type: 'function',
      function: { name, arguments: args },
    }
    reply['tool_calls'] = [...calls, call]
    return
  }
  refuseField(at(param, 'type'), 'must be message, reasoning, function_call or function_call_output.')
}

/** Adds the text of a result to the messages, and returns its other parts. */
function readOutput(item: JsonRecord, param: string, messages: JsonRecord[]): JsonRecord[] {
  const { output } = item
  const path = at(param, 'output')
  const parts = typeof output === 'string' ? [{ type: 'text', text: output }] : readParts(readList(output, path), path)
  const isText = (part: JsonRecord) => part['type'] === 'text'
  const id = readText(item['call_id'], at(param, 'call_id'))
  messages.push({
    role: 'tool',
    tool_call_id: id,
    content: parts
      .filter(isText)
      .map(({ text }) => text)
      .join('\n'),
  })
  return parts.filter((part) => !isText(part))
}

/** The assistant's message that the next item belongs to. */
function replyAt(messages: JsonRecord[]): JsonRecord {
  const last = messages.at(-1)
  if (last?.['role'] === 'assistant') return last
  const reply: JsonRecord = { role: 'assistant', content: null }
  messages.push(reply)
  return reply
}

function readMessage({ role, content }: JsonRecord, param: string, messages: JsonRecord[]): void {
  const path = at(param, 'content')
  if (role !== 'user' && role !== 'assistant' && role !== 'system' && role !== 'developer') {
    refuseField(at(param, 'role'), 'must be user, assistant, system or developer.')
  }
  const parts = typeof content === 'string' ? undefined : readParts(readList(content, path), path)
  if (role === 'assistant') {
    const text =
      typeof content === 'string'
        ? content
        : (parts ?? []).map((part) => (typeof part['text'] === 'string' ? part['text'] : '')).join('')
    const reply = replyAt(messages)
    reply['content'] = typeof reply['content'] === 'string' ? `${reply['content']}${text}` : text
  } else {
    // Few engines know the role of developers, and all that do treat it as the system's.
    messages.push({ role: role === 'developer' ? 'system' : role, content: parts ?? content })
  }
}

function readReasoningItem({ content, encrypted_content: encrypted }: JsonRecord, reply: JsonRecord): void {
  const texts = Array.isArray(content)
    ? content.filter(isRecord).flatMap(({ text }) => (typeof text === 'string' ? text : []))
    : []
  if (texts.length > 0) reply['reasoning_content'] = texts.join('\n')
  const signed = typeof encrypted === 'string' ? readSignedThinking(parseJson(encrypted)) : []
  const earlier: unknown[] = Array.isArray(reply['thinking_blocks']) ? reply['thinking_blocks'] : []
  if (signed.length > 0) reply['thinking_blocks'] = [...earlier, ...signed]
}

/** Reasoning goes back only with calls of tools, since some engines need it there and others refuse it. */
function withoutUnusedReasoning(message: JsonRecord): JsonRecord {
  if (message['role'] !== 'assistant' || message['tool_calls']) return message
  const { reasoning_content: _unused, ...others } = message
  return { ...others, content: others['content'] ?? '' }
}

function readParts(parts: readonly unknown[], path: string): JsonRecord[] {
  return parts.map((each, index) => readPart(readRecord(each, at(path, index)), at(path, index)))
}

function readPart(part: JsonRecord, param: string): JsonRecord {
  const { type, text, image_url: url, detail, file_data: data, filename } = part
  switch (type) {
    case 'input_text':
    case 'output_text':
      return { type: 'text', text: readText(text, at(param, 'text')) }
    case 'refusal':
      return { type: 'text', text: readText(part['refusal'], at(param, 'refusal')) }
    case 'input_image':
      if (typeof url !== 'string') refuseField(at(param, 'image_url'), 'is required: uploaded files aren’t kept here.')
      return { type: 'image_url', image_url: { url, ...(typeof detail === 'string' && { detail }) } }
    case 'input_file':
      if (typeof data !== 'string') refuseField(at(param, 'file_data'), 'is required: uploaded files aren’t kept here.')
      return { type: 'file', file: { filename: typeof filename === 'string' ? filename : 'file', file_data: data } }
    case 'input_audio':
      return { type, input_audio: readRecord(part['input_audio'], at(param, 'input_audio')) }
    default:
      return refuseField(at(param, 'type'), 'must be input_text, output_text, input_image, input_file or input_audio.')
  }
}
