import { createServer } from 'node:http'
import { join } from 'node:path'
import { listenProblem } from './startup-banner.ts'
import { readConfig, readStore, type Config } from './config/config.ts'
import { listen } from './http/http-server.ts'
import { generateKey } from './state/key-ring.ts'
import { openKeyStore } from './state/open-store.ts'
import { runKeysCommand } from './keys-command.ts'
import { readTextFile } from './read-text-file.ts'
import { loadStaticFiles } from './http/static-files.ts'
import type { WorkerHost } from './workers/join-primary.ts'

/** Serves the built page and the service. `npm start` runs this after building. */
async function serve(): Promise<void> {
  const reading = readConfig(process.env, readTextFile)
  if ('problems' in reading) return fail(...reading.problems)
  const { config } = reading
  const linkKey = config.apiKeys.length === 0 ? generateKey() : undefined
  const serves =
    config.workers === 1
      ? await servePages(config, linkKey)
      : await (
          await import('./workers/run-workers.ts')
        ).runWorkers(config, linkKey, (worker) => servePages(config, worker.linkKey, worker))
  if (!serves) process.exitCode = 1
}

async function servePages(config: Config, linkKey: string | undefined, worker?: WorkerHost): Promise<boolean> {
  const folder = config.pageFolder === '' ? join(import.meta.dirname, '../../dist') : config.pageFolder
  const files = await loadStaticFiles(folder)
  if (!files) {
    fail(`${folder} contains no built page. Run “npm run build” first, or “npm start”, which does both.`)
    return false
  }
  // Loaded here because it takes seconds, which the other commands don't need.
  const { runServer } = await import('./run-server.ts')
  return runServer({ config, linkKey, pages: () => files, worker })
}

/** Reports what would prevent a start. `npm start` runs this before the build. */
async function check(): Promise<void> {
  const reading = readConfig(process.env, readTextFile)
  if ('problems' in reading) return fail(...reading.problems)
  const problem = (await storeProblem(reading.config)) ?? (await portProblem(reading.config))
  if (problem !== undefined) fail(problem)
}

async function storeProblem({ store }: Config): Promise<string | undefined> {
  try {
    const { keyStore, close } = await openKeyStore(store)
    await keyStore.list()
    await close()
    return undefined
  } catch (reason) {
    return reason instanceof Error ? reason.message : String(reason)
  }
}

async function portProblem(config: Config): Promise<string | undefined> {
  const server = createServer()
  try {
    await listen(server, config.host, config.port)
    server.close()
    return undefined
  } catch (reason) {
    return listenProblem(reason, config)
  }
}

/** Manages permanent keys for `npm run keys`. */
async function keys(args: readonly string[]): Promise<void> {
  const reading = readStore(process.env, readTextFile)
  if ('problems' in reading) return fail(...reading.problems)
  process.exitCode = await runKeysCommand(args, reading.store, {
    print: (line) => process.stdout.write(`${line}\n`),
    printError: (line) => process.stderr.write(`${line}\n`),
  })
}

function fail(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = 1
}

const [command, ...args] = process.argv.slice(2)
if (command === 'keys') await keys(args)
else if (command === 'check') await check()
// Started by the server itself, for each local model.
else if (command === 'model-process') (await import('./models/process/run-model-process.ts')).runModelProcess()
else await serve()
