import { type JsonRecord, isRecord } from '#contract/json.ts'
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
const sameFields = ['model', 'temperature', 'top_p', 'top_k', 'stream'] as const

/**
 * Without a counterpart, and without an effect on the reply: where the request runs and is billed, and what is cached
 * (`cache_control`, also inside messages and tools).
 */
const ignored = 'cache_control service_tier inference_geo diagnostics workspace_id user_profile_id'

const translated = 'max_tokens messages system stop_sequences metadata thinking output_config tools tool_choice'

const knownFields = new Set([...sameFields, ...ignored.split(' '), ...translated.split(' ')])

/**
 * Translates a request of Anthropic's Messages interface to the chat contract, which must still be validated. Throws an
 * `UntranslatableRequest` for what it can't translate.
 */
export function readMessagesRequest(body: unknown): JsonRecord {
  if (!isRecord(body)) refuseField('body', 'must be a JSON object with model, max_tokens and messages.')
  refuseOthers(body, knownFields, '')
  const { max_tokens: limit, system, stop_sequences: stop, metadata, output_config: output } = body
  if (!isAbsent(limit) && !(Number.isInteger(limit) && Number(limit) >= 1)) {
    refuseField('max_tokens', 'must be a whole number of at least 1.')
  }
  const request: JsonRecord = {}
  for (const name of sameFields) if (!isAbsent(body[name])) request[name] = body[name]
  if (!isAbsent(limit)) request['max_tokens'] = limit
  const instructions = isAbsent(system) ? '' : readPlainText(system, 'system')
  const messages = readList(body['messages'], 'messages').flatMap((message, index) =>
    readMessage(message, `messages[${index}]`),
  )
  request['messages'] = [
    ...(instructions === '' ? [] : [{ role: 'system', content: instructions }]),
    ...resultsFirst(messages),
  ]
  if (!isAbsent(stop) && readList(stop, 'stop_sequences').length > 0) request['stop'] = stop
  const user = isAbsent(metadata) ? undefined : readRecord(metadata, 'metadata')['user_id']
  if (!isAbsent(user)) request['user'] = readText(user, 'metadata.user_id')
  // The token counts end the stream, so the engine must send them.
  if (body['stream'] === true) request['stream_options'] = { include_usage: true }
  return {
    ...request,
    ...readEffort(body['thinking']),
    ...(!isAbsent(output) && readOutput(readRecord(output, 'output_config'))),
    ...(!isAbsent(body['tools']) && readTools(readList(body['tools'], 'tools'))),
    ...(!isAbsent(body['tool_choice']) && readToolChoice(readRecord(body['tool_choice'], 'tool_choice'))),
  }
}

/** Budgets of at most these numbers of tokens count as this effort. */
const lowBudget = 4_096
const mediumBudget = 16_384

/** `disabled` is what an engine does that isn't asked to think. */
function readEffort(value: unknown): JsonRecord {
  if (isAbsent(value)) return {}
  const { type, budget_tokens: budget } = readRecord(value, 'thinking')
  if (type === 'disabled') return {}
  if (type === 'adaptive') return { reasoning_effort: 'medium' }
  if (type !== 'enabled') refuseField('thinking.type', 'must be enabled, adaptive or disabled.')
  if (typeof budget !== 'number' || !(budget >= 1)) {
    refuseField('thinking.budget_tokens', 'must be a whole number of at least 1.')
  }
  return { reasoning_effort: budget <= lowBudget ? 'low' : budget <= mediumBudget ? 'medium' : 'high' }
}

function readOutput(config: JsonRecord): JsonRecord {
  refuseOthers(config, new Set(['effort', 'format']), 'output_config')
  const { effort, format } = config
  if (isAbsent(format)) return isAbsent(effort) ? {} : { reasoning_effort: effort }
  const { type, schema } = readRecord(format, 'output_config.format')
  if (type !== 'json_schema') refuseField('output_config.format.type', 'must be json_schema.')
  return {
    ...(!isAbsent(effort) && { reasoning_effort: effort }),
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'reply', strict: true, schema: readRecord(schema, 'output_config.format.schema') },
    },
  }
}

const toolFields = new Set(['type', 'name', 'description', 'input_schema', 'strict', 'cache_control', 'input_examples'])

function readTools(tools: readonly unknown[]): JsonRecord {
  if (tools.length === 0) return {}
  return {
    tools: tools.map((value, index) => {
      const param = `tools[${index}]`
      const tool = readRecord(value, param)
      const { type, name, description, input_schema: schema, strict } = tool
      if (!isAbsent(type) && type !== 'custom') {
        refuseField(at(param, 'type'), 'is a tool that Anthropic runs. Describe a tool of your own with input_schema.')
      }
      refuseOthers(tool, toolFields, param)
      return {
        type: 'function',
        function: {
          name: readText(name, at(param, 'name')),
          ...(!isAbsent(description) && { description: readText(description, at(param, 'description')) }),
          parameters: readRecord(schema, at(param, 'input_schema')),
          ...(typeof strict === 'boolean' && { strict }),
        },
      }
    }),
  }
}

function readToolChoice({ type, name, disable_parallel_tool_use: isSingle }: JsonRecord): JsonRecord {
  const parallel = isSingle === true ? { parallel_tool_calls: false } : {}
  if (type === 'auto' || type === 'none') return { tool_choice: type, ...parallel }
  if (type === 'any') return { tool_choice: 'required', ...parallel }
  if (type !== 'tool') refuseField('tool_choice.type', 'must be auto, any, tool or none.')
  return { tool_choice: { type: 'function', function: { name: readText(name, 'tool_choice.name') } }, ...parallel }
}

