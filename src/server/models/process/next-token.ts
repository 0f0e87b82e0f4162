import type { LocalRequest } from '#service/engines/gguf/local-request.ts'
import type { LlamaSequence, Token } from './llama-library.ts'
import type { LoadedModel } from './load-model.ts'
import { Sampler, type SamplerSettings, penaltyWindow, readSampler } from './sampler.ts'
import { logprobsOf } from './token-text.ts'

interface NextTokenOptions {
  request: LocalRequest
  /** Has read all tokens of the prompt but the last. */
  sequence: LlamaSequence
  tokens: readonly Token[]
  /** What the reply must keep to. */
  grammar: string | undefined
}

interface GeneratedToken {
  token: Token
  /** Natural logarithms of probabilities, if the request asks for them. */
  weighed?: ReadonlyMap<Token, number>
}

/** Chooses tokens one after the other, without end; the caller decides when to stop. */
export async function* nextTokens(
  loaded: LoadedModel,
  call: NextTokenOptions,
): AsyncGenerator<GeneratedToken, void, void> {
  const { request, sequence, tokens, grammar } = call
  const settings = readSampler(request)
  let token = tokens.at(-1)
  if (token === undefined) return
  if (grammar !== undefined) {
    yield* grammarTokens(loaded, call, settings, grammar)
    return
  }
  const sampler = new Sampler(settings, tokens)
  for (;;) {
    const { includeTop, tokens: others } = sampler.needed
    const filter = { includeTop: Math.max(includeTop, request.top_logprobs ?? 0), tokens: others }
    // Probabilities need the sum over the whole vocabulary. That takes 9 ms per token with 128,000 tokens, so other
    // requests only get the most likely ones.
    const isWhole = request.logprobs === true || others.length > 0
    const options = isWhole ? { temperature: 0 } : { temperature: 1, topK: includeTop, topP: 1, minP: 0 }
    const generateNext = { logits: { filter }, totalLogitWeight: isWhole, options }
    const [output] = await sequence.controlledEvaluate([[token, { generateNext }]])
    const chosen = output && sampler.choose(output.next)
    if (!output || chosen === undefined) throw new Error('it chose no token')
    token = chosen
    yield { token, ...(request.logprobs && { weighed: logprobsOf(output.next) }) }
  }
}

/** Only the library's own sampler knows grammars. The probabilities are those among what the grammar allows. */
async function* grammarTokens(
  { llama, library, model }: LoadedModel,
  { request, sequence, tokens }: NextTokenOptions,
  settings: SamplerSettings,
  source: string,
): AsyncGenerator<GeneratedToken, void, void> {
  const grammar = await llama.createGrammar({ grammar: source })
  const { temperature, topK, topP, minP, seed, bias, repetitionPenalty, frequencyPenalty, presencePenalty } = settings
  const tokenBias = new library.TokenBias(model.tokenizer)
  for (const [token, logit] of bias) tokenBias.set(token, { logit })
  const evaluation = sequence.evaluateWithMetadata(
    tokens.slice(-1),
    { probabilities: request.logprobs === true },
    {
      temperature,
      topK,
      topP,
      minP,
      seed,
      grammarEvaluationState: new library.LlamaGrammarEvaluationState({ model, grammar }),
      ...(bias.size > 0 && { tokenBias }),
      repeatPenalty: {
        punishTokens: () => sequence.contextTokens.slice(-penaltyWindow),
        penalty: repetitionPenalty,
        frequencyPenalty,
        presencePenalty,
      },
      yieldEogToken: true,
    },
  )
  for await (const { token, probabilities } of evaluation) {
    const weighed =
      probabilities && new Map([...probabilities].map(([each, probability]) => [each, Math.log(probability)]))
    yield { token, ...(weighed && { weighed }) }
  }
}
