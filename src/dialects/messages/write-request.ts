import type { ChatMessage, ChatRequest, ContentPart } from '#contract/chat.ts'
import { type JsonRecord, isRecord } from '#contract/json.ts'
import {
  at,
  isAbsent,
  readArguments,
  readList,
  readRecord,
  readSignedThinking,
  readText,
  refuseField,
} from '#dialects/translation.ts'
import type { MessagesModel } from './model-list.ts'

/** Written under another name, or without a counterpart and without an effect on a reply of one choice. */
const handled = new Set(
  (
    'messages max_tokens max_completion_tokens stop user tools tool_choice parallel_tool_calls response_format ' +
    'reasoning_effort stream stream_options'
  ).split(' '),
)

/** The interface requires a limit of tokens. Used where neither the request nor the list of models has one. */
const assumedLimit = 8_192

/**
 * Translates a chat request to Anthropic's Messages interface, always streamed. Fields that the contract doesn't name are
 * passed on, and the engine refuses those that it doesn't know. Throws an `UntranslatableRequest` for what has no counterpart.
 */
export function writeMessagesRequest(request: ChatRequest, model: MessagesModel = {}): JsonRecord {
  const others: JsonRecord = {}
  for (const [name, value] of Object.entries(request)) {
    if (!handled.has(name) && !isAbsent(value) && !(name === 'n' && value === 1)) others[name] = value
  }
  const { messages, stop, user, max_completion_tokens: newerLimit } = request
  const given = request.max_tokens ?? (typeof newerLimit === 'number' ? newerLimit : undefined)
  const limit = given ?? model.maxOutput ?? assumedLimit
  const system = messages.flatMap((message, index) =>
    isInstruction(message) ? textOf(message, `messages[${index}]`) : [],
  )
  const output = { ...readFormat(request['response_format']) }
  const thinking = thinkingOf(request, limit, model)
  if (thinking?.effort !== undefined) output['effort'] = thinking.effort
  return {
    ...others,
    max_tokens: limit,
    ...(system.length > 0 && { system: system.join('\n\n') }),
    messages: writeMessages(messages, mayThink(thinking, model)),
    ...(!isAbsent(stop) && { stop_sequences: typeof stop === 'string' ? [stop] : stop }),
    ...(typeof user === 'string' && { metadata: { user_id: user } }),
    ...writeTools(request),
    ...(thinking && { thinking: thinking.config }),
    ...(Object.keys(output).length > 0 && { output_config: output }),
    stream: true,
  }
}

function isInstruction({ role }: ChatMessage): boolean {
  return role === 'system' || role === 'developer'
}

/** In tokens, for models that take a budget and no effort. */
const budgets: Readonly<Record<string, number>> = { minimal: 1_024, low: 4_096, medium: 16_384 }
const highBudget = 32_768
const smallestBudget = 1_024

interface Thinking {
  config: JsonRecord & { type: 'disabled' | 'adaptive' | 'enabled' }
  effort?: string
}

function thinkingOf(
  { reasoning_effort: effort, messages }: ChatRequest,
  limit: number,
  model: MessagesModel,
): Thinking | undefined {
  if (typeof effort !== 'string') return undefined
  if (effort === 'none') return { config: { type: 'disabled' } }
  if (model.thinking === 'none') return undefined
  if (model.thinking !== 'budget') {
    const config = { type: 'adaptive', display: 'summarized' } as const
    return model.hasEffort === false ? { config } : { config, effort: effort === 'minimal' ? 'low' : effort }
  }
  // With a budget, such models refuse a last reply whose calls come without the thinking before them.
  const last: JsonRecord = messages.findLast(({ role }) => role === 'assistant') ?? {}
  const calls = last['tool_calls']
  if (Array.isArray(calls) && calls.length > 0 && readSignedThinking(last['thinking_blocks']).length === 0) {
    return undefined
  }
  if (limit <= smallestBudget) {
    refuseField(
      'max_tokens',
      'must be above 1024 for this model to reason: 1024 tokens are its smallest budget. Or leave the reasoning effort out.',
    )
  }
  // The budget is a part of the limit, and something should be left for the reply.
  const budget = Math.max(smallestBudget, Math.min(budgets[effort] ?? highBudget, Math.floor(limit / 2)))
  return { config: { type: 'enabled', budget_tokens: budget } }
}

/** Whether the model may think. Without a setting, models with a budget don't; others may have another default. */
function mayThink(thinking: Thinking | undefined, model: MessagesModel): boolean {
  if (thinking) return thinking.config.type !== 'disabled'
  return model.thinking !== 'budget' && model.thinking !== 'none'
}

function readFormat(value: unknown): JsonRecord {
  if (isAbsent(value)) return {}
  const { type, json_schema: named } = readRecord(value, 'response_format')
  if (type === 'text') return {}
  if (type !== 'json_schema') {
    refuseField('response_format.type', 'must be text or json_schema for this model. Send a schema, or ask in words.')
  }
  const schema = readRecord(
    readRecord(named, 'response_format.json_schema')['schema'],
    'response_format.json_schema.schema',
  )
  return { format: { type, schema } }
}

