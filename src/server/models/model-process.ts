import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { ChatEvent } from '#contract/chat-event.ts'
import type { LocalRequest } from '#service/engines/gguf/local-request.ts'
import type { FromModelProcess, LoadOptions, ToModelProcess } from './messages.ts'

/** A model can't be loaded; the message says why and what to do. */
export class UnusableModelError extends Error {
  override readonly name = 'UnusableModelError'
  /** Whether another try with the same file fails, too. */
  readonly isLasting: boolean

  constructor(message: string, isLasting: boolean) {
    super(message)
    this.isLasting = isLasting
  }
}

/** The process of a model ended by itself. */
export class ModelProcessEnded extends Error {
  override readonly name = 'ModelProcessEnded'
}

/** A chat in the process. */
export interface ProcessChat {
  /** Ends when the signal aborts, and rejects with `ModelProcessEnded`. */
  events: AsyncIterable<readonly ChatEvent[]>
  /** Resolves when the slot is free again, with the tokens that were written; undefined if the process ended before. */
  ended: Promise<{ tokens: number; ms: number } | undefined>
}

/** One model in a process of its own. */
export interface ModelProcess {
  readonly pid: number | undefined
  /** Resolves when the model is loaded. Rejects with `UnusableModelError` or `ModelProcessEnded`. */
  readonly ready: Promise<void>
  /** Resolves when the process is gone: with the last lines of its errors if it ended by itself. */
  readonly exited: Promise<{ wasStopped: boolean; how: string; errors: string }>
  chat(request: LocalRequest, replyId: string, signal: AbortSignal): ProcessChat
  /** Ends the process, which frees all of its memory. */
  stop(): void
}

/** What llama.cpp and the drivers of graphics cards read. */
const inherited =
  /^(?:PATH|HOME|USERPROFILE|SYSTEMROOT|TEMP|TMP|TMPDIR|LD_LIBRARY_PATH|(?:CUDA|VK|GGML|HIP|ROCR)_\w+)$/iu

/** In milliseconds. A process that has not freed a slot by then is ended. */
const cancelMs = 15_000
/** In characters. */
const keptErrors = 2000

/** Starts a process that loads a model. */
export function startModelProcess(options: LoadOptions): ModelProcess {
  const child = fork(entry.path, ['model-process'], {
    execArgv: entry.execArgv(),
    // Native code needs none of the keys in the environment.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => inherited.test(name))),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-keptErrors)
  })
  let wasStopped = false
  let isGone = false
  let next = 1
  const chats = new Map<number, (message: ChatMessage) => void>()

  const send = (message: ToModelProcess) => {
    // The callback keeps a failure from being thrown; “exit” reports it.
    if (child.connected) child.send(message, () => undefined)
  }
  const stop = () => {
    wasStopped = true
    child.kill('SIGKILL')
  }

  const exited = new Promise<{ wasStopped: boolean; how: string; errors: string }>((resolve) => {
    child.once('error', (error) => resolve({ wasStopped, how: error.message, errors }))
    child.once('close', (code, signal) => {
      resolve({ wasStopped, how: signal === null ? `exit code ${code}` : `signal ${signal}`, errors: errors.trim() })
    })
  })
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message: FromModelProcess) => {
      if (message.kind === 'ready') resolve()
      else if (message.kind === 'unusable') reject(new UnusableModelError(message.message, message.isLasting))
      else chats.get(message.id)?.(message)
    })
    void exited.then(({ how }) => {
      isGone = true
      // Only the first reason counts.
      reject(loadCrash.test(how) ? crashedWhileLoading(how) : new ModelProcessEnded(how))
      for (const tell of chats.values()) tell({ kind: 'gone', how })
    })
  })
  // Whoever chats waits for it, too; a process may also be stopped before that.
  ready.catch(() => undefined)
  send({ kind: 'load', options })

  return {
    pid: child.pid,
    ready,
    exited,
    stop,
    chat(request, replyId, signal) {
      const id = next++
      const inbox = createInbox<ChatMessage>()
      let freed: (result: { tokens: number; ms: number } | undefined) => void = () => undefined
      const ended = new Promise<{ tokens: number; ms: number } | undefined>((resolve) => {
        freed = resolve
      })
      let watchdog: NodeJS.Timeout | undefined
      const finish = (result: { tokens: number; ms: number } | undefined) => {
        clearTimeout(watchdog)
        signal.removeEventListener('abort', cancel)
        chats.delete(id)
        freed(result)
      }
      const cancel = () => {
        inbox.put({ kind: 'ended', id, tokens: 0, ms: 0 })
        if (!chats.has(id) || watchdog) return
        send({ kind: 'cancel', id })
        watchdog = setTimeout(stop, cancelMs)
      }
      chats.set(id, (message) => {
        inbox.put(message)
        if (message.kind === 'ended') finish(message)
        else if (message.kind === 'gone') finish(undefined)
      })
      signal.addEventListener('abort', cancel, { once: true })
      if (isGone) chats.get(id)?.({ kind: 'gone', how: 'it had ended before' })
      else send({ kind: 'chat', id, request, replyId })
      if (signal.aborted) cancel()
      return { events: readEvents(inbox, cancel), ended }
    },
  }
}

/** What native code does with a file that it can't handle. `SIGKILL` means a lack of memory, or somebody's wish. */
const loadCrash = /SIG(?:ABRT|SEGV|BUS|FPE)$/u

function crashedWhileLoading(how: string): UnusableModelError {
  const message = `llama.cpp crashed while loading this file (${how}), which may be damaged. Use another file of this model.`
  return new UnusableModelError(message, true)
}

type ChatMessage = Extract<FromModelProcess, { kind: 'events' | 'ended' }> | { kind: 'gone'; how: string }

async function* readEvents(inbox: Inbox<ChatMessage>, cancel: () => void): AsyncGenerator<readonly ChatEvent[]> {
  try {
    for (;;) {
      const message = await inbox.take()
      if (message.kind === 'ended') return
      if (message.kind === 'gone') throw new ModelProcessEnded(message.how)
      yield message.events
    }
  } finally {
    cancel()
  }
}

interface Inbox<Message> {
  put(message: Message): void
  take(): Promise<Message>
}

/** Keeps messages in order until they are taken. */
function createInbox<Message>(): Inbox<Message> {
  const waiting: Message[] = []
  let wake: (() => void) | undefined
  return {
    put(message) {
      waiting.push(message)
      wake?.()
    },
    async take() {
      for (;;) {
        const message = waiting.shift()
        if (message !== undefined) return message
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

/** The program that the process runs: from the sources with a TypeScript loader, or this file when it is the bundle. */
const entry = import.meta.filename.endsWith('.ts')
  ? {
      path: join(import.meta.dirname, '../main.ts'),
      execArgv: () => ['--import', import.meta.resolve('tsx')],
    }
  : { path: import.meta.filename, execArgv: () => [] }
