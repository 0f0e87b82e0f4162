import { figuresOf } from '#app/chat/metrics/reply-figures.ts'
import { resultsOfModel } from '#app/data/experiments/experiments-db.ts'
import { listConversations } from '#app/data/history/conversation-rows.ts'
import type { HistoryDb } from '#app/data/history/history-db.ts'
import { type Measurement, leastDecoding, measurementOfResult } from '#app/data/measured/measured.ts'
import type { Reply } from '#app/data/message.ts'

/**
 * The history has no index by model, so that reading a model's replies reads all replies. It ends after the newest 5,000
 * of each database: enough for the figures, and well below a second.
 */
const most = 5_000
/** How many conversations are read at once. */
const batch = 40

/** What the replies of the history have measured of a model of a connection; null is the service itself. */
export async function measuredInHistory(
  db: HistoryDb,
  connection: string | null,
  model: string,
): Promise<Measurement[]> {
  const ids = (await listConversations(db)).map(({ id }) => id)
  const found: Measurement[] = []
  let read = 0
  for (let from = 0; from < ids.length && read < most; from += batch) {
    const rows = await db.messages
      .where('conversationId')
      .anyOf(ids.slice(from, from + batch))
      .toArray()
    for (const { message } of rows) {
      if (message.kind !== 'reply') continue
      read += 1
      if (message.modelId !== model || (message.connectionId ?? null) !== connection) continue
      found.push(...measurementOfReply(message))
    }
  }
  return found
}

/** What the experiments have measured of a model of a connection. */
export async function measuredInExperiments(connection: string | null, model: string): Promise<Measurement[]> {
  return (await resultsOfModel(connection, model, most)).map(measurementOfResult)
}

/** What a reply measured; none if it was stopped, is not whole, or came without figures from a link or a file. */
function measurementOfReply(reply: Reply): Measurement[] {
  const { id: key, createdAt: date, state, firstDeltaAt, lastDeltaAt } = reply
  if (state === 'failed') return [{ key, date, hasFailed: true }]
  // An interrupted one was cut off by a closed tab or a lost connection to the service: no failure of the model.
  if (state !== 'done') return []
  const { firstToken, tokensPerSecond } = figuresOf(reply, undefined)
  if (!firstToken) return []
  const decoding = firstDeltaAt === null || lastDeltaAt === null ? 0 : lastDeltaAt - firstDeltaAt
  const hasSpeed = tokensPerSecond !== null && decoding >= leastDecoding
  return [
    {
      key,
      date,
      hasFailed: false,
      firstToken: firstToken.value,
      ...(hasSpeed && { tokensPerSecond: tokensPerSecond.value }),
    },
  ]
}