function writeTools(request: ChatRequest): JsonRecord {
  const { tools, tool_choice: choice, parallel_tool_calls: isParallel } = request
  if (isAbsent(tools)) return {}
  const written = readList(tools, 'tools').map((each, index) => {
    const param = `tools[${index}]`
    const { type, function: fn } = readRecord(each, param)
    if (type !== 'function') refuseField(at(param, 'type'), 'must be function.')
    const { name, description, parameters, strict } = readRecord(fn, at(param, 'function'))
    return {
      name: readText(name, at(param, 'function.name')),
      ...(typeof description === 'string' && { description }),
      input_schema: { type: 'object', ...(isRecord(parameters) ? parameters : {}) },
      ...(strict === true && { strict }),
    }
  })
  if (written.length === 0) return {}
  const single = isParallel === false ? { disable_parallel_tool_use: true } : {}
  const chosen = isAbsent(choice) ? (isParallel === false ? { type: 'auto' } : undefined) : writeChoice(choice)
  return {
    tools: written,
    ...(chosen && { tool_choice: chosen['type'] === 'none' ? chosen : { ...chosen, ...single } }),
  }
}

function writeChoice(choice: unknown): JsonRecord {
  if (choice === 'auto' || choice === 'none') return { type: choice }
  if (choice === 'required') return { type: 'any' }
  const { function: fn } = isRecord(choice) ? choice : {}
  if (!isRecord(fn)) refuseField('tool_choice', 'must be auto, none, required or one function.')
  return { type: 'tool', name: readText(fn['name'], 'tool_choice.function.name') }
}

/**
 * The results of tools are parts of the user's next message, and all of them must be in one. Signed thinking is refused
 * where thinking is off.
 */
function writeMessages(messages: readonly ChatMessage[], keepsThinking: boolean): JsonRecord[] {
  const written: { role: string; content: JsonRecord[] }[] = []
  for (const [index, message] of messages.entries()) {
    if (isInstruction(message)) continue
    const param = `messages[${index}]`
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const blocks = message.role === 'assistant' ? writeReply(message, param, keepsThinking) : writeUser(message, param)
    const last = written.at(-1)
    if (last?.role === role) last.content.push(...blocks)
    else if (blocks.length > 0) written.push({ role, content: blocks })
  }
  return written
}

function writeUser(message: ChatMessage, param: string): JsonRecord[] {
  if (message.role !== 'tool') return writeParts(message.content, at(param, 'content'))
  const id = readText(message['tool_call_id'], at(param, 'tool_call_id'))
  const content = writeParts(message.content, at(param, 'content'))
  return [{ type: 'tool_result', tool_use_id: id, ...(content.length > 0 && { content }) }]
}

function writeReply(message: ChatMessage, param: string, keepsThinking: boolean): JsonRecord[] {
  const { tool_calls: calls } = message
  const path = at(param, 'tool_calls')
  const uses = (isAbsent(calls) ? [] : readList(calls, path)).map((each, index) => {
    const { id, function: fn } = readRecord(each, at(path, index))
    const { name, arguments: text } = readRecord(fn, at(at(path, index), 'function'))
    const where = at(at(path, index), 'function.arguments')
    const input = readArguments(readText(text, where)) ?? refuseField(where, 'must be the text of a JSON object.')
    return {
      type: 'tool_use',
      id: readText(id, at(at(path, index), 'id')),
      name: readText(name, at(at(path, index), 'function.name')),
      input,
    }
  })
  const signed = keepsThinking ? readSignedThinking(message['thinking_blocks']) : []
  return [...signed.map((block) => ({ ...block })), ...writeParts(message.content, at(param, 'content')), ...uses]
}

/** Blank texts are left out, since the interface refuses them. */
function writeParts(content: ChatMessage['content'], path: string): JsonRecord[] {
  if (isAbsent(content)) return []
  const parts: readonly ContentPart[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return parts.flatMap((part, index) => {
    const block = writePart(part, at(path, index))
    return typeof block['text'] === 'string' && block['text'].trim() === '' ? [] : [block]
  })
}

function writePart(part: ContentPart, param: string): JsonRecord {
  const { type, text, image_url: image, file } = part as JsonRecord
  if (type === 'text') return { type, text: readText(text, at(param, 'text')) }
  if (type === 'image_url') {
    const url = readText(readRecord(image, at(param, 'image_url'))['url'], at(param, 'image_url.url'))
    return { type: 'image', source: readDataUrl(url) ?? { type: 'url', url } }
  }
  if (type !== 'file') refuseField(at(param, 'type'), 'must be text, image_url or file for this model.')
  const { file_data: data, filename } = readRecord(file, at(param, 'file'))
  const where = at(param, 'file.file_data')
  const source = readDataUrl(readText(data, where)) ?? refuseField(where, 'must be a data URL with base64.')
  return { type: 'document', source, ...(typeof filename === 'string' && { title: filename }) }
}

function readDataUrl(url: string): JsonRecord | undefined {
  const found = /^data:([\w.+/-]+)(?:;[\w=-]+)*;base64,/.exec(url.slice(0, 200))
  return found ? { type: 'base64', media_type: found[1], data: url.slice(found[0].length) } : undefined
}

/** The text of a message whose role has only text. */
function textOf({ content }: ChatMessage, param: string): string {
  const blocks = writeParts(content, at(param, 'content'))
  const texts = blocks.map(({ text }) => readText(text, at(param, 'content')))
  return texts.join('\n')
}
