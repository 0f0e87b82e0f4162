import type { Server } from 'node:http'
import { createModelCatalogue } from '#service/catalogue/catalogue.ts'
import { referenceCatalogue } from '#service/catalogue/reference/reference-catalogue.ts'
import { type Service, createService } from '#service/create-service.ts'
import type { Config } from './config/config.ts'
import type { ConfiguredEngine } from './engines/configured-engines.ts'
import { enginesOf } from './engines/discovery.ts'
import { createHostOriginGuard } from './http/host-origin-guard.ts'
import { type Pages, createHttpServer, listen } from './http/http-server.ts'
import { createLog } from './observability/log.ts'
import { createMetrics } from './observability/metrics.ts'
import {
  catalogueLine,
  engineLines,
  keyLine,
  linkTo,
  listenProblem,
  lockedLine,
  overrideLines,
} from './startup-banner.ts'
import { keyFileIn } from './state/key-file.ts'
import { type HashedKey, createHashedKeyRing, hashKey } from './state/key-ring.ts'
import { watchKeyFile } from './state/watched-keys.ts'

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
  const catalogue = createModelCatalogue({
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
  const server = createHttpServer(
    service,
    (request, response) => answerPage(request, response),
    createHostOriginGuard(config),
  )
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

/**
 * When a terminal stops a program that npm runs, npm passes the signal on that the terminal has sent already. What comes
 * this soon after the first is the same wish, not a second one.
 */
const echoMs = 300

/** Calls `stop` at the first SIGINT or SIGTERM, and what it returned at every later one. */
function onStopSignals(stop: () => () => void): void {
  let stoppedAt = 0
  let hurry: (() => void) | undefined
  const take = () => {
    if (!hurry) {
      stoppedAt = Date.now()
      hurry = stop()
    } else if (Date.now() - stoppedAt > echoMs) {
      hurry()
    }
  }
  process.on('SIGINT', take)
  process.on('SIGTERM', take)
}

interface Stopping {
  server: Server
  service: Pick<Service, 'drain' | 'endChats'>
  /** How long open streams may go on, in milliseconds. */
  graceMs: number
}

/** A server on its way out. */
export interface StopServer {
  /** Resolves when no connection is left. */
  done: Promise<void>
  /** Gives no more time: open streams end now, with an error frame. */
  hurry(): void
}

/** How long ended streams may take to be written out to callers who read slowly, or not at all. */
const lastWordsMs = 500
const idleCheckMs = 50

/**
 * Stops accepting connections and refuses new chats; lets open ones finish for `graceMs`, then ends them with an error
 * frame, and their engines' work with them.
 */
function stopServer({ server, service, graceMs }: Stopping): StopServer {
  service.drain()
  // Every answer from now on is the last one on its connection.
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs)
  let cut: NodeJS.Timeout | undefined
  const hurry = () => {
    clearTimeout(grace)
    service.endChats()
    cut ??= setTimeout(() => server.closeAllConnections(), lastWordsMs)
  }
  const grace = setTimeout(hurry, graceMs)
  const done = new Promise<void>((resolve) => {
    server.close(() => {
      clearInterval(idle)
      clearTimeout(grace)
      clearTimeout(cut)
      resolve()
    })
  })
  return { done, hurry }
}
