import { type ConfiguredEngine, configuredEngines } from '#server/engines/configured-engines.ts'
import { type ConfigFile, engineUrl, readConfigFile } from './config-file.ts'
import { type SettingValues, listOf, settings } from './settings-table.ts'

/** What the server was told, checked. Times are milliseconds. */
export interface Config extends SettingValues {
  apiKeys: readonly string[]
  /** In order of precedence. */
  engines: readonly ConfiguredEngine[]
  /** What the operator says of models, by published id. */
  models: ConfigFile['models']
}

/** Either the settings, or a sentence for each that cannot be used. */
export type ConfigReading = { config: Config } | { problems: readonly string[] }

/** Where data is kept, or why that can't be told. Other settings don't matter here: keys are added without them, too. */
export function readStore(
  variables: Variables,
  readText: (path: string) => string | undefined,
): { store: string } | { problems: readonly string[] } {
  const set = withoutEmpty(variables)
  const file = fileOf(set['PARLEY_CONFIG'], readText)
  if ('problems' in file) return file
  const { variable, schema, otherwise } = settings.store
  const { data, error } = schema.safeParse(set[variable] ?? file.settings['store'] ?? otherwise)
  return data === undefined ? { problems: [`${variable} ${error?.issues[0]?.message}.`] } : { store: data }
}

/** The variables of a process; an empty one counts as absent, and blanks around a value do not count. */
export type Variables = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings: from the environment, then from the configuration file, then as they are by default.
 * `readText` gives a file's text, or undefined where there is no such file; without it no file is read.
 */
export function readConfig(
  variables: Variables,
  readText: (path: string) => string | undefined = () => undefined,
): ConfigReading {
  const set = withoutEmpty(variables)
  const file = fileOf(set['PARLEY_CONFIG'], readText)
  const problems = 'problems' in file ? [...file.problems] : []
  const { settings: fromFile, engines, models } = 'problems' in file ? noFile : file

  const values: Record<string, unknown> = {}
  for (const [name, { variable, schema, fromText, otherwise }] of Object.entries(settings)) {
    const text = set[variable]
    values[name] = fromFile[name] ?? otherwise
    if (text === undefined) continue
    const { success, data, error } = schema.safeParse(fromText(text))
    if (success) values[name] = data
    // One rule may be broken in several places of a list; it is told once.
    else problems.push(`${variable} ${error.issues[0]?.message}.`)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loop has given each its value; the compiler cannot follow
  const shared = values as unknown as SettingValues

  const url = set['PARLEY_ENGINE_URL']
  const address = url === undefined ? undefined : engineUrl.safeParse(url)
  if (address?.error) problems.push(`PARLEY_ENGINE_URL ${address.error.issues[0]?.message}.`)
  const found = configuredEngines({ url: address?.data, engines, variables: set, providers: shared.discovery === 'on' })
  problems.push(...found.problems)
  const apiKeys = listOf(set['PARLEY_API_KEYS'] ?? '')
  if (!apiKeys.every((key) => /^[\x21-\x7e]+$/.test(key))) {
    problems.push('PARLEY_API_KEYS must be keys of ASCII letters, digits and signs, or no caller could send them.')
  }
  if (problems.length > 0) return { problems }
  return { config: { ...shared, apiKeys, engines: found.engines, models } }
}

function withoutEmpty(variables: Variables): Variables {
  const trimmed = Object.entries(variables).map(([name, value = '']): [string, string] => [name, value.trim()])
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ''))
}

const noFile: ConfigFile = { settings: {}, engines: [], models: {} }

function fileOf(named: string | undefined, readText: (path: string) => string | undefined) {
  const name = named ?? 'parley.config.json'
  let text: string | undefined
  try {
    text = readText(name)
  } catch (reason) {
    return { problems: [`${name} cannot be read: ${reason instanceof Error ? reason.message : String(reason)}.`] }
  }
  if (text !== undefined) return readConfigFile(text, name)
  return named === undefined ? noFile : { problems: [`PARLEY_CONFIG is “${named}”, and there is no such file.`] }
}
