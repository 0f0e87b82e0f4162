import type { ErrorDetail } from '#contract/errors.ts'
import { ServiceError } from '#service/service-error.ts'

/** One end of the messages between the primary process and a worker: `process` or a `Worker`. */
export interface Port {
  send(message: object): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
}

/** What a process can be asked. Arguments and results are plain data. */
export type Methods<Names extends string> = Record<Names, (...args: never[]) => unknown>

/** Calls methods of the process at the other end, in the order of the calls. */
export interface Channel<Theirs extends Methods<keyof Theirs & string>> {
  /** Rejects with what the method throws; a `ServiceError` stays one. */
  ask<Name extends keyof Theirs>(
    name: Name,
    ...args: Parameters<Theirs[Name]>
  ): Promise<Awaited<ReturnType<Theirs[Name]>>>
  /** Without an answer. */
  tell<Name extends keyof Theirs>(name: Name, ...args: Parameters<Theirs[Name]>): void
}

interface Call {
  parley: 'call'
  /** Absent if no answer is wanted. */
  id?: number
  name: string
  args: unknown[]
}
interface Answer {
  parley: 'answer'
  id: number
  value?: unknown
  refusal?: { detail: ErrorDetail; status: number; headers: Readonly<Record<string, string>> }
  problem?: string
}

/** Opens an end whose methods the other end can call. */
export function openChannel<Theirs extends Methods<keyof Theirs & string>>(port: Port, ours: object): Channel<Theirs> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>()
  let calls = 0
  const entries: [string, unknown][] = Object.entries(ours)
  const methods = new Map(entries.filter(isMethod))

  async function answer({ id, name, args }: Call): Promise<void> {
    const reply = (fields: Omit<Answer, 'parley' | 'id'>) => {
      if (id !== undefined) port.send({ parley: 'answer', id, ...fields } satisfies Answer)
    }
    try {
      const value = await methods.get(name)?.(...args)
      reply({ value })
    } catch (reason) {
      if (reason instanceof ServiceError) {
        const { detail, status, headers } = reason
        reply({ refusal: { detail, status, headers } })
      } else reply({ problem: reason instanceof Error ? reason.message : String(reason) })
    }
  }

  port.on('message', (message) => {
    if (isCall(message)) return void answer(message)
    if (!isAnswer(message)) return
    const { id, value, refusal, problem } = message
    const asked = waiting.get(id)
    waiting.delete(id)
    if (refusal) asked?.reject(new ServiceError(refusal.detail, refusal.status, refusal.headers))
    else if (problem === undefined) asked?.resolve(value)
    else asked?.reject(new Error(problem))
  })

  return {
    ask(name, ...args) {
      const id = ++calls
      // `never` fits any result: the other end is our own code, and `Channel` checks its types.
      const answered = new Promise<never>((resolve, reject) => waiting.set(id, { resolve, reject }))
      port.send({ parley: 'call', id, name: String(name), args } satisfies Call)
      return answered
    },
    tell(name, ...args) {
      port.send({ parley: 'call', name: String(name), args } satisfies Call)
    },
  }
}

type Method = (...args: unknown[]) => unknown

function isMethod(entry: [name: string, value: unknown]): entry is [string, Method] {
  return typeof entry[1] === 'function'
}

function isCall(message: unknown): message is Call {
  return kindOf(message) === 'call'
}

function isAnswer(message: unknown): message is Answer {
  return kindOf(message) === 'answer'
}

/** Other parts of Node send messages, too. */
function kindOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'parley' in message ? message.parley : undefined
}
