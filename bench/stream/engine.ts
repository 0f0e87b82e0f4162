import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { EngineOrders, EngineReport } from './engine-orders.ts'

/** A mock engine in a child process. */
export interface Engine {
  url: string
  order(orders: EngineOrders): Promise<void>
  report(): Promise<EngineReport>
  stop(): void
}

/** Starts an engine that also serves a folder's files. */
export async function startEngine(folder: string): Promise<Engine> {
  const child = fork(join(import.meta.dirname, 'mock-engine.ts'), [folder], { execArgv: ['--import', 'tsx'] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    async order(orders) {
      await fetch(`${url}/orders`, { method: 'POST', body: JSON.stringify(orders) })
    },
    report: async () => (await (await fetch(`${url}/report`)).json()) as EngineReport,
    stop: () => void child.kill(),
  }
}
