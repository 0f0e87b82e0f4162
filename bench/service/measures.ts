import type { Child } from './child.ts'
import type { Done, Task } from './messages.ts'
import type { Target } from './targets.ts'

/** Lets the load process do a task against one proxy. Rejects when it could not. */
export type Load = (task: DistributiveOmit<Task, 'port' | 'path' | 'headers'>) => Promise<Done['done']>
type DistributiveOmit<T, K extends PropertyKey> = T extends T ? Omit<T, K> : never

/** One figure that is taken of each proxy in turn, `rounds` times. */
export interface Measure {
  id: string
  title: string
  unit: string
  goal: string
  rounds: number
  /** Done once per proxy before the first round, and thrown away. */
  warmUp?(load: Load): Promise<unknown>
  take(load: Load, proxy: Child): Promise<number>
}

const paced = { kind: 'streams', streams: 50, chunks: 200, everyMs: 10 } as const

/**
 * Turns are short and many. What else a shared machine does comes and goes within seconds; and a process that has waited
 * for long costs more for a while, in part because V8 tidies up one that has been idle for eight seconds.
 */
export const measures: readonly Measure[] = [
  {
    id: 'json',
    title: 'single replies at 32 connections',
    unit: 'per s',
    goal: '≥ 1.0',
    rounds: 15,
    warmUp: (load) => load({ kind: 'json', connections: 32, ms: 4000 }),
    take: async (load) => (await load({ kind: 'json', connections: 32, ms: 1000 })).rate ?? NaN,
  },
  {
    id: 'chunks',
    title: 'processor time per million paced chunks',
    unit: 's',
    goal: '≤ 1.3',
    rounds: 15,
    warmUp: (load) => load({ ...paced, chunks: 300 }),
    async take(load, proxy) {
      const before = await proxy.usage()
      await load(paced)
      const after = await proxy.usage()
      return (after.cpu - before.cpu) / (paced.streams * paced.chunks)
    },
  },
  {
    id: 'first',
    title: 'time to the first chunk, median',
    unit: 'ms',
    goal: '≤ 1.3',
    rounds: 11,
    warmUp: (load) => load({ kind: 'first-chunk', requests: 1000 }),
    take: async (load) => (await load({ kind: 'first-chunk', requests: 150 })).firstChunk ?? NaN,
  },
  {
    id: 'memory',
    title: 'memory with 1,000 open streams',
    unit: 'MB',
    goal: '≤ 1.4',
    rounds: 1,
    async take(load, proxy) {
      const streams = load({ kind: 'streams', streams: 1000, chunks: 5, everyMs: 2000 })
      const asked = new Promise((resolve) => setTimeout(resolve, 7000)).then(() => proxy.usage())
      const [{ rss }] = await Promise.all([asked, streams])
      return rss / 1024 / 1024
    },
  },
]

/** The load that reaches one proxy. */
export function loadOn(target: Target, proxy: Child, loader: Child): Load {
  return async (task) => {
    const done = await loader.run({ ...task, port: proxy.port, path: target.path, headers: target.headers })
    if (done.error !== undefined) throw new Error(done.error)
    return done
  }
}
