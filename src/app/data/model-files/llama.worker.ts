import wasmUrl from '@wllama/wllama/esm/wasm/wllama.wasm?url'
import { Wllama, type WllamaLogger } from '@wllama/wllama/esm/index.js'
import type { ChatEvent } from '#contract/chat-event.ts'
import { isRecord, type JsonRecord } from '#contract/json.ts'
import { createChatDecoder } from '#dialects/chat-decoder.ts'
import type { LlamaMessage, LlamaRequest, LoadRequest } from './loaded-model.ts'

// Runs one model with llama.cpp. The engine compiles WebAssembly and starts workers from blob: URLs. The page's content
// security policy allows neither; this worker is a file of its own, so that its own policy can. Ending the worker frees
// all of the model's memory.

const post = (message: LlamaMessage) => postMessage(message)

const calls = new Map<number, AbortController>()
let engine: Wllama | undefined
/** The last errors of the engine, which its exceptions often don't mention. */
const errors: string[] = []
let hasCrashed = false

addEventListener('message', ({ data }: MessageEvent<LlamaRequest>) => {
  if ('load' in data) void load(data.load)
  else if ('abort' in data) calls.get(data.call)?.abort()
  else void chat(data.call, data.body)
})

post({ ready: true })

function crash(reason: unknown): void {
  if (hasCrashed) return
  hasCrashed = true
  const words = reason instanceof Error ? reason.message : String(reason)
  post({ crashed: [words, ...errors.filter((each) => each !== words)].join('\n') })
}

/** Errors of the engine's worker are only logged, even if nothing will ever answer. */
function noteError(...parts: readonly unknown[]): void {
  const [first] = parts
  if (first instanceof ErrorEvent) {
    // Handled here; the page would report it as its own.
    first.preventDefault()
    crash(first.message === '' ? 'The engine’s worker didn’t start.' : first.message)
    return
  }
  const text = parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' ')
  errors.push(text.slice(0, maxError))
  if (errors.length > maxErrors) errors.shift()
}
const maxError = 500
const maxErrors = 8

const nothing = () => undefined
const logger: WllamaLogger = { debug: nothing, log: nothing, warn: noteError, error: noteError }

async function load({ files, contextLength, maxThreads, slots, cacheName }: LoadRequest): Promise<void> {
  try {
    const wasm = await readWasm(cacheName)
    let bytesRead = 0
    let lastPost = 0
    const onRead = (bytes: number) => {
      bytesRead += bytes
      if (performance.now() - lastPost < progressEveryMs) return
      lastPost = performance.now()
      post({ bytesRead })
    }
    const usesGpu = await hasGraphicsCard()
    const path = URL.createObjectURL(wasm)
    const opened = new Wllama({ default: path }, { logger })
    // Without it, browsers without JSPI would load the engine from another host.
    opened.setCompat(null)
    await opened.loadModel(
      files.map((file) => new CountedBlob(file, onRead)),
      {
        n_ctx: contextLength,
        n_threads: maxThreads,
        ...(!usesGpu && { n_gpu_layers: 0 }),
        // A step of the prompt can't be interrupted, so it should be short.
        n_batch: batchSize,
        n_ubatch: batchSize,
        n_parallel: slots,
        kv_unified: true,
        jinja: true,
        reasoning_format: 'deepseek',
        warmup: false,
      },
    )
    URL.revokeObjectURL(path)
    // It doesn't reject when llama.cpp refuses the file, and then knows nothing of it.
    if (!(opened.getModelMetadata().hparams.nVocab > 0)) throw new Error('The model wasn’t loaded.')
    engine = opened
    post({ loaded: { threads: opened.getNumThreads(), usesGpu } })
  } catch (reason) {
    crash(reason)
  }
}

/** In milliseconds. */
const progressEveryMs = 100
/** In tokens. */
const batchSize = 128

/** Reads the engine's code. It is fetched here, and not by the engine, so that a failure is found at once. */
async function readWasm(cacheName: string | null): Promise<Blob> {
  const cache = cacheName === null ? undefined : await caches.open(cacheName).catch(() => undefined)
  const url = new URL(wasmUrl, location.href).href
  const cached = await cache?.match(url)
  const response = cached ?? (await fetch(url))
  if (!response.ok) throw new Error(`The engine’s file can’t be loaded (status ${response.status}).`)
  if (!cached) {
    await cache?.put(url, response.clone()).catch(nothing)
    await cache?.add(location.href).catch(nothing)
  }
  return new Blob([await response.arrayBuffer()], { type: 'application/wasm' })
}

/** Counts the bytes that are read of a file. */
class CountedBlob extends Blob {
  readonly #onRead: (bytes: number) => void

  constructor(blob: Blob, onRead: (bytes: number) => void) {
    super([blob])
    this.#onRead = onRead
  }

  override slice(start?: number, end?: number, type?: string): Blob {
    const part = super.slice(start, end, type)
    this.#onRead(part.size)
    return part
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const onRead = this.#onRead
    return super.stream().pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          onRead(chunk.length)
          controller.enqueue(chunk)
        },
      }),
    )
  }
}

/** The part of WebGPU that is used; TypeScript's types for workers don't have it. */
interface Graphics {
  requestAdapter(): Promise<{ info?: { isFallbackAdapter?: boolean } } | null>
}

/** Whether there is a graphics card. A fallback computes with the processor, more slowly than the engine does. */
async function hasGraphicsCard(): Promise<boolean> {
  const graphics = (navigator as { gpu?: Graphics }).gpu
  // Needed for waiting for the graphics card.
  if (!graphics || !('Suspending' in WebAssembly)) return false
  const adapter = await graphics.requestAdapter().catch(() => null)
  return adapter !== null && adapter.info?.isFallbackAdapter !== true
}

async function chat(call: number, body: JsonRecord): Promise<void> {
  const controller = new AbortController()
  calls.set(call, controller)
  const decoder = createChatDecoder()
  const send = (events: readonly ChatEvent[]) => events.length > 0 && post({ call, events })
  try {
    if (!engine || hasCrashed) throw new Error('The model isn’t loaded.')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types lack fields that llama.cpp's server has
    const options = { ...body, stream: true, abortSignal: controller.signal } as unknown as Parameters<typeof stream>[1]
    await stream(engine, options, (chunk) => send(decoder.feed(`data: ${JSON.stringify(chunk)}\n\n`)))
    send(decoder.end())
  } catch (reason) {
    if (!controller.signal.aborted) {
      // Ends all replies.
      if (reason instanceof Error && reason.name === 'RuntimeError') crash(reason)
      send(decoder.feed(`data: ${JSON.stringify({ error: errorOf(reason) })}\n\n`))
    }
  } finally {
    calls.delete(call)
    post({ call, ended: true })
  }
}

type ChatOptions = Parameters<Wllama['createChatCompletion']>[0] & { stream: true }

async function stream(llama: Wllama, options: ChatOptions, onChunk: (chunk: unknown) => void): Promise<void> {
  for await (const chunk of await llama.createChatCompletion(options)) onChunk(chunk)
}

/** The engine's words, as an error in llama.cpp's form. */
function errorOf(reason: unknown): JsonRecord {
  if (isRecord(reason) && typeof reason['message'] === 'string') return { message: reason['message'], type: 'engine' }
  return { message: reason instanceof Error ? reason.message : String(reason), type: 'engine' }
}
