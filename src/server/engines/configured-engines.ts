import type { Author } from '#contract/model.ts'
import { type EngineApi, type ModelListing, providerAt, providers as knownProviders } from '#dialects/providers.ts'
import type { EngineConfig } from '#server/config/config-file.ts'

/** The settings of one engine, with secrets resolved. */
export interface ConfiguredEngine {
  name: string
  baseUrl: string
  apiKey?: string
  headers?: Readonly<Record<string, string>>
  /** The engine's own ids of the models to publish. Omitted: all. */
  models?: readonly string[]
  /** Its public name, if it is a known provider or local server. */
  label?: string
  /** The author whose own service this is. */
  maker?: Author
  /** The interface that it speaks. Omitted: chat completions. */
  api?: EngineApi
  /** How to request its model list. Omitted: with the key as a bearer token. */
  listing?: ModelListing
}

interface EngineSources {
  /** `PARLEY_ENGINE_URL`. */
  url: string | undefined
  /** From the configuration file. */
  engines: readonly EngineConfig[]
  /** Whether to add known providers whose key is in the environment. */
  useProviderKeys: boolean
  variables: Readonly<Record<string, string | undefined>>
}

/**
 * The configured engines in order of precedence, and one sentence for each variable that is missing or can't be sent as
 * a header.
 */
export function configuredEngines(sources: EngineSources): { engines: ConfiguredEngine[]; problems: string[] } {
  const engines: ConfiguredEngine[] = []
  const problems: string[] = []
  /** The problem must not repeat the secret. */
  const readSecret = (variable: string) => {
    const secret = sources.variables[variable]
    if (secret !== undefined && !/^[\t\x20-\x7e\x80-\xff]*$/.test(secret)) {
      problems.push(
        `${variable} contains a character that can’t be sent in a header. Copy the key again, without surrounding text.`,
      )
    }
    return secret
  }
  const add = (engine: ConfiguredEngine) => {
    const { label, maker, listing, api } = providerAt(engine.baseUrl) ?? {}
    engines.push({
      ...(api && { api }),
      ...engine,
      name: uniqueName(engine.name, engines),
      ...(label !== undefined && { label }),
      ...(maker && { maker }),
      ...(listing && engine.apiKey !== undefined && { listing: listing(engine.apiKey) }),
    })
  }

  sources.engines.forEach(({ apiKeyEnv, headers, ...engine }, index) => {
    const read = (variable: string, where: string) => {
      const value = readSecret(variable)
      if (value === undefined) {
        problems.push(`engines[${index}].${where} names ${variable}, which is not set. Set it, or leave this out.`)
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
      ...(engine.api && { api: engine.api }),
      ...(engine.models && { models: engine.models }),
      ...(apiKeyEnv !== undefined && { apiKey: read(apiKeyEnv, 'apiKeyEnv') }),
      ...(headers && { headers: Object.fromEntries(sent) }),
    })
  })
  if (sources.url !== undefined) {
    const apiKey = readSecret('PARLEY_ENGINE_KEY')
    const engine = { name: new URL(sources.url).host, baseUrl: sources.url, ...(apiKey !== undefined && { apiKey }) }
    // The environment takes precedence over the file.
    add(engine)
    engines.unshift(...engines.splice(-1))
  }
  for (const { name, variable, baseUrl } of sources.useProviderKeys ? knownProviders : []) {
    const { origin } = new URL(baseUrl)
    // A provider that is already configured isn't added twice.
    if (engines.some((engine) => new URL(engine.baseUrl).origin === origin)) continue
    const apiKey = readSecret(variable)
    if (apiKey !== undefined) add({ name, baseUrl, apiKey })
  }
  return { engines, problems }
}

/** The name, or the first of `name 2`, `name 3`, … that isn't taken. */
export function uniqueName(name: string, engines: readonly { name: string }[]): string {
  const taken = new Set(['built-in', 'model files', 'routes', 'replay cache', ...engines.map((engine) => engine.name)])
  let free = name
  for (let next = 2; taken.has(free); next++) free = `${name} ${next}`
  return free
}
