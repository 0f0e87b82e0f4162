import { z } from 'zod'

const minute = 60_000
const megabyte = 1024 * 1024

/** A whole number out of a text; the message names what is allowed. */
function wholeNumber(name: string, min: number, max: number, otherwise: number) {
  const rule = `${name} must be a whole number from ${min} to ${max}.`
  return z
    .string()
    .trim()
    .regex(/^\d+$/, rule)
    .transform(Number)
    .pipe(z.int(rule).min(min, rule).max(max, rule))
    .default(otherwise)
}

const engineUrlRule =
  'PARLEY_ENGINE_URL must be an http or https address without a user name, such as http://127.0.0.1:11434/v1.'

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber('PORT', 0, 65_535, 4173),
  PARLEY_API_KEYS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((key) => key.trim() || [])),
  PARLEY_ENGINE_URL: z.string().refine(isEngineUrl, engineUrlRule).optional(),
  PARLEY_ENGINE_KEY: z.string().optional(),
  PARLEY_MAX_BODY_BYTES: wholeNumber('PARLEY_MAX_BODY_BYTES', 1, 1024 * megabyte, 16 * megabyte),
  PARLEY_FIRST_BYTE_TIMEOUT_MS: wholeNumber('PARLEY_FIRST_BYTE_TIMEOUT_MS', 1, 24 * 60 * minute, 5 * minute),
  PARLEY_IDLE_TIMEOUT_MS: wholeNumber('PARLEY_IDLE_TIMEOUT_MS', 1, 24 * 60 * minute, minute),
  PARLEY_ENGINE_CHECK_MS: wholeNumber('PARLEY_ENGINE_CHECK_MS', 100, 24 * 60 * minute, minute / 2),
})

/** What the server was told, checked. Times are milliseconds. */
export interface Config {
  host: string
  port: number
  apiKeys: readonly string[]
  engine: { baseUrl: string; apiKey?: string } | undefined
  maxBodyBytes: number
  firstByteMs: number
  idleMs: number
  engineCheckMs: number
}

/** Either the settings, or a sentence for each that cannot be used. */
export type ConfigReading = { config: Config } | { problems: readonly string[] }

/** Reads the settings from the environment; an empty variable counts as absent. */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): ConfigReading {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const { success, data, error } = environment.safeParse(set)
  if (!success) return { problems: error.issues.map(({ message }) => message) }
  const { PARLEY_ENGINE_URL: baseUrl, PARLEY_ENGINE_KEY: apiKey } = data
  return {
    config: {
      host: data.HOST,
      port: data.PORT,
      apiKeys: data.PARLEY_API_KEYS,
      engine: baseUrl === undefined ? undefined : { baseUrl, ...(apiKey !== undefined && { apiKey }) },
      maxBodyBytes: data.PARLEY_MAX_BODY_BYTES,
      firstByteMs: data.PARLEY_FIRST_BYTE_TIMEOUT_MS,
      idleMs: data.PARLEY_IDLE_TIMEOUT_MS,
      engineCheckMs: data.PARLEY_ENGINE_CHECK_MS,
    },
  }
}

function isEngineUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}
