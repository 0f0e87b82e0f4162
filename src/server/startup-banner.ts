import type { Model } from '#contract/model.ts'
import type { ModelCatalogue, EngineReport } from '#service/catalogue/catalogue.ts'
import type { ConfiguredEngine } from './engines/configured-engines.ts'

interface Place {
  host: string
  port: number
}

/** The address to open. A key travels in the fragment, which browsers send nowhere; without one the page asks for it. */
export function linkTo({ host, port }: Place, key?: string): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}/${key === undefined ? '' : `#key=${key}`}`
}

interface Keys {
  inLink: boolean
  /** How many PARLEY_API_KEYS holds. */
  configured: number
  /** Those of `npm run keys`. */
  names: readonly string[]
}

/** Says which keys there are, and none of them. */
export function keyLine({ inLink, configured, names }: Keys): string {
  const all = [
    ...(inLink ? ['the one in the link'] : []),
    ...(configured > 0 ? [`${configured} of PARLEY_API_KEYS`] : []),
    ...(names.length > 0 ? [`${names.join(', ')} (npm run keys)`] : []),
  ]
  const hint = names.length > 0 ? '' : ' Make one that lasts: npm run keys -- add NAME'
  return `Keys: ${all.join('; ')}.${hint}`
}

/** One line an engine: its name, and how many models it brings or why it brings none. */
export function engineLines(reports: readonly EngineReport[]): string[] {
  const width = Math.max(...reports.map(({ engine }) => engine.length))
  return reports.map(({ engine, models, problem }) => {
    const said = problem ?? `${models} ${models === 1 ? 'model' : 'models'}`
    return `  ${engine.padEnd(width)}  ${said}`
  })
}

/** What to do about a local engine that was found, but wants a key. */
export function lockedLine({ name, baseUrl }: Pick<ConfiguredEngine, 'name' | 'baseUrl'>): string {
  return `${name} at ${baseUrl} needs a key and was left out. Restart with PARLEY_ENGINE_URL=${baseUrl} and PARLEY_ENGINE_KEY=its key, or add it to parley.config.json with apiKeyEnv.`
}

/** How many models are published, and how many of them can be called. */
export function catalogueLine(models: readonly Pick<Model, 'status'>[]): string {
  const active = models.filter(({ status }) => status === 'active').length
  return `${models.length} models are published: ${active} can be called, the others when an engine serves them.`
}

/** One line for each override that nothing has an id for: most likely it is misspelt. */
export function overrideLines(
  overrides: Readonly<Record<string, { status?: string }>>,
  { find }: Pick<ModelCatalogue, 'find'>,
) {
  return Object.entries(overrides)
    .filter(([id, { status }]) => status !== 'deleted' && find(id)?.model.id !== id)
    .map(
      ([id]) =>
        `The configuration speaks of a model “${id}”, but none is published under this id. Check how it is spelt.`,
    )
}

/** What to do when the server cannot listen. */
export function listenProblem(reason: unknown, { host, port }: Place): string {
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is already in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`
  }
  if (code === 'EACCES')
    return `Port ${port} may not be used by this account. Choose one from 1024 up: PORT=4173 npm start`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST is “${host}”, which is no address of this machine. Leave it out to listen on 127.0.0.1.`
  }
  return `The server cannot listen on ${host}:${port} (${String(reason)}). Choose another HOST or PORT.`
}
