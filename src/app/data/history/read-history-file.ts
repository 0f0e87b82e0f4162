import { isRecord, parseJson, type JsonRecord } from '#contract/json.ts'
import { readParameters } from '#contract/parameters.ts'
import { plainText } from '#contract/plain-text.ts'
import { mostPanes, type Setup } from '#app/data/setup.ts'
import { fileFormat, fileVersion, type FileConversation, type FilePane } from './history-file.ts'
import { longestName, Misread, readMessage } from './read-message.ts'

/** The largest file that is opened, in bytes; larger ones would stop the page for long. */
export const largestFile = 100 * 1024 * 1024
const mostConversations = 20_000

/**
 * Reads a file of conversations. A file that is none, is damaged, or comes from a later version is refused with a
 * sentence that says where and why; then nothing of it is taken.
 */
export function readHistoryFile(text: string): { conversations: FileConversation[] } | { refusal: string } {
  const file = parseJson(text)
  if (file === undefined) return refuse('It is no JSON. Choose a file that “Export” of Parley made.')
  if (!isRecord(file) || file['format'] !== fileFormat)
    return refuse('It holds no conversations of Parley. Choose a file that “Export” of Parley made.')
  const { version, conversations } = file
  if (typeof version === 'number' && version > fileVersion)
    return refuse(
      `It was made by a newer Parley (version ${version} of the format). Update this one, then import again.`,
    )
  if (version !== fileVersion) return refuse('Its version is missing. Export the conversations again.')
  if (!Array.isArray(conversations)) return refuse('Its list of conversations is missing. Export them again.')
  if (conversations.length > mostConversations)
    return refuse(`It holds more than ${mostConversations} conversations. Export them in parts.`)
  try {
    return { conversations: conversations.map((each, index) => readConversation(each, `Conversation ${index + 1}`)) }
  } catch (error) {
    if (error instanceof Misread) return refuse(`${error.message} Export the conversations again.`)
    throw error
  }
}

function refuse(refusal: string): { refusal: string } {
  return { refusal }
}

function readConversation(json: unknown, where: string): FileConversation {
  if (!isRecord(json)) throw new Misread(where, 'is no object')
  const { title = null, pinned, createdAt, updatedAt, detached, draft, panes } = json
  if (title !== null && typeof title !== 'string') throw new Misread(where, 'has a title that is no text')
  if (!isTime(createdAt) || !isTime(updatedAt)) throw new Misread(where, 'lacks the time it was made or last used')
  if (!Array.isArray(panes) || panes.length === 0 || panes.length > mostPanes)
    throw new Misread(where, `must have 1 to ${mostPanes} panes`)
  return {
    title: title === null ? null : plainText(title, longestName),
    pinned: pinned === true,
    createdAt,
    updatedAt,
    detached: detached === true,
    draft: typeof draft === 'string' ? draft : '',
    panes: panes.map((pane, index) => readPane(pane, `${where}, pane ${index + 1}`)),
  }
}

function readPane(json: unknown, where: string): FilePane {
  if (!isRecord(json) || !Array.isArray(json['messages'])) throw new Misread(where, 'has no list of messages')
  const messages = json['messages'].map((each, index) => readMessage(each, `${where}, message ${index + 1}`))
  const ids = new Set(messages.map(({ id }) => id))
  if (ids.size !== messages.length) throw new Misread(where, 'has two messages with the same id')
  const { tip, draft, queued, setup } = json
  return {
    setup: readSetup(isRecord(setup) ? setup : {}),
    tip: typeof tip === 'string' && ids.has(tip) ? tip : (messages.at(-1)?.id ?? null),
    draft: typeof draft === 'string' ? draft : '',
    ...(Array.isArray(queued) && { queued: queued.filter((each) => typeof each === 'string') }),
    messages,
  }
}

function readSetup({ modelId, connectionId, systemPrompt, parameters, extraBody }: JsonRecord): Setup {
  return {
    modelId: typeof modelId === 'string' ? plainText(modelId, longestName) : null,
    connectionId: typeof connectionId === 'string' ? connectionId : null,
    systemPrompt: typeof systemPrompt === 'string' ? systemPrompt : '',
    parameters: readParameters(parameters),
    extraBody: typeof extraBody === 'string' ? extraBody : '',
  }
}

/** Dates can show it. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 8.64e15
}
