import { isRecord } from '#contract/json.ts'
import { type EnginePlayer, startEnginePlayer } from '#testing/engine-player.ts'

/** What comes after this in a message is the reply. */
export const replyMark = 'Reply with: '
/** Replies that start with this are a call of a tool: its name, a space and its arguments. */
export const callMark = 'CALL '

/** An engine whose replies depend only on what it is asked, whole or streamed. */
export interface AnsweringEngine extends EnginePlayer {
  /** What it replies to messages without the mark, chosen by their text. */
  answers: readonly string[]
}

/** Starts one on a free port. */
export async function startAnsweringEngine(): Promise<AnsweringEngine> {
  const player = await startEnginePlayer(({ body, response }) => {
    const request: unknown = JSON.parse(body)
    if (!isRecord(request) || !Array.isArray(request['messages'])) return response.writeHead(400).end('{}')
    const last: unknown = request['messages'].at(-1)
    const asked = isRecord(last) ? String(last['content']) : ''
    const message = messageFor(asked, engine.answers)
    const reason = 'tool_calls' in message ? 'tool_calls' : 'stop'
    const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 }
    if (request['stream'] !== true) {
      const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: reason }]
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ id: 'x', object: 'chat.completion', model: 'tiny', choices, usage }))
    }
    const delta = { role: 'assistant', ...message }
    const frame = (choices: object[], more: object = {}) => `data: ${JSON.stringify({ choices, ...more })}\n\n`
    return response.end(
      `${frame([{ index: 0, delta, finish_reason: null }])}${frame([{ index: 0, delta: {}, finish_reason: reason }])}${frame([], { usage })}data: [DONE]\n\n`,
    )
  })
  const engine: AnsweringEngine = Object.assign(player, { answers: [] })
  return engine
}

function messageFor(asked: string, answers: readonly string[]) {
  const at = asked.indexOf(replyMark)
  const reply = at >= 0 ? asked.slice(at + replyMark.length) : pick([...answers, asked], asked)
  if (!reply.startsWith(callMark)) return { content: reply }
  const [name = '', ...rest] = reply.slice(callMark.length).split(' ')
  const call = { index: 0, id: 'call_1', type: 'function', function: { name, arguments: rest.join(' ') } }
  return { content: null, tool_calls: [call] }
}

function pick(list: readonly string[], by: string): string {
  let sum = 7
  for (let at = 0; at < by.length; at += 1) sum = (sum * 31 + by.charCodeAt(at)) % 1_000_003
  return list[sum % list.length] ?? ''
}
