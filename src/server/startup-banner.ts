import type { Model } from '#contract/model.ts'
import type { ModelCatalogue, EngineReport } from '#service/catalogue/catalogue.ts'
import type { ConfiguredEngine } from './engines/configured-engines.ts'

interface Address {
  host: string
  port: number
}

/** The address to open. The key is in the fragment, which browsers never send. */
export function pageLink({ host, port }: Address, key?: string): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}/${key === undefined ? '' : `#key=${key}`}`
}

interface KeySummary {
  inLink: boolean
  /** The number of keys in PARLEY_API_KEYS. */
  configured: number
  /** Names of the keys of `npm run keys`. */
  names: readonly string[]
}

/** Lists the sources of keys, never the keys. */
export function keyLine({ inLink, configured, names }: KeySummary): string {
  const all = [
    ...(inLink ? ['the one in the link'] : []),
    ...(configured > 0 ? [`${configured} of PARLEY_API_KEYS`] : []),
    ...(names.length > 0 ? [`${names.join(', ')} (npm run keys)`] : []),
  ]
  const hint = names.length > 0 ? '' : ' Create a permanent key: npm run keys -- add NAME'
  return `Keys: ${all.join('; ')}.${hint}`
}

/** One line per engine: its name, and its number of models or its problem. */
export function engineLines(reports: readonly EngineReport[]): string[] {
  const width = Math.max(...reports.map(({ engine }) => engine.length))
  return reports.map(({ engine, models, problem }) => {
    const summary = problem ?? `${models} ${models === 1 ? 'model' : 'models'}`
    return `  ${engine.padEnd(width)}  ${summary}`
  })
}

/** What to do about a discovered engine that requires a key. */
export function keyRequiredLine({ name, baseUrl }: Pick<ConfiguredEngine, 'name' | 'baseUrl'>): string {
  return `${name} at ${baseUrl} requires a key and was skipped. Restart with PARLEY_ENGINE_URL=${baseUrl} and PARLEY_ENGINE_KEY=its key, or add it to parley.config.json with apiKeyEnv.`
}

/** That limits aren't shared, and why. */
export function limitsLines(problem: string | undefined): string[] {
  if (problem === undefined) return []
  return [
    `Limits: ${problem}. Until it works, this process enforces limits on its own. Check PARLEY_LIMITS and the server.`,
  ]
}

export function catalogueLine(models: readonly Pick<Model, 'status'>[]): string {
  const active = models.filter(({ status }) => status === 'active').length
  return `${models.length} models are published: ${active} can be called, the others when an engine serves them.`
}

/** One line for each override whose model isn't published, most likely because it is misspelled. */
export function overrideLines(
  overrides: Readonly<Record<string, { status?: string }>>,
  { find, findEmbedding }: Pick<ModelCatalogue, 'find' | 'findEmbedding'>,
) {
  return Object.entries(overrides)
    .filter(([id, { status }]) => status !== 'deleted' && (find(id) ?? findEmbedding(id))?.model.id !== id)
    .map(
      ([id]) =>
        `The configuration overrides the model “${id}”, but no model with this id is published. Check its spelling.`,
    )
}

/** Explains why the server can't listen, and what to do. */
export function listenProblem(reason: unknown, { host, port }: Address): string {
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is already in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`
  }
  if (code === 'EACCES') return `This account can’t use port ${port}. Choose 1024 or higher: PORT=4173 npm start`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST is “${host}”, which is not an address of this machine. Unset it to listen on 127.0.0.1.`
  }
  return `The server cannot listen on ${host}:${port} (${String(reason)}). Choose another HOST or PORT.`
}
