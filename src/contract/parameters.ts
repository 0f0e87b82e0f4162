/** What a caller may set to shape a reply. Each row draws a control, checks a request and names a wire field. */
export interface Parameter {
  /** The field's name in the request body. */
  wireName: string
  label: string
  /** One sentence for a person who has not met the parameter before. */
  help: string
  /** What may be sent, and the sentence that says so; `schemaOf` in parameter-schema.ts checks it in a request. */
  allowed: { min: number; max?: number; whole?: boolean; rule: string }
  /** What the control offers. */
  range: { min: number; max: number; step: number }
  /** What the service assumes when the field is absent; null where the model decides. */
  default: number | null
}

/** Seed 4.1 and 8: temperature 0 to 2, default 1; `max_tokens` a positive whole number. */
export const parameters = {
  temperature: {
    wireName: 'temperature',
    label: 'Temperature',
    help: 'How freely the model chooses its words: 0 repeats itself, 2 is wild.',
    allowed: { min: 0, max: 2, rule: 'temperature must be a number from 0 to 2.' },
    range: { min: 0, max: 2, step: 0.01 },
    default: 1,
  },
  maxTokens: {
    wireName: 'max_tokens',
    label: 'Max tokens',
    help: 'The longest reply allowed, in tokens. Left empty, the model decides.',
    allowed: { min: 1, whole: true, rule: 'max_tokens must be a whole number of at least 1.' },
    range: { min: 1, max: 10_000_000, step: 1 },
    default: null,
  },
} as const satisfies Record<string, Parameter>

export type ParameterName = keyof typeof parameters

/** Every row's name. */
export const parameterNames: readonly ParameterName[] = Object.keys(parameters).filter(isParameterName)

/** Values a person has set; an absent key was left untouched and is not sent. */
export type ParameterValues = Partial<Record<ParameterName, number>>

/** Whether a value may be sent. */
export function isAllowed({ allowed: { min, max = Infinity, whole = false } }: Parameter, value: number): boolean {
  return value >= min && value <= max && (whole ? Number.isSafeInteger(value) : Number.isFinite(value))
}

/** The request fields for the values that were set, under their wire names. */
export function wireParameters(values: ParameterValues): Record<string, number> {
  return Object.fromEntries(
    parameterNames.flatMap((name) => {
      const value = values[name]
      return value === undefined ? [] : [[parameters[name].wireName, value]]
    }),
  )
}

function isParameterName(name: string): name is ParameterName {
  return Object.hasOwn(parameters, name)
}
