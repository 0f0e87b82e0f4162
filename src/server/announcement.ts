import type { EngineReport } from '#service/catalogue/catalogue.ts'

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

/** One line an engine: its name, and how many models it brings or why it brings none. */
export function engineLines(reports: readonly EngineReport[]): string[] {
  const width = Math.max(...reports.map(({ engine }) => engine.length))
  return reports.map(({ engine, models, problem }) => {
    const said = problem ?? `${models} ${models === 1 ? 'model' : 'models'}`
    return `  ${engine.padEnd(width)}  ${said}`
  })
}

/** What to do when the server cannot listen. */
export function listenProblem(reason: unknown, { host, port }: Place): string {
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`
  }
  if (code === 'EACCES')
    return `Port ${port} may not be used by this account. Choose one from 1024 up: PORT=4173 npm start`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST is “${host}”, which is no address of this machine. Leave it out to listen on 127.0.0.1.`
  }
  return `The server cannot listen on ${host}:${port}: ${String(reason)}`
}
