import type { FromModelProcess, ToModelProcess } from '#server/models/messages.ts'
import type { LlamaSequence, Token } from './llama-library.ts'
import { generate } from './generate.ts'
import { type LoadedModel, UnloadableFileError, loadModel } from './load-model.ts'

/**
 * The process of one model: loads it, and writes replies until the server ends it or is gone. It has a process of its own,
 * as a crash of native code can't be caught.
 */
export function runModelProcess(): void {
  let loaded: LoadedModel | undefined
  const free: LlamaSequence[] = []
  const running = new Map<number, { isCancelled: boolean }>()

  const send = (message: FromModelProcess) => {
    // False when the server is gone; then this process ends, too.
    process.send?.(message)
  }

  async function load({ options }: Extract<ToModelProcess, { kind: 'load' }>): Promise<void> {
    try {
      loaded = await loadModel(options)
      free.push(...loaded.sequences)
      send({ kind: 'ready' })
    } catch (reason) {
      const message = reason instanceof Error ? reason.message : String(reason)
      send({ kind: 'unusable', message, isLasting: reason instanceof UnloadableFileError })
    }
  }

  async function chat({ id, request, replyId }: Extract<ToModelProcess, { kind: 'chat' }>): Promise<void> {
    if (!loaded) return
    const state = { isCancelled: false }
    let taken: LlamaSequence | undefined
    running.set(id, state)
    const startedAt = performance.now()
    const tokens = await generate(loaded, {
      request,
      replyId,
      takeSequence: (prompt) => (taken = takeFree(prompt)),
      isCancelled: () => state.isCancelled,
      send: (events) => {
        if (!state.isCancelled) send({ kind: 'events', id, events })
      },
    })
    running.delete(id)
    if (taken) free.push(taken)
    send({ kind: 'ended', id, tokens, ms: performance.now() - startedAt })
  }

  /** The sequence with most of this conversation; of several with none the one whose loss costs least. */
  function takeFree(tokens: Token[]): LlamaSequence {
    const known = free.map((each) => each.compareContextTokens(tokens).firstDifferentIndex)
    const [best] = free
      .map((each, index) => ({ index, gain: 2 * (known[index] ?? 0) - each.nextTokenIndex }))
      .toSorted((one, other) => other.gain - one.gain)
    const [sequence] = best ? free.splice(best.index, 1) : []
    if (!sequence) throw new Error('all slots are taken')
    return sequence
  }

  process.on('message', (message: ToModelProcess) => {
    if (message.kind === 'load') void load(message)
    else if (message.kind === 'chat') void chat(message)
    else {
      const state = running.get(message.id)
      if (state) state.isCancelled = true
    }
  })
  process.on('disconnect', () => process.exit(0))
  // Ctrl-C in a terminal reaches this process as well; the server decides when it ends.
  process.on('SIGINT', () => undefined)
}
