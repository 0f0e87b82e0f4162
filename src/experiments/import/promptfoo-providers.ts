import { type JsonRecord, isRecord } from '#contract/json.ts'
import { type Prompt, readDefinition } from '#experiments/definition.ts'
import { type Notices, quote } from './notices.ts'

/** A model that promptfoo would call. */
export interface ImportedProvider {
  name: string
  model: string
  /** Parameters of the request under wire names. */
  parameters: JsonRecord
  /** What Parley keeps with the prompt. */
  promptFields: Partial<Pick<Prompt, 'tools' | 'toolFields' | 'responseFormat'>>
  /** The prompts that it is limited to, by label, id or text. */
  prompts: string[] | undefined
}

/** The second part of an id that isn't the model's name. */
const kinds = new Set([
  'chat',
  'completion',
  'completions',
  'messages',
  'responses',
  'converse',
  'text',
  'text-generation',
])
const otherKinds = /^(?:embeddings?|image|video|moderation|realtime|speech|transcription|tts|agents?|assistants?)$/u
/** Services that aren't models: scripts, addresses and promptfoo's own simulations. */
const noModel =
  /^(?:file|exec|python|javascript|https?|wss?|webhook|websocket|promptfoo|mcp|browser|package|golang|ruby|echo|manual-input)(?::|$)|\.[cm]?[jt]s$|\.py$/u

const parameterNames = new Set([
  'temperature',
  'max_tokens',
  'max_completion_tokens',
  'top_p',
  'top_k',
  'min_p',
  'frequency_penalty',
  'presence_penalty',
  'repetition_penalty',
  'stop',
  'seed',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'reasoning_effort',
  'verbosity',
  'service_tier',
  'n',
  'user',
])

/** Converts promptfoo's `providers` (or `targets`): ids, objects with `id` and `config`, or objects with the id as member. */
export function convertProviders(source: unknown, notices: Notices): ImportedProvider[] {
  const list: unknown[] = Array.isArray(source) ? source : source === undefined || source === null ? [] : [source]
  return list.flatMap((each, at) => {
    if (typeof each === 'string') return providerOf(each, {}, notices)
    if (isRecord(each) && typeof each['id'] === 'string') return providerOf(each['id'], each, notices)
    const [entry, ...others] = isRecord(each) ? Object.entries(each) : []
    if (entry && others.length === 0 && isRecord(entry[1])) return providerOf(entry[0], entry[1], notices)
    notices.add(`Provider ${at + 1} can’t be mapped: it has no “id”.`)
    return []
  })
}

function providerOf(id: string, source: JsonRecord, notices: Notices): ImportedProvider[] {
  const called = `the provider ${quote(id)}`
  const [service = '', ...parts] = id.split(':')
  if (noModel.test(id) || otherKinds.test(parts[0] ?? '')) {
    notices.add(`The provider ${quote(id)} can’t be mapped: it isn’t a chat model.`)
    return []
  }
  // Further colons belong to the model, as in `llama3.2:1b`.
  const model = parts.length === 0 ? service : parts.slice(kinds.has(parts[0] ?? '') ? 1 : 0).join(':')
  if (model === '') notices.add(`The provider ${quote(id)} names no model. Choose one for its variant.`)
  for (const name of Object.keys(source))
    if (!['id', 'label', 'config', 'prompts'].includes(name))
      notices.add(`The setting ${quote(name)} of ${called} can’t be mapped.`)
  const { label, prompts } = source
  const config = isRecord(source['config']) ? source['config'] : {}
  return [
    {
      name: typeof label === 'string' ? label : '',
      model,
      ...settingsOf(config, called, notices),
      prompts: Array.isArray(prompts) ? prompts.filter((each: unknown) => typeof each === 'string') : undefined,
    },
  ]
}

function settingsOf(config: JsonRecord, called: string, notices: Notices) {
  const parameters: JsonRecord = {}
  const promptFields: ImportedProvider['promptFields'] = {}
  // Fields of the request that promptfoo doesn't know.
  const passed = isRecord(config['passthrough']) ? config['passthrough'] : {}
  for (const [name, value] of Object.entries({ ...config, ...passed })) {
    if (value === null || value === undefined || isIdle(name, value)) continue
    if (parameterNames.has(name)) parameters[name] = value
    else if (name === 'response_format' && isRecord(value)) promptFields.responseFormat = value
    else if (name === 'tool_choice' || name === 'parallel_tool_calls')
      promptFields.toolFields = { ...promptFields.toolFields, [name]: value }
    else if (name === 'tools' && toolsOf(value)) promptFields.tools = toolsOf(value) ?? []
    else if (/^api(?:Base|Host|Url)/u.test(name))
      notices.add(`The address of ${called} can’t be mapped. Choose a connection for its variant.`)
    else if (/key$|secret|password|headers|^token$|authToken/iu.test(name))
      notices.add(
        `${quote(name)} of ${called} wasn’t imported, because it may be secret. Choose a connection for its variant.`,
      )
    else if (name in passed) parameters[name] = value
    else if (name !== 'passthrough') notices.add(`The setting ${quote(name)} of ${called} can’t be mapped.`)
  }
  return { parameters, promptFields }
}

/** Settings that change nothing in Parley: where promptfoo looks for the key, and that it adds no reasoning or defaults. */
function isIdle(name: string, value: unknown): boolean {
  if (name === 'apiKeyEnvar' || name === 'apiKeyRequired') return true
  return (name === 'showThinking' && value === false) || (name === 'omitDefaults' && value === true)
}

/** Function tools of the OpenAI interface; undefined if one of them is something else. */
function toolsOf(value: unknown): Prompt['tools'] | undefined {
  if (!Array.isArray(value)) return undefined
  const tools = value.map((each: unknown) => (isRecord(each) ? each['function'] : undefined))
  // The definition knows what a tool must look like.
  const checked = readDefinition({ parleyExperiment: 1, prompt: { messages: [], tools }, variants: [], cases: [] })
  return 'problem' in checked ? undefined : checked.prompt.tools
}
