import { type JsonRecord, isRecord } from './json.ts'

interface ParameterBase {
  /** The field's name in the request body and in share links. */
  wireName: string
  /** Other names under which engines list it in `supported_parameters`. */
  aliases?: readonly string[]
  label: string
  /** One sentence for users who don't know the parameter. */
  help: string
  /** True if the service refuses an invalid value; false if it forwards any value to the engine. */
  checked: boolean
  /** Always visible, above "More parameters". */
  pinned?: true
  /** True if it isn't part of the common interface, so that only some engines know it. */
  isExtension?: true
  /** True if "Other fields" may contain it, too: setups were saved and shared before it had a control. */
  isOtherField?: true
  /** `openai`: the package takes it by its wire name. `ai`: its name in that package. If absent, code passes it as an extra field. */
  sdk?: { openai?: true; ai?: string }
}

/** One number, drawn as a slider if it has a default, otherwise as a field. */
export interface NumberParameter extends ParameterBase {
  kind: 'number'
  /** Valid values; both ends are included. */
  allowed: { min: number; max?: number; whole?: boolean }
  /** What the control offers. */
  range: { min: number; max: number; step: number }
  /** What the service assumes if the field is absent; null if the model decides. */
  default: number | null
  /** Shown next to the label of an empty field. */
  emptyHint?: string
  /** Captions below the two ends of the slider. */
  ends?: readonly [low: string, high: string]
}

/** A short list of non-empty texts. */
export interface ListParameter extends ParameterBase {
  kind: 'list'
  allowed: { most: number }
  default: null
}

/** One of a few words, drawn as a select. */
export interface ChoiceParameter extends ParameterBase {
  kind: 'choice'
  allowed: { values: readonly string[] }
  default: null
}

/** A number for each of some token ids, drawn as a JSON field. */
export interface TokenNumbersParameter extends ParameterBase {
  kind: 'tokenNumbers'
  allowed: { min: number; max: number }
  default: null
}

/** A generation setting. The request schema, panel, links, code and validation all derive from its row. */
export type Parameter = NumberParameter | ListParameter | ChoiceParameter | TokenNumbersParameter
export type ParameterKind = Parameter['kind']

/** The ranges of `temperature` and `max_tokens` are the API's; the others follow the OpenAI interface. */
export const parameters = {
  temperature: {
    kind: 'number',
    wireName: 'temperature',
    label: 'Temperature',
    help: 'Lower values make replies more focused, higher values more random.',
    checked: true,
    allowed: { min: 0, max: 2 },
    range: { min: 0, max: 2, step: 0.01 },
    default: 1,
    pinned: true,
    ends: ['0 focused', '2 random'],
    sdk: { openai: true, ai: 'temperature' },
  },
  maxTokens: {
    kind: 'number',
    wireName: 'max_tokens',
    // Newer models take the limit under this name.
    aliases: ['max_completion_tokens'],
    label: 'Max tokens',
    help: 'Maximum length of the reply in tokens. If empty, the model decides.',
    checked: true,
    allowed: { min: 1, whole: true },
    range: { min: 1, max: 10_000_000, step: 1 },
    default: null,
    pinned: true,
    emptyHint: 'Model limit',
    sdk: { openai: true, ai: 'maxOutputTokens' },
  },
  reasoningEffort: {
    kind: 'choice',
    wireName: 'reasoning_effort',
    // OpenRouter lists it under this name.
    aliases: ['reasoning'],
    label: 'Reasoning effort',
    help: 'How much a reasoning model thinks before it answers. More effort costs more tokens.',
    checked: false,
    allowed: { values: ['none', 'minimal', 'low', 'medium', 'high'] },
    default: null,
    pinned: true,
    isOtherField: true,
    sdk: { openai: true },
  },
  topP: {
    kind: 'number',
    wireName: 'top_p',
    label: 'Top P',
    help: 'Samples only from the most likely tokens whose probabilities add up to this value. 1 allows all tokens.',
    checked: false,
    allowed: { min: 0, max: 1 },
    range: { min: 0, max: 1, step: 0.01 },
    default: 1,
    sdk: { openai: true, ai: 'topP' },
  },
  frequencyPenalty: {
    kind: 'number',
    wireName: 'frequency_penalty',
    label: 'Frequency penalty',
    help: 'Positive values make a token less likely each time it appears, negative values more likely.',
    checked: false,
    allowed: { min: -2, max: 2 },
    range: { min: -2, max: 2, step: 0.01 },
    default: 0,
    sdk: { openai: true, ai: 'frequencyPenalty' },
  },
  presencePenalty: {
    kind: 'number',
    wireName: 'presence_penalty',
    label: 'Presence penalty',
    help: 'Positive values make a token less likely once it has appeared, negative values more likely.',
    checked: false,
    allowed: { min: -2, max: 2 },
    range: { min: -2, max: 2, step: 0.01 },
    default: 0,
    sdk: { openai: true, ai: 'presencePenalty' },
  },
  seed: {
    kind: 'number',
    wireName: 'seed',
    label: 'Seed',
    help: 'The same seed gives the same reply where the model supports it.',
    checked: false,
    allowed: { min: Number.MIN_SAFE_INTEGER, whole: true },
    range: { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, step: 1 },
    default: null,
    sdk: { openai: true, ai: 'seed' },
  },
  stop: {
    kind: 'list',
    wireName: 'stop',
    label: 'Stop sequences',
    help: 'The reply ends before any of these texts.',
    checked: false,
    allowed: { most: 4 },
    default: null,
    sdk: { openai: true, ai: 'stopSequences' },
  },
  topK: {
    kind: 'number',
    wireName: 'top_k',
    label: 'Top K',
    help: 'Samples only from this many of the most likely tokens.',
    checked: false,
    allowed: { min: 0, whole: true },
    range: { min: 0, max: 1_000, step: 1 },
    default: null,
    isExtension: true,
    isOtherField: true,
  },
  minP: {
    kind: 'number',
    wireName: 'min_p',
    label: 'Min P',
    help: 'Leaves out tokens less likely than this share of the most likely token.',
    checked: false,
    allowed: { min: 0, max: 1 },
    range: { min: 0, max: 1, step: 0.01 },
    default: null,
    isExtension: true,
    isOtherField: true,
  },
  repetitionPenalty: {
    kind: 'number',
    wireName: 'repetition_penalty',
    aliases: ['repeat_penalty'],
    label: 'Repetition penalty',
    help: 'Values above 1 make tokens less likely once they have appeared in the prompt or the reply.',
    checked: false,
    allowed: { min: 0, max: 2 },
    range: { min: 0, max: 2, step: 0.01 },
    default: null,
    isExtension: true,
    isOtherField: true,
  },
  logitBias: {
    kind: 'tokenNumbers',
    wireName: 'logit_bias',
    label: 'Logit bias',
    help: 'Makes tokens more or less likely, by token id: -100 bans a token, 100 forces it.',
    checked: false,
    allowed: { min: -100, max: 100 },
    default: null,
    isExtension: true,
    isOtherField: true,
    sdk: { openai: true },
  },
} as const satisfies Record<string, Parameter>

