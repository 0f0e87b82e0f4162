import type { ChatEvent } from '#contract/chat-event.ts'
import { foldCompletion } from '#dialects/completion.ts'
import type { EngineModel } from '#dialects/model-list.ts'
import type { Engine, EngineCall } from '#service/engines/engine.ts'
import { refusalOf, refuse } from '#service/service-error.ts'
import { readLocalRequest, supportedFields } from './local-request.ts'
import type { LocalModel, ModelRuntime } from './model-runtime.ts'

/** The engine's models have ids that start with it. */
const localPrefix = 'local/'

/** The engine of the models in files on this machine, in the server and in the page. */
export function createGgufEngine({ runtime }: { runtime: ModelRuntime }): Engine {
  async function* reply(call: EngineCall): AsyncGenerator<readonly ChatEvent[]> {
    const request = readLocalRequest(call.request)
    const models = await runtime.models()
    const model = models.find(({ name }) => `${localPrefix}${name}` === call.request.model)
    if (!model) {
      const known = models.map(({ name }) => `${localPrefix}${name}`).join(', ') || 'none'
      const message = `There is no model file for ${call.request.model}. Available models: ${known}.`
      throw refuse('model_not_found', message, { param: 'model' })
    }
    if (model.problem !== undefined) throw refuse('model_inactive', model.problem, { param: 'model' })
    if (request.tools && !model.callsTools) {
      throw refuse(
        'invalid_value',
        `${call.request.model} can’t call tools: its chat template has none, or uses an unknown format. Remove tools, or choose another model.`,
        { param: 'tools' },
      )
    }
    yield* runtime.chat({ name: model.name, request, replyId: call.identity.id, signal: call.signal })
  }

  return {
    name: 'model files',
    label: 'Model file',
    models: async () => (await runtime.models()).map(engineModelOf),
    stream: async (call) => reply(call),
    async complete(call) {
      const result = await foldCompletion(reply(call), call.identity)
      call.cancellation.throwIfCancelled()
      if ('completion' in result) return result.completion
      throw refusalOf(result.error)
    },
  }
}

/** The published facts of a model file. Nobody is paid for a model that runs here. */
function engineModelOf({ name, facts, contextLength, callsTools, problem }: LocalModel): EngineModel {
  const tools = callsTools ? (['function_calling'] as const) : []
  return {
    id: `${localPrefix}${name}`,
    author: 'community',
    name,
    description: problem ?? descriptionOf(facts),
    owned_by: facts?.author ?? 'this machine',
    status: problem === undefined ? 'active' : 'inactive',
    ...(problem !== undefined && { problem }),
    visibility: 'public',
    pricing: [
      { metric: 'input_tokens', rate: 0 },
      { metric: 'output_tokens', rate: 0 },
    ],
    context_length: contextLength,
    model_type: 'text_generation',
    capabilities: ['streaming', 'structured_output', ...tools],
    lacks: callsTools ? ['vision'] : ['vision', 'function_calling'],
    supported_parameters: supportedFields.filter((field) => callsTools || !field.startsWith('tool')),
  }
}

function descriptionOf(facts: LocalModel['facts']): string {
  if (!facts) return ''
  const { name, architecture, parameterCount, quantization, contextLength, license } = facts
  const facets = [
    `${shortCount(parameterCount)} parameters`,
    quantization,
    `architecture ${architecture}`,
    contextLength === undefined ? undefined : `trained for ${contextLength.toLocaleString('en')} tokens`,
    license === undefined ? undefined : `licence ${license}`,
  ]
  return `${name ?? 'A model'} in a file on this machine: ${facets.filter((each) => each !== undefined).join(', ')}.`
}

/** For example 7.2 billion, or 180,000. */
function shortCount(count: number): string {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} billion`
  if (count >= 1e6) return `${(count / 1e6).toFixed(0)} million`
  return count.toLocaleString('en')
}
