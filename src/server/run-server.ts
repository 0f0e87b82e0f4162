import type { Server } from 'node:http'
import { createCatalogue } from '#service/catalogue/catalogue.ts'
import { referenceCatalogue } from '#service/catalogue/reference/reference-catalogue.ts'
import { createService } from '#service/create-service.ts'
import {
  catalogueLine,
  engineLines,
  keyLine,
  linkTo,
  listenProblem,
  lockedLine,
  overrideLines,
} from './announcement.ts'
import type { Config } from './config.ts'
import type { ConfiguredEngine } from './configured-engines.ts'
import { enginesOf } from './engines-of.ts'
import { createGate } from './gate/create-gate.ts'
import { createHttpServer, listen, type Pages } from './http-server.ts'
import { createHashedKeyRing, hashKey, type HashedKey } from './key-ring.ts'
import { keyFileIn } from './keys/key-file.ts'
import { watchKeyFile } from './keys/watched-keys.ts'
import { createLog } from './create-log.ts'
import { createMetrics } from './metrics.ts'
import { onStopSignals } from './on-stop-signals.ts'
import { stopServer } from './stop-server.ts'

interface Run {
  config: Config
  /** Made up for the printed link; works beside the keys that were configured. */
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
export async function runServer({ config, linkKey, pages, close }: Run): Promise<boolean> {
  const log = createLog(config.logLevel)
  const kept = await watchKeyFile(keyFileIn(config.store), log).catch((reason: unknown) => {
    say(reason instanceof Error ? reason.message : String(reason))
  })
  if (!kept) return false
  let isReady = false
  const locked: string[] = []
  const onLocked = (engine: ConfiguredEngine) => {
    if (isReady) log.warn({ engine: engine.name, problem: lockedLine(engine) }, 'engine left out')
    else locked.push(lockedLine(engine))
  }
  const catalogue = createCatalogue({
    ...enginesOf(config, onLocked),
    reference: referenceCatalogue,
    overrides: config.models,
    log,
  })
  const { meter, expose } = createMetrics()
  const service = createService({
    catalogue,
    keys: createHashedKeyRing(fixedKeys(linkKey, config), kept.keys),
    log,
    meter,
    host: { isReady: () => isReady, metrics: expose },
    maxBodyBytes: config.maxBodyBytes,
    maxChats: config.maxChats,
    requestsPerMinute: config.requestsPerMinute,
  })
  let answerPage: Pages = () => false
  const server = createHttpServer(service, (request, response) => answerPage(request, response), createGate(config))
  answerPage = await pages(server)

  let port: number
  try {
    port = await listen(server, config.host, config.port, ({ message }) => {
      log.warn({ problem: message }, 'connection lost before it was accepted')
    })
  } catch (reason) {
    say(listenProblem(reason, config))
    kept.close()
    await close?.()
    return false
  }
  const asked = catalogue.refresh()
  const link = linkTo({ host: config.host, port }, linkKey)
  say(
    `Parley is running. Open ${link}`,
    keyLine({
      inLink: linkKey !== undefined,
      configured: config.apiKeys.length,
      names: kept.keys().map(({ name }) => name),
    }),
  )
  const check = setInterval(() => void catalogue.refresh(), config.engineCheckMs)
  onStopSignals(() => {
    clearInterval(check)
    kept.close()
    log.info({ graceMs: config.shutdownGraceMs }, 'stopping')
    const { done, hurry } = stopServer({ server, service, graceMs: config.shutdownGraceMs })
    // What is left by then are idle connections to engines, for which nobody should have to wait.
    void Promise.all([done, close?.()]).then(() => process.exit(0))
    return hurry
  })
  const reports = await asked
  isReady = true
  say(
    'Engines:',
    ...engineLines(reports),
    ...locked,
    catalogueLine(catalogue.models()),
    ...overrideLines(config.models, catalogue),
  )
  return true
}

/** The keys that this process knows from its start to its end. */
function fixedKeys(linkKey: string | undefined, { apiKeys }: Config): HashedKey[] {
  // No name that `npm run keys` gives holds a blank, so these stand apart in logs and limits.
  const configured = apiKeys.map((key, place) => hashKey(`key ${place + 1}`, key))
  return linkKey === undefined ? configured : [hashKey('link key', linkKey), ...configured]
}

function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}
