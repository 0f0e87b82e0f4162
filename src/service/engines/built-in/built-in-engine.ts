import type { ChatMessage, FinishReason } from '#contract/chat.ts'
import { foldCompletion } from '#contract/completion.ts'
import type { Clock } from '#service/clock.ts'
import type { ChatCall, Engine } from '#service/engines/engine.ts'
import { refusalOf, refuse } from '#service/service-error.ts'
import { builtInModels } from './built-in-models.ts'
import { textOf } from './message-text.ts'
import { readLongestReply } from './longest-reply.ts'
import { readPace } from './pace.ts'
import { sendPaced, type PreparedReply } from './paced-reply.ts'
import { cutAtStop, readStopSequences } from './stop-sequences.ts'
import { countTokens, tokensOf } from './tokens.ts'

const modelOf = new Map(builtInModels.map((builtIn) => [builtIn.model.id, builtIn]))

/**
 * The engine of the models that Parley brings along. It needs nothing but the clock, so it runs wherever the service
 * does. `tokensPerSecond` is the usual pace when neither the request nor the prompt sets one; 0 is as fast as possible.
 */
export function createBuiltInEngine({
  clock,
  tokensPerSecond = 45,
}: {
  clock: Clock
  tokensPerSecond?: number
}): Engine {
  const cards = builtInModels.map(({ model }) => model)

  function prepare(call: ChatCall): PreparedReply {
    const { request } = call
    const builtIn = modelOf.get(request.model)
    if (!builtIn) {
      const known = cards.map(({ id }) => id).join(', ')
      throw refuse('model_not_found', `There is no built-in model ${request.model}. Use one of ${known}.`, {
        param: 'model',
      })
    }
    const ownPace = readPace(request)
    const stop = readStopSequences(request)
    const promptTokens = countPrompt(request.messages)
    const room = builtIn.model.context_length - promptTokens
    if (room < 1) {
      throw refuse(
        'context_length_exceeded',
        `The messages make ${promptTokens} tokens, and ${request.model} holds ${builtIn.model.context_length} with its reply. Send less.`,
        { param: 'messages' },
      )
    }
    const reply = builtIn.reply(call)
    const tokens = cutAtStop(tokensOfAll(reply.pieces), stop)
    return {
      tokens: limited(tokens, Math.min(readLongestReply(request) ?? Infinity, room)),
      promptTokens,
      tokensPerSecond: reply.tokensPerSecond ?? ownPace ?? tokensPerSecond * (builtIn.haste ?? 1),
    }
  }

  return {
    name: 'built-in',
    models: async () => cards,
    stream: async (call) => sendPaced(prepare(call), clock, call.signal),
    async complete(call) {
      const unpaced = { ...prepare(call), tokensPerSecond: 0 }
      const result = await foldCompletion(sendPaced(unpaced, clock, call.signal), call.identity)
      if ('completion' in result) return result.completion
      throw refusalOf(result.error)
    },
  }
}

function countPrompt(messages: readonly ChatMessage[]): number {
  return messages.reduce((total, message) => total + countTokens(textOf(message)), 0)
}

function* tokensOfAll(pieces: Iterable<string>): Generator<string, void> {
  for (const piece of pieces) yield* tokensOf(piece)
}

/** Passes on at most `limit` tokens; a reply that is whole with exactly so many was not cut. */
function* limited(tokens: Iterable<string>, limit: number): Generator<string, FinishReason> {
  let count = 0
  for (const token of tokens) {
    if (count === limit) return 'length'
    count++
    yield token
  }
  return 'stop'
}
