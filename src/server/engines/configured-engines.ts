import type { Author } from '#contract/model.ts'
import type { ModelListing } from '#service/engines/openai/openai-engine.ts'
import type { EngineConfig } from '#server/config/config-file.ts'
import { providerAt, providers as knownProviders } from './providers.ts'

/** An engine to be made, its secrets read. */
export interface ConfiguredEngine {
  name: string
  baseUrl: string
  apiKey?: string
  headers?: Readonly<Record<string, string>>
  /** The engine's own ids of the models to publish; all when left out. */
  models?: readonly string[]
  /** Whose own service it is. */
  maker?: Author
  /** How its list of models is asked for; with the key as a bearer when left out. */
  listing?: ModelListing
}

interface Told {
  /** Of the one engine that the environment names. */
  url: string | undefined
  /** Of the configuration file. */
  engines: readonly EngineConfig[]
  /** Whether providers whose key is in the environment are wanted. */
  providers: boolean
  variables: Readonly<Record<string, string | undefined>>
}

/**
 * The engines that environment and file name, in order of precedence, and a sentence for each variable that lacks, or
 * holds what no header can carry.
 */
export function configuredEngines(told: Told): { engines: ConfiguredEngine[]; problems: string[] } {
  const engines: ConfiguredEngine[] = []
  const problems: string[] = []
  /** A variable's secret; the complaint about it must not repeat it. */
  const secretIn = (variable: string) => {
    const secret = told.variables[variable]
    if (secret !== undefined && !/^[\t\x20-\x7e\x80-\xff]*$/.test(secret)) {
      problems.push(
        `${variable} holds a sign that no header can carry. Copy the key anew, without what stands around it.`,
      )
    }
    return secret
  }
  const add = (engine: ConfiguredEngine) => {
    const { maker, listing } = providerAt(engine.baseUrl) ?? {}
    engines.push({
      ...engine,
      name: freeName(engine.name, engines),
      ...(maker && { maker }),
      ...(listing && engine.apiKey !== undefined && { listing: listing(engine.apiKey) }),
    })
  }

  told.engines.forEach(({ apiKeyEnv, headers, ...engine }, place) => {
    const read = (variable: string, where: string) => {
      const value = secretIn(variable)
      if (value === undefined) {
        problems.push(`engines[${place}].${where} names ${variable}, which is not set. Set it, or leave this out.`)
      }
      return value ?? ''
    }
    const sent = Object.entries(headers ?? {}).map(([name, value]): [string, string] => [
      name.toLowerCase(),
      typeof value === 'string' ? value : read(value.env, `headers.${name}`),
    ])
    add({
      name: engine.name,
      baseUrl: engine.baseUrl,
      ...(engine.models && { models: engine.models }),
      ...(apiKeyEnv !== undefined && { apiKey: read(apiKeyEnv, 'apiKeyEnv') }),
      ...(headers && { headers: Object.fromEntries(sent) }),
    })
  })
  if (told.url !== undefined) {
    const apiKey = secretIn('PARLEY_ENGINE_KEY')
    const engine = { name: new URL(told.url).host, baseUrl: told.url, ...(apiKey !== undefined && { apiKey }) }
    // The environment goes before the file.
    add(engine)
    engines.unshift(...engines.splice(-1))
  }
  for (const { name, variable, baseUrl } of told.providers ? knownProviders : []) {
    const { origin } = new URL(baseUrl)
    // Whoever configures a provider in full wants it so, and not twice.
    if (engines.some((engine) => new URL(engine.baseUrl).origin === origin)) continue
    const apiKey = secretIn(variable)
    if (apiKey !== undefined) add({ name, baseUrl, apiKey })
  }
  return { engines, problems }
}

/** The name, or the first of `name 2`, `name 3`, … that no engine has. */
export function freeName(name: string, engines: readonly { name: string }[]): string {
  const taken = new Set(['built-in', ...engines.map((engine) => engine.name)])
  let free = name
  for (let next = 2; taken.has(free); next++) free = `${name} ${next}`
  return free
}
