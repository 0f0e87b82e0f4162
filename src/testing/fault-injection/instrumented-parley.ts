import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { listen } from '#server/http/http-server.ts'

/** The service as a child process. Two of its three engines become unreachable after it has listed their models. */
export interface InstrumentedParley {
  baseUrl: string
  key: string
  /** Bytes in use after two garbage collections. */
  heapBytes(): Promise<number>
  /** Open TCP connections to callers and engines. Closes idle keep-alive connections first. */
  openSockets(): Promise<number>
  isAlive(): boolean
  /** Everything written to stdout and stderr so far. */
  output(): string
  stop(): Promise<void>
}

/** The models of the two engines that become unreachable. */
export const unreachableModels = { refused: 'refused-connection', unknown: 'unknown-host' } as const

const lostHost = 'engine.faults.test'
const key = 'fault-injection-key'

/** Preloaded into the service: reports on the process, and makes one host name stop resolving. */
const probe = `data:text/javascript,${encodeURIComponent(`
  import { subscribe } from 'node:diagnostics_channel'
  import dns from 'node:dns'
  const servers = new Set()
  subscribe('http.server.request.start', ({ server }) => servers.add(server))
  let isKnown = true
  const { lookup } = dns
  dns.lookup = (host, ...rest) => {
    if (host !== '${lostHost}') return lookup(host, ...rest)
    if (isKnown) return lookup('127.0.0.1', ...rest)
    const callback = rest.at(-1)
    process.nextTick(() => callback(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })))
  }
  process.on('message', async (question) => {
    if (question === 'forget') isKnown = false
    if (question === 'sockets') for (const server of servers) server.closeIdleConnections()
    if (question === 'heap') {
      await global.gc({ type: 'major', execution: 'async' })
      await global.gc({ type: 'major', execution: 'async' })
    }
    const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length
    process.send({ heap: process.memoryUsage().heapUsed, sockets })
  })
  process.on('disconnect', () => process.exit())
`)}`

/** Starts the service in front of an engine on this port. `deadlineMs` bounds every wait for an engine. */
export async function startInstrumentedParley(enginePort: number, deadlineMs: number): Promise<InstrumentedParley> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-faults-'))
  const refusing = await startShortLived(unreachableModels.refused)
  const nameless = await startShortLived(unreachableModels.unknown)
  const engines = [
    { name: 'refusing', baseUrl: `http://127.0.0.1:${refusing.port}/v1` },
    { name: 'nameless', baseUrl: `http://${lostHost}:${nameless.port}/v1` },
  ]
  await writeFile(join(folder, 'parley.config.json'), JSON.stringify({ engines }))
  const child = fork(fileURLToPath(new URL('../serve.ts', import.meta.url)), {
    cwd: folder,
    execArgv: ['--expose-gc', '--import', import.meta.resolve('tsx'), '--import', probe],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      PARLEY_DISCOVERY: 'off',
      PARLEY_API_KEYS: key,
      PARLEY_ENGINE_URL: `http://127.0.0.1:${enginePort}/v1`,
      PARLEY_FIRST_BYTE_TIMEOUT_MS: String(deadlineMs),
      PARLEY_IDLE_TIMEOUT_MS: String(deadlineMs),
      PARLEY_ENGINE_CHECK_MS: '3600000',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const baseUrl = await waitUntilReady(child, () => output)
  refusing.close()
  nameless.close()
  await sendCommand(child, 'forget')
  const isAlive = () => child.exitCode === null && child.signalCode === null
  return {
    baseUrl,
    key,
    heapBytes: async () => (await sendCommand(child, 'heap')).heap,
    openSockets: async () => (await sendCommand(child, 'sockets')).sockets,
    isAlive,
    output: () => output,
    async stop() {
      if (isAlive()) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** An engine that is closed once the service has listed its model. */
async function startShortLived(model: string) {
  const server = createServer((_, response) => response.end(JSON.stringify({ data: [{ id: model }] })))
  const port = await listen(server, '127.0.0.1', 0)
  return {
    port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function waitUntilReady(child: ChildProcess, output: () => string): Promise<string> {
  const until = performance.now() + 60_000
  while (performance.now() < until && child.exitCode === null) {
    const address = /Open (http:\/\/\S+:\d+)\//u.exec(output())?.[1]
    if (address !== undefined) {
      const answer = await fetch(`${address}/readyz`).catch(() => undefined)
      if (answer?.ok === true) return address
    }
    await pause(20)
  }
  child.kill('SIGKILL')
  throw new Error(`The service was not ready within a minute:\n${output()}`)
}

const usage = z.object({ heap: z.number(), sockets: z.number() })

async function sendCommand(child: ChildProcess, question: string): Promise<z.infer<typeof usage>> {
  const answer = once(child, 'message')
  child.send(question)
  return usage.parse((await answer).at(0))
}
