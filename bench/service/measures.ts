import type { Child } from './child.ts'
import type { Done, Task } from './messages.ts'
import type { Target } from './targets.ts'

/** Runs a task in the load process against one proxy. Rejects if the task fails. */
export type Load = (task: DistributiveOmit<Task, 'port' | 'path' | 'headers'>) => Promise<Done['done']>
type DistributiveOmit<T, K extends PropertyKey> = T extends T ? Omit<T, K> : never

/** One figure, measured for each proxy in turn, `rounds` times. */
export interface Measure {
  id: string
  title: string
  unit: string
  goal: string
  rounds: number
  /** Run once per proxy before the first round; the result is ignored. */
  warmUp?(load: Load): Promise<unknown>
  take(load: Load, proxy: Child): Promise<number>
}

const paced = { kind: 'streams', streams: 50, chunks: 200, everyMs: 10 } as const

/**
 * Many short rounds, because load on a shared machine varies within seconds, and because a process that was idle for 8 s is
 * slower for a while (V8's idle tasks).
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

/** Binds the load process to one proxy. */
export function loadOn(target: Target, proxy: Child, loader: Child): Load {
  return async (task) => {
    const done = await loader.run({ ...task, port: proxy.port, path: target.path, headers: target.headers })
    if (done.error !== undefined) throw new Error(done.error)
    return done
  }
}
