import type { Server } from 'node:http'
import { homedir } from 'node:os'
import { createModelCatalogue } from '#service/catalogue/catalogue.ts'
import { referenceCatalogue } from '#service/catalogue/reference/reference-catalogue.ts'
import { type Service, createService } from '#service/create-service.ts'
import type { RouteObserver } from '#service/engines/route/route-engine.ts'
import type { Config } from './config/config.ts'
import type { ConfiguredEngine } from './engines/configured-engines.ts'
import { createConfiguredEngines } from './engines/discovery.ts'
import { createHostOriginGuard } from './http/host-origin-guard.ts'
import { type Pages, createHttpServer, listen } from './http/http-server.ts'
import { type LocalModels, createLocalModels } from './models/local-models.ts'
import { modelStoreLines } from './models/model-stores.ts'
import { createLog } from './observability/log.ts'
import { createMetrics } from './observability/metrics.ts'
import { isTracingOn, startTracing } from './observability/tracing.ts'
import {
  catalogueLine,
  engineLines,
  keyLine,
  pageLink,
  listenProblem,
  keyRequiredLine,
  limitsLines,
  overrideLines,
} from './startup-banner.ts'
import { type HashedKey, hashKey } from './state/key-ring.ts'
import { openLimits } from './state/open-limits.ts'
import { openReplayCache } from './state/open-replay-cache.ts'
import { openStore } from './state/open-store.ts'
import type { WorkerHost } from './workers/join-primary.ts'

export interface RunServerOptions {
  config: Config
  /** A temporary key for the printed link, valid in addition to the configured ones. */
  linkKey: string | undefined
  /** Serves the page. May register its own upgrade handler on the server (hot reload). */
  pages: (server: Server) => Promise<Pages> | Pages
  /** Releases what `pages` opened. */
  close?: () => Promise<void>
  /** If this process is one of several workers. */
  worker?: WorkerHost | undefined
}

/**
 * Serves page and service on one port until SIGINT or SIGTERM. Prints the address and the engines as plain lines; every
 * later line on stdout is one JSON object. Resolves to false, after printing the reason, if it can't start.
 */
export async function runServer({ config, linkKey, pages, close, worker }: RunServerOptions): Promise<boolean> {
  const isFurther = worker?.isFirst === false
  const announce = isFurther ? () => {} : print
  const log = createLog(config.logLevel)
  const store = await openStore(config, fixedKeys(linkKey, config), log, worker?.ledger).catch(printProblem)
  if (!store) return false
  const { ledger } = store
  const limits = worker?.limits ?? (await openLimits(config, ledger, log).catch(printProblem))
  if (!limits) {
    await store.close()
    return false
  }
  let isReady = false
  const keyRequired: string[] = []
  const onKeyRequired = (engine: ConfiguredEngine) => {
    if (isReady) log.warn({ engine: engine.name, problem: keyRequiredLine(engine) }, 'engine left out')
    else keyRequired.push(keyRequiredLine(engine))
  }
  const degraded = () => [
    ...(limits.problem() === undefined ? [] : ['limits']),
    ...(store.isReachable() ? [] : ['store']),
  ]
  const { meter, modelMeter, replayMeter, routes, expose, values } = createMetrics(degraded)
  const replays = await openReplayCache(config, log, replayMeter)
  const observer: RouteObserver = {
    fellBack(route, engine, code) {
      routes.fellBack(route, engine, code)
      log.info({ route, engine, code }, 'route moved on')
    },
    circuitChanged(member, isOpen) {
      const { engine, model } = member
      routes.circuitChanged(member, isOpen)
      if (isOpen) log.warn({ engine, model }, 'circuit opened')
      else log.info({ engine, model }, 'circuit closed')
    },
  }
  const localModels: LocalModels | undefined =
    config.modelFiles.length > 0 ? createLocalModels({ settings: config, log, meter: modelMeter }) : undefined
  const tracing = isTracingOn(process.env) ? await startTracing(process.env, log) : undefined
  const catalogue = createModelCatalogue({
    ...createConfiguredEngines(config, {
      onKeyRequired,
      observer,
      reference: referenceCatalogue,
      ...(localModels && { localModels }),
      ...(tracing && { traced: tracing.engines }),
    }),
    reference: referenceCatalogue,
    overrides: config.models,
    log,
  })
  const service = createService({
    catalogue,
    keys: store.keys,
    keyStore: store.keyStore,
    ledger,
    rateLimit: limits.rateLimit,
    spending: limits.spending,
    ...(replays && { replayCache: replays.cache }),
    requestLog: store.requestLog,
    log,
    meter: tracing?.traceMeter(meter) ?? meter,
    host: { isReady: () => isReady, degraded, metrics: worker?.joinMetrics(values) ?? expose },
    maxBodyBytes: config.maxBodyBytes,
    maxChats: config.maxChats,
    mcp: { urls: config.mcp.map((url) => new URL(url).href), fetch },
  })
  let answerPage: Pages = () => false
  const server = createHttpServer(
    service,
    (request, response) => answerPage(request, response),
    createHostOriginGuard(config),
    tracing?.traceRequest,
  )
  answerPage = await pages(server)

  if (isFurther) {
    // It joins others that serve already, so it must be able to answer with its first request.
    await catalogue.refresh()
    isReady = true
  }
  let port: number
  try {
    port = await listen(server, config.host, worker?.port ?? config.port, ({ message }) => {
      log.warn({ problem: message }, 'connection lost before it was accepted')
    })
  } catch (reason) {
    print(listenProblem(reason, config))
    replays?.close()
    await limits.close()
    await store.close()
    await close?.()
    return false
  }
  const firstRefresh = catalogue.refresh()
  const link = pageLink({ host: config.host, port }, linkKey)
  announce(
    `Parley is running. Open ${link}`,
    keyLine({
      inLink: linkKey !== undefined,
      configured: config.apiKeys.length,
      names: store.keyNames(),
    }),
    ...(worker ? [`Workers: ${config.workers}.`] : []),
  )
  const check = setInterval(() => void catalogue.refresh(), config.engineCheckMs)
  onStopSignals(() => {
    clearInterval(check)
    log.info({ graceMs: config.shutdownGraceMs }, 'stopping')
    const { stopped, force } = stopServer({ server, service, graceMs: config.shutdownGraceMs })
    // Only idle connections to engines are left; don't wait for their timeouts.
    void Promise.all([stopped, close?.()]).then(async () => {
      replays?.close()
      await limits.close()
      await worker?.close()
      await store.close()
      await tracing?.close()
      localModels?.close()
      process.exit(0)
    })
    return force
  })
  const reports = await firstRefresh
  const aboutModels = localModels
    ? await localModels.problems()
    : config.discovery === 'on'
      ? await modelStoreLines(homedir())
      : []
  isReady = true
  announce(
    'Engines:',
    ...engineLines(reports),
    ...aboutModels,
    ...keyRequired,
    ...limitsLines(limits.problem()),
    catalogueLine(catalogue.models()),
    ...overrideLines(config.models, catalogue),
  )
  return true
}

