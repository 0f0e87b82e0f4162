import { readReference } from '#app/data/attachments/attachment.ts'
import { contentOf } from '#app/data/attachments/request-parts.ts'
import type { ChatRequestBody, RequestMessage } from '#app/data/calls/chat-stream.ts'
import { type Message, attachmentsOf, hasContent, roleOf, wholeToolCalls } from '#app/data/message.ts'
import {
  type Setup,
  type SetupFieldName,
  emptySetup,
  readExtraBody,
  requestFieldsOf,
  rowOf,
  setupFieldNames,
} from '#app/data/setup.ts'
import { type ParameterName, allowedWords, parameterNames, parameters } from '#contract/parameters.ts'
import { emptyToolSetup } from '#app/data/tools.ts'
import type { PaneConversation } from './conversation.ts'
import { countToolRounds } from './tool-loop.ts'

/**
 * The text of "Other fields" if it is sent: its numbers have all their digits there. Otherwise empty, also if a control is
 * set to another value of one of its fields.
 */
export function sentExtraBody({ extraBody, ...setup }: Pick<Setup, 'extraBody'> & Partial<Setup>): string {
  const { fields } = readExtraBody(extraBody)
  const set = requestFieldsOf({ ...emptySetup, ...setup })
  return fields && !Object.keys(set).some((name) => Object.hasOwn(fields, name)) ? extraBody : ''
}

/**
 * The request for a reply to these messages: system prompt first, then the messages. Parameters that were not set and
 * empty messages are left out. "Other fields" can't replace any of these.
 */
export function requestOf(setup: Setup, modelId: string, path: readonly Message[]): ChatRequestBody {
  const said = path.filter(hasContent).flatMap(requestMessagesOf)
  const system = setup.systemPrompt.trim() === '' ? [] : [{ role: 'system' as const, content: setup.systemPrompt }]
  return {
    ...readExtraBody(setup.extraBody).fields,
    model: modelId,
    messages: [...system, ...said],
    // After the last round the model has to reply in words.
    ...requestFieldsOf(countToolRounds(path) < setup.tools.maxRounds ? setup : { ...setup, tools: emptyToolSetup }),
  }
}

/** A reply with tool calls is followed by their results, which services require. */
function requestMessagesOf(message: Message): RequestMessage[] {
  const { text } = message
  const calls = wholeToolCalls(message)
  if (calls.length === 0) return [{ role: roleOf(message), content: contentOf(text, attachmentsOf(message)) }]
  const idOf = (id: string, place: number) => (id === '' ? `call_${place}` : id)
  return [
    {
      role: 'assistant',
      content: text === '' ? null : text,
      ...(message.kind === 'reply' && message.reasoning !== '' && { reasoning_content: message.reasoning }),
      tool_calls: calls.map(({ id, name, arguments: json }, place) => ({
        id: idOf(id, place),
        type: 'function',
        function: { name, arguments: json },
      })),
    },
    ...calls.map(({ id, result }, place): RequestMessage => ({
      role: 'tool',
      tool_call_id: idOf(id, place),
      content: result?.text ?? noResult,
    })),
  ]
}

/** What a model gets for a call that was left without a result. */
const noResult = 'No result'

/** The number of characters in the messages of a request, to estimate its tokens. Images, files and audio don't count. */
export function countCharacters({ messages }: ChatRequestBody): number {
  return messages.reduce(
    (sum, { content, tool_calls: calls }) => sum + charactersOf(content) + (calls ? JSON.stringify(calls).length : 0),
    0,
  )
}

function charactersOf(content: RequestMessage['content']): number {
  if (content === null || typeof content === 'string') return content?.length ?? 0
  return content.reduce((sum, part) => sum + (part.type === 'text' ? textLength(part.text) : 0), 0)
}

/** A text file counts with its size. */
function textLength(text: string): number {
  return readReference(text)?.size ?? text.length
}

/** A setting whose value can't be sent. */
export interface InvalidSetting {
  name: ParameterName | SetupFieldName
  label: string
  /** What to do about it, in a sentence. */
  advice: string
}

/** The settings of a pane that its requests leave out because they are invalid. */
export function invalidSettings(state: Setup & Pick<PaneConversation, 'invalid'>): InvalidSetting[] {
  const typed = parameterNames.flatMap((name): InvalidSetting[] => {
    const { label } = parameters[name]
    return state.invalid[name] === undefined
      ? []
      : [{ name, label, advice: `Enter ${allowedWords(parameters[name])}.` }]
  })
  const others = setupFieldNames.flatMap((name): InvalidSetting[] => {
    const { label, problem } = rowOf(name)
    const advice = problem?.(state[name])
    return advice === undefined ? [] : [{ name, label, advice }]
  })
  return [...typed, ...others]
}