export type ParameterName = keyof typeof parameters

/** The names of all rows, in display order. */
export const parameterNames: readonly ParameterName[] = Object.keys(parameters).filter(isParameterName)

interface ValueOfKind {
  number: number
  list: readonly string[]
  choice: string
  tokenNumbers: Readonly<Record<string, number>>
}

/** A value of any parameter. */
export type ParameterValue = ValueOfKind[ParameterKind]

type ValueOf<Row extends Parameter> = ValueOfKind[Row['kind']]

/** Values that were set, by parameter name; an absent parameter is not sent. */
export type ParameterValues = { -readonly [Name in ParameterName]?: ValueOf<(typeof parameters)[Name]> }

type CheckedRow = Extract<(typeof parameters)[ParameterName], { checked: true }>

/** The fields of a request body that the service validates, by wire name. */
export type CheckedFields = { [Row in CheckedRow as Row['wireName']]: ValueOf<Row> }

/** The rows whose values the service validates. */
export const checkedParameters: readonly Parameter[] = Object.values<Parameter>(parameters).filter(
  ({ checked }) => checked,
)

/** Whether a value is valid for a parameter. */
export function isAllowed(parameter: Parameter, value: unknown): boolean {
  switch (parameter.kind) {
    case 'number':
      return isAllowedNumber(parameter, value)
    case 'list':
      return isAllowedList(parameter, value)
    case 'choice':
      return parameter.allowed.values.some((each) => each === value)
    case 'tokenNumbers':
      return isAllowedByToken(parameter, value)
  }
}

/** The valid values in words, such as `a number from 0 to 2`. */
export function allowedWords(parameter: Parameter): string {
  if (parameter.kind === 'list') return `1 to ${parameter.allowed.most} non-empty texts`
  if (parameter.kind === 'choice') return `one of ${parameter.allowed.values.join(', ')}`
  if (parameter.kind === 'tokenNumbers') {
    return `a JSON object from token ids to numbers from ${parameter.allowed.min} to ${parameter.allowed.max}, like {"50256": -100}`
  }
  const { min, max, whole = false } = parameter.allowed
  const number = whole ? 'a whole number' : 'a number'
  if (max !== undefined) return `${number} from ${min} to ${max}`
  return min > 0 ? `${number} of at least ${min}` : number
}

/** The valid entries of an object with parameter names as keys, such as one from storage, a link or a file. */
export function readParameters(value: unknown): ParameterValues {
  if (typeof value !== 'object' || value === null) return {}
  const found = Object.entries(value).filter(
    ([name, each]) => isParameterName(name) && isAllowed(parameters[name], each),
  )
  return Object.fromEntries(found)
}

/** The valid entries of an object with wire names as keys, such as a request body. */
export function readWireParameters(body: JsonRecord): ParameterValues {
  return readParameters(
    Object.fromEntries(
      parameterNames.map((name) => {
        const { wireName } = parameters[name]
        return [name, Object.hasOwn(body, wireName) ? body[wireName] : undefined]
      }),
    ),
  )
}

/** The request fields of the values that were set, by wire name. */
export function wireParameters(values: ParameterValues): Record<string, ParameterValue> {
  return Object.fromEntries(
    parameterNames.flatMap((name) => {
      const value = values[name]
      return value === undefined ? [] : [[parameters[name].wireName, value]]
    }),
  )
}

function isAllowedNumber(
  { allowed: { min, max = Infinity, whole = false } }: NumberParameter,
  value: unknown,
): boolean {
  if (typeof value !== 'number' || value < min || value > max) return false
  return whole ? Number.isSafeInteger(value) : Number.isFinite(value)
}

function isAllowedList({ allowed: { most } }: ListParameter, value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > most) return false
  return value.every((each) => typeof each === 'string' && each !== '')
}

/** The ids of tokens in a tokenizer's vocabulary. */
export const tokenIdPattern = /^\d{1,9}$/u

function isAllowedByToken({ allowed: { min, max } }: TokenNumbersParameter, value: unknown): boolean {
  if (!isRecord(value)) return false
  const entries = Object.entries(value)
  return (
    entries.length > 0 &&
    entries.every(([id, each]) => tokenIdPattern.test(id) && typeof each === 'number' && each >= min && each <= max)
  )
}

function isParameterName(name: string): name is ParameterName {
  return Object.hasOwn(parameters, name)
}