/** The keys that are valid as long as this process runs. */
function fixedKeys(linkKey: string | undefined, { apiKeys }: Config): HashedKey[] {
  // Names of `npm run keys` contain no space, so these never collide in logs and limits.
  const configured = apiKeys.map((key, index) => hashKey(`key ${index + 1}`, key))
  return linkKey === undefined ? configured : [hashKey('link key', linkKey), ...configured]
}

function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

function printProblem(reason: unknown): void {
  print(reason instanceof Error ? reason.message : String(reason))
}

/** Ctrl-C reaches us from the terminal and again from npm. A signal this soon after the first is the same one. */
const repeatedSignalMs = 300

/** Calls `stop` at the first SIGINT or SIGTERM, and the function it returned at every later one. */
function onStopSignals(stop: () => () => void): void {
  let stoppedAt = 0
  let force: (() => void) | undefined
  const onSignal = () => {
    if (!force) {
      stoppedAt = Date.now()
      force = stop()
    } else if (Date.now() - stoppedAt > repeatedSignalMs) {
      force()
    }
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

interface StopOptions {
  server: Server
  service: Pick<Service, 'drain' | 'endChats'>
  /** How long open streams may continue, in milliseconds. */
  graceMs: number
}

/** A graceful stop in progress. */
interface ServerStop {
  /** Resolves when all connections are closed. */
  stopped: Promise<void>
  /** Ends open streams now, with an error frame. */
  force(): void
}

/** How long ended streams may take to reach slow readers, in milliseconds. */
const flushMs = 500
const idleCheckMs = 50

/**
 * Stops accepting connections and refuses new chats. Open chats may finish for `graceMs`; then they are cancelled and end
 * with an error frame.
 */
function stopServer({ server, service, graceMs }: StopOptions): ServerStop {
  service.drain()
  // Every answer from now on is the last one on its connection.
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs)
  let cut: NodeJS.Timeout | undefined
  const force = () => {
    clearTimeout(grace)
    service.endChats()
    cut ??= setTimeout(() => server.closeAllConnections(), flushMs)
  }
  const grace = setTimeout(force, graceMs)
  const stopped = new Promise<void>((resolve) => {
    server.close(() => {
      clearInterval(idle)
      clearTimeout(grace)
      clearTimeout(cut)
      resolve()
    })
  })
  return { stopped, force }
}
