import { z } from 'zod'
import type { ChatRequest } from '#contract/chat.ts'
import { schemaOf } from '#contract/parameter-schema.ts'
import { parameters } from '#contract/parameters.ts'
import type { BuiltInModel } from '#service/engines/built-in/built-in-model.ts'
import { lastUserText } from '#service/engines/built-in/message-text.ts'
import { modelCard } from '#service/engines/built-in/model-card.ts'
import { readField } from '#service/engines/built-in/request-field.ts'
import { createSeededRandom } from '#service/engines/built-in/seeded-random.ts'
import { bread } from './corpus-bread.ts'
import { harbour } from './corpus-harbour.ts'
import { letters } from './corpus-letters.ts'
import { machines } from './corpus-machines.ts'
import { weather } from './corpus-weather.ts'
import { learn, type LanguageModel } from './language-model.ts'
import type { Sampling } from './sampling.ts'
import { write } from './writing.ts'
import { wordsOf } from './words.ts'

const topPSchema = schemaOf(parameters.topP)
const seedSchema = z.number('seed must be a number.')

/** A language model small enough to read, which makes the sampling parameters visible. */
export const babble: BuiltInModel = {
  model: modelCard(
    'babble',
    'Babble',
    'A demonstration that runs inside Parley: a real but tiny language model, which has read five short pieces about a harbour. Begin a sentence for it and move the temperature: 0 repeats itself, 1 wanders, 2 raves; seed, top_p and stop are obeyed too.',
    ['temperature', 'top_p', 'seed'],
  ),
  reply({ request }) {
    const prompt = lastUserText(request.messages) ?? ''
    return { pieces: write(languageModel(), wordsOf(prompt), samplingOf(request, prompt)) }
  },
}

let learned: LanguageModel | undefined

/** Learnt when it is first asked for: a page that never asks should not pay. */
function languageModel(): LanguageModel {
  learned ??= learn(wordsOf([harbour, weather, bread, letters, machines].join('\n')))
  return learned
}

function samplingOf(request: ChatRequest, prompt: string): Sampling {
  const seed = readField(request, 'seed', seedSchema) ?? crypto.getRandomValues(new Uint32Array(2)).join(' ')
  return {
    temperature: request.temperature ?? parameters.temperature.default,
    topP: readField(request, 'top_p', topPSchema) ?? parameters.topP.default,
    // With the prompt in it, or two prompts with the same seed would soon go on in the same words.
    random: createSeededRandom(`${seed} ${prompt.slice(-100)}`),
  }
}
