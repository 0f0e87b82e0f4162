import type { JsonRecord } from './json.ts'

interface Row {
  /** The field's name in the request body. */
  wireName: string
  label: string
  /** One sentence for a person who has not met the parameter before. */
  help: string
  /** Whether the service refuses a value that is not allowed; the others it hands to the engine as they came (contract). */
  checked: boolean
}

/** One number. Drawn as a slider where it has a default, as a field where the model decides. */
export interface NumberParameter extends Row {
  kind: 'number'
  /** What may be sent, and the sentence that says so; `schemaOf` in parameter-schema.ts checks it in a request. */
  allowed: { min: number; max?: number; whole?: boolean; rule: string }
  /** What the control offers. */
  range: { min: number; max: number; step: number }
  /** What the service assumes when the field is absent; null where the model decides. */
  default: number | null
}

/** A few texts, none of them empty. */
export interface ListParameter extends Row {
  kind: 'list'
  allowed: { most: number; rule: string }
  default: null
}

/** What a caller may set to shape a reply. Each row draws a control, checks a value and names a wire field. */
export type Parameter = NumberParameter | ListParameter

/** Seed 4.1 and 8: temperature 0 to 2, default 1; `max_tokens` a positive whole number. The rest as the interface has it. */
export const parameters = {
  temperature: {
    kind: 'number',
    wireName: 'temperature',
    label: 'Temperature',
    help: 'How freely the model chooses its words: 0 repeats itself, 2 is wild.',
    checked: true,
    allowed: { min: 0, max: 2, rule: 'temperature must be a number from 0 to 2.' },
    range: { min: 0, max: 2, step: 0.01 },
    default: 1,
  },
  maxTokens: {
    kind: 'number',
    wireName: 'max_tokens',
    label: 'Max tokens',
    help: 'The longest reply allowed, in tokens. Left empty, the model decides.',
    checked: true,
    allowed: { min: 1, whole: true, rule: 'max_tokens must be a whole number of at least 1.' },
    range: { min: 1, max: 10_000_000, step: 1 },
    default: null,
  },
  topP: {
    kind: 'number',
    wireName: 'top_p',
    label: 'Top P',
    help: 'Keeps the likeliest words until their chances add up to this; 1 keeps all.',
    checked: false,
    allowed: { min: 0, max: 1, rule: 'top_p must be a number from 0 to 1.' },
    range: { min: 0, max: 1, step: 0.01 },
    default: 1,
  },
  frequencyPenalty: {
    kind: 'number',
    wireName: 'frequency_penalty',
    label: 'Frequency penalty',
    help: 'Above 0, a word becomes less likely each time it is used; below 0, more likely.',
    checked: false,
    allowed: { min: -2, max: 2, rule: 'frequency_penalty must be a number from -2 to 2.' },
    range: { min: -2, max: 2, step: 0.01 },
    default: 0,
  },
  presencePenalty: {
    kind: 'number',
    wireName: 'presence_penalty',
    label: 'Presence penalty',
    help: 'Above 0, a word that was used once becomes less likely; below 0, more likely.',
    checked: false,
    allowed: { min: -2, max: 2, rule: 'presence_penalty must be a number from -2 to 2.' },
    range: { min: -2, max: 2, step: 0.01 },
    default: 0,
  },
  seed: {
    kind: 'number',
    wireName: 'seed',
    label: 'Seed',
    help: 'The same seed asks for the same reply again, as far as the model can.',
    checked: false,
    allowed: { min: Number.MIN_SAFE_INTEGER, whole: true, rule: 'seed must be a whole number.' },
    range: { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, step: 1 },
    default: null,
  },
  stop: {
    kind: 'list',
    wireName: 'stop',
    label: 'Stop sequences',
    help: 'Texts before which the reply ends.',
    checked: false,
    allowed: { most: 4, rule: 'stop must hold up to 4 texts, none of them empty.' },
    default: null,
  },
} as const satisfies Record<string, Parameter>

export type ParameterName = keyof typeof parameters

/** Every row's name, in the order in which they are drawn. */
export const parameterNames: readonly ParameterName[] = Object.keys(parameters).filter(isParameterName)

interface ValueOfKind {
  number: number
  list: readonly string[]
}

/** Values a person has set; an absent key was left untouched and is not sent. */
export type ParameterValues = { -readonly [Name in ParameterName]?: ValueOfKind[(typeof parameters)[Name]['kind']] }

/** Whether a value may be sent. */
export function isAllowed(parameter: Parameter, value: unknown): boolean {
  return parameter.kind === 'number' ? isAllowedNumber(parameter, value) : isAllowedList(parameter, value)
}

/** As many of these values as are known by their names and may be sent. For what was kept, shared or opened from a file. */
export function readParameters(value: unknown): ParameterValues {
  if (typeof value !== 'object' || value === null) return {}
  const found = Object.entries(value).filter(
    ([name, each]) => isParameterName(name) && isAllowed(parameters[name], each),
  )
  return Object.fromEntries(found)
}

/** The request fields for the values that were set, under their wire names. */
export function wireParameters(values: ParameterValues): Record<string, number | readonly string[]> {
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

function isParameterName(name: string): name is ParameterName {
  return Object.hasOwn(parameters, name)
}

/** The parameters among the fields of a request body, by their wire names; a value that may not be sent is left out. */
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
