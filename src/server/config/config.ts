import { localServers } from '#dialects/providers.ts'
import { type ConfiguredEngine, configuredEngines } from '#server/engines/configured-engines.ts'
import { type ConfigFile, engineUrl, readConfigFile } from './config-file.ts'
import { type SettingValues, parseList, settings } from './settings-table.ts'

/** The validated configuration. Times are milliseconds. */
export interface Config extends SettingValues {
  apiKeys: readonly string[]
  /** In order of precedence. */
  engines: readonly ConfiguredEngine[]
  /** Overrides of model details, by published id. */
  models: ConfigFile['models']
  /** Members by public name. */
  routes: ConfigFile['routes']
}

/** The configuration, or one sentence for each invalid setting. */
export type ConfigReading = { config: Config } | { problems: readonly string[] }

/** Where data is stored. Ignores problems in other settings, so that keys can be managed despite them. */
export function readStore(
  variables: Variables,
  readText: (path: string) => string | undefined,
): { store: string } | { problems: readonly string[] } {
  const set = withoutEmpty(variables)
  const file = loadConfigFile(set['PARLEY_CONFIG'], readText)
  if ('problems' in file) return file
  const { variable, schema, fallback } = settings.store
  const { data, error } = schema.safeParse(set[variable] ?? file.settings['store'] ?? fallback)
  return data === undefined ? { problems: [`${variable} ${error?.issues[0]?.message}.`] } : { store: data }
}

/** Environment variables. Values are trimmed; empty ones count as absent. */
export type Variables = Readonly<Record<string, string | undefined>>

/**
 * Reads each setting from the environment, else from the configuration file, else its default. `readText` returns a
 * file's text, or undefined if it doesn't exist; without it, no file is read.
 */
export function readConfig(
  variables: Variables,
  readText: (path: string) => string | undefined = () => undefined,
): ConfigReading {
  const set = withoutEmpty(variables)
  const file = loadConfigFile(set['PARLEY_CONFIG'], readText)
  const problems = 'problems' in file ? [...file.problems] : []
  const { settings: fromFile, engines, models, routes } = 'problems' in file ? emptyFile : file

  const values: Record<string, unknown> = {}
  for (const [name, { variable, schema, fromText, fallback }] of Object.entries(settings)) {
    const text = set[variable]
    values[name] = fromFile[name] ?? fallback
    if (text === undefined) continue
    const { success, data, error } = schema.safeParse(fromText(text))
    if (success) values[name] = data
    // Several items of a list can break the same rule; report it once.
    else problems.push(`${variable} ${error.issues[0]?.message}.`)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loop above set every setting, which the compiler can't infer
  const shared = values as unknown as SettingValues

  const url = set['PARLEY_ENGINE_URL']
  const address = url === undefined ? undefined : engineUrl.safeParse(url)
  if (address?.error) problems.push(`PARLEY_ENGINE_URL ${address.error.issues[0]?.message}.`)
  const found = configuredEngines({
    url: address?.data,
    engines,
    variables: set,
    useProviderKeys: shared.discovery === 'on',
  })
  problems.push(...found.problems)
  const apiKeys = parseList(set['PARLEY_API_KEYS'] ?? '')
  if (!apiKeys.every((key) => /^[\x21-\x7e]+$/.test(key))) {
    problems.push('PARLEY_API_KEYS must be keys of ASCII letters, digits and signs, or HTTP clients can’t send them.')
  }
  problems.push(...routeProblems(routes, found.engines, shared))
  if (shared.workers > 1 && shared.modelFiles.length > 0) {
    problems.push(
      `PARLEY_WORKERS is ${shared.workers}, but each worker would load the models of PARLEY_MODELS. Unset one of them.`,
    )
  }
  if (problems.length > 0) return { problems }
  return { config: { ...shared, apiKeys, engines: found.engines, models, routes } }
}

function withoutEmpty(variables: Variables): Variables {
  const trimmed = Object.entries(variables).map(([name, value = '']): [string, string] => [name, value.trim()])
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ''))
}

const emptyFile: ConfigFile = { settings: {}, engines: [], models: {}, routes: {} }

/** One sentence for each member of a route whose engine doesn't exist. Local servers may be found later. */
function routeProblems(
  routes: ConfigFile['routes'],
  engines: readonly { name: string }[],
  { discovery, modelFiles }: Pick<SettingValues, 'discovery' | 'modelFiles'>,
): string[] {
  const found = discovery === 'on' ? localServers.map(({ name }) => name) : []
  const names = [
    'built-in',
    ...(modelFiles.length > 0 ? ['model files'] : []),
    ...engines.map(({ name }) => name),
    ...found,
  ]
  return Object.entries(routes).flatMap(([route, members]) =>
    members.flatMap(({ engine }, index) =>
      names.includes(engine)
        ? []
        : `routes[${JSON.stringify(route)}][${index}].engine is “${engine}”, but there is no such engine; there are ${[...new Set(names)].join(', ')}.`,
    ),
  )
}

function loadConfigFile(named: string | undefined, readText: (path: string) => string | undefined) {
  const name = named ?? 'parley.config.json'
  let text: string | undefined
  try {
    text = readText(name)
  } catch (reason) {
    return { problems: [`${name} can’t be read: ${reason instanceof Error ? reason.message : String(reason)}.`] }
  }
  if (text !== undefined) return readConfigFile(text, name)
  return named === undefined
    ? emptyFile
    : { problems: [`PARLEY_CONFIG is “${named}”, but this file doesn’t exist. Create it, or unset PARLEY_CONFIG.`] }
}
