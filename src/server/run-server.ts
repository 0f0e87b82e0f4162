import type { Server } from 'node:http'
import { pino } from 'pino'
import { createCatalogue } from '#service/catalogue/catalogue.ts'
import { createService } from '#service/create-service.ts'
import type { KeyRing } from '#service/key-ring.ts'
import { engineLines, linkTo, listenProblem } from './announcement.ts'
import type { Config } from './config.ts'
import { enginesOf } from './engines-of.ts'
import { createHttpServer, listen, type Pages } from './http-server.ts'

interface Run {
  config: Config
  keys: KeyRing
  /** Goes into the printed link. */
  linkKey: string | undefined
  /** What serves the page; may hang its own upgrades (hot reload) on the server. */
  pages: (server: Server) => Promise<Pages> | Pages
  /** Lets go of what `pages` holds. */
  close?: () => Promise<void>
}

/**
 * Serves page and service on one port until SIGINT or SIGTERM. Says in plain lines where to go and which engines there
 * are; from then on every line on stdout is one JSON object. Resolves to whether it serves; when it cannot listen it has
 * said why.
 */
export async function runServer({ config, keys, linkKey, pages, close }: Run): Promise<boolean> {
  const log = pino()
  const catalogue = createCatalogue({ engines: enginesOf(config), log })
  const service = createService({ catalogue, keys, log, maxBodyBytes: config.maxBodyBytes })
  let answerPage: Pages = () => false
  const server = createHttpServer(service, (request, response) => answerPage(request, response))
  answerPage = await pages(server)

  const asked = catalogue.refresh()
  let port: number
  try {
    port = await listen(server, config.host, config.port)
  } catch (reason) {
    say(listenProblem(reason, config))
    await close?.()
    return false
  }
  const link = linkTo({ host: config.host, port }, linkKey)
  say(`Parley is running. Open ${link}`, ...(linkKey === undefined ? ['Its keys are those of PARLEY_API_KEYS.'] : []))
  const check = setInterval(() => void catalogue.refresh(), config.engineCheckMs)
  const stop = () => {
    clearInterval(check)
    server.close()
    server.closeAllConnections()
    void close?.()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  say('Engines:', ...engineLines(await asked))
  return true
}

function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}