/** A string, or text blocks, which become one text. */
function readPlainText(value: unknown, param: string): string {
  if (typeof value === 'string') return value
  const texts = readList(value, param).map((each, index) => {
    const block = readRecord(each, at(param, index))
    if (block['type'] !== 'text') refuseField(at(at(param, index), 'type'), 'must be text.')
    return readText(block['text'], at(at(param, index), 'text'))
  })
  return texts.join('\n\n')
}

/** One message becomes several when it has the results of tools, which are messages in the contract. */
function readMessage(value: unknown, param: string): JsonRecord[] {
  const message = readRecord(value, param)
  refuseOthers(message, new Set(['role', 'content', 'cache_control']), param)
  const { role, content } = message
  const where = at(param, 'content')
  if (role === 'system') return [{ role, content: readPlainText(content, where) }]
  if (role !== 'user' && role !== 'assistant') refuseField(at(param, 'role'), 'must be user or assistant.')
  if (typeof content === 'string') return [{ role, content }]
  const blocks = readList(content, where).map((each, index) => readRecord(each, at(where, index)))
  return role === 'user' ? readUserBlocks(blocks, where) : [readAssistantBlocks(blocks, where)]
}

/** Images among the results of tools follow them in the user's message: the contract's tool messages have only text. */
function readUserBlocks(blocks: readonly JsonRecord[], where: string): JsonRecord[] {
  const results: JsonRecord[] = []
  const parts: JsonRecord[] = []
  for (const [index, block] of blocks.entries()) {
    const param = at(where, index)
    if (block['type'] === 'tool_result') results.push(readToolResult(block, param, parts))
    else parts.push(readPart(block, param))
  }
  return [...results, ...(parts.length > 0 || results.length === 0 ? [{ role: 'user', content: parts }] : [])]
}

function readToolResult(block: JsonRecord, param: string, parts: JsonRecord[]): JsonRecord {
  const { tool_use_id: id, content, is_error: isError } = block
  const given = isAbsent(content) ? '' : typeof content === 'string' ? content : readList(content, at(param, 'content'))
  let text = typeof given === 'string' ? given : ''
  if (typeof given !== 'string') {
    const inner = given.map((each, index) => {
      const path = at(at(param, 'content'), index)
      return readPart(readRecord(each, path), path)
    })
    text = inner.flatMap((part) => (typeof part['text'] === 'string' ? part['text'] : [])).join('\n')
    parts.push(...inner.filter(({ type }) => type !== 'text'))
  }
  return {
    role: 'tool',
    tool_call_id: readText(id, at(param, 'tool_use_id')),
    content: isError === true ? `Error: ${text}` : text,
  }
}

function readPart(block: JsonRecord, param: string): JsonRecord {
  const { type, text } = block
  if (type === 'text') return { type, text: readText(text, at(param, 'text')) }
  if (type !== 'image' && type !== 'document') {
    const allowed = 'must be text, image, document, tool_use or tool_result, or thinking in a reply.'
    refuseField(at(param, 'type'), allowed)
  }
  const path = at(param, 'source')
  const source = readRecord(block['source'], path)
  const isData = source['type'] === 'base64'
  const dataUrl = () =>
    `data:${readText(source['media_type'], at(path, 'media_type'))};base64,${readText(source['data'], at(path, 'data'))}`
  if (type === 'image') {
    if (isData) return { type: 'image_url', image_url: { url: dataUrl() } }
    if (source['type'] !== 'url')
      refuseField(at(path, 'type'), 'must be base64 or url: uploaded files aren’t kept here.')
    return { type: 'image_url', image_url: { url: readText(source['url'], at(path, 'url')) } }
  }
  if (source['type'] === 'text') return { type: 'text', text: readText(source['data'], at(path, 'data')) }
  if (!isData) refuseField(at(path, 'type'), 'must be base64 or text. Send the document itself.')
  const name = typeof block['title'] === 'string' ? block['title'] : 'document.pdf'
  return { type: 'file', file: { filename: name, file_data: dataUrl() } }
}

/** Unsigned reasoning goes back only with calls of tools, since some engines need it there and others refuse it. */
function readAssistantBlocks(blocks: readonly JsonRecord[], where: string): JsonRecord {
  const texts: string[] = []
  const calls: JsonRecord[] = []
  let reasoning = ''
  for (const [index, block] of blocks.entries()) {
    const param = at(where, index)
    const { type, text, id, name, input, thinking } = block
    if (type === 'text') texts.push(readText(text, at(param, 'text')))
    else if (type === 'thinking') reasoning += readText(thinking, at(param, 'thinking'))
    else if (type === 'tool_use') {
      const args = JSON.stringify(readRecord(input, at(param, 'input')))
      calls.push({
        id: readText(id, at(param, 'id')),
        type: 'function',
        function: { name: readText(name, at(param, 'name')), arguments: args },
      })
    } else if (type !== 'redacted_thinking') {
      refuseField(at(param, 'type'), 'must be text, thinking or tool_use in a message of the assistant.')
    }
  }
  const signed = readSignedThinking(blocks)
  return {
    role: 'assistant',
    content: texts.length === 0 && calls.length > 0 ? null : texts.join(''),
    ...(reasoning !== '' && calls.length > 0 && { reasoning_content: reasoning }),
    ...(signed.length > 0 && { thinking_blocks: signed }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}
