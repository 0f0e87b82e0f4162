import { plainLine } from '#contract/plain-text.ts'
import type { LoadOptions } from '#server/models/messages.ts'
import {
  type Llama,
  type LlamaContext,
  type LlamaLibrary,
  type LlamaModel,
  type LlamaSequence,
  loadLlamaLibrary,
} from './llama-library.ts'
import { createPromptWriter } from './prompt.ts'
import { type ToolFormat, toolFormatOf } from './tool-format.ts'

/** A model in memory. */
export interface LoadedModel {
  library: LlamaLibrary
  llama: Llama
  model: LlamaModel
  /** For each sequence, in tokens. */
  contextLength: number
  sequences: LlamaSequence[]
  writePrompt: ReturnType<typeof createPromptWriter>
  toolFormat: ToolFormat | undefined
}

/** llama.cpp refuses a file. */
export class UnloadableFileError extends Error {
  override readonly name = 'UnloadableFileError'
}

/** In tokens: how many are read at once. */
const batchSize = 512

/** Loads a model. Rejects with an `Error` whose message says why it can't, as a sentence. */
export async function loadModel(options: LoadOptions): Promise<LoadedModel> {
  const complaints: string[] = []
  const library = await explained(() => loadLlamaLibrary(options.library), 'node-llama-cpp can’t be loaded')
  const llama = await explained(
    () =>
      library.getLlama({
        build: 'never',
        gpu: options.gpu === 'auto' ? 'auto' : false,
        maxThreads: options.threads,
        logLevel: 'error',
        logger: (_, message) => complaints.push(message.trim()),
        skipDownload: true,
        progressLogs: false,
      }),
    'node-llama-cpp can’t start on this machine',
  )
  /** llama.cpp's first complaint says more than the error of the library. */
  const why = (fallback: string) => {
    const telling = complaints.find(isAboutFile) ?? complaints[0]
    return plainLine(telling?.replace(/^.*error loading model: /u, '') ?? fallback, 300)
  }
  let model: LlamaModel
  try {
    model = await llama.loadModel({ modelPath: options.path, ...(options.gpu === 'off' && { gpuLayers: 0 }) })
  } catch (reason) {
    const message = `llama.cpp can’t load this file: ${why(messageOf(reason))}. Use another file of this model.`
    // Another reason, such as a lack of memory, may pass.
    throw complaints.some(isAboutFile)
      ? new UnloadableFileError(message, { cause: reason })
      : new Error(message, { cause: reason })
  }
  let context: LlamaContext
  try {
    context = await model.createContext({
      contextSize: options.contextLength,
      sequences: options.slots,
      threads: options.threads,
      batchSize: Math.min(batchSize, options.contextLength),
    })
  } catch (reason) {
    throw new Error(
      `There is not enough memory for ${options.slots} × ${options.contextLength} tokens of context: ${why(messageOf(reason))}. Lower PARLEY_MODEL_CONTEXT or PARLEY_MODEL_SLOTS.`,
      { cause: reason },
    )
  }
  return {
    library,
    llama,
    model,
    contextLength: Math.min(options.contextLength, context.contextSize),
    sequences: Array.from({ length: options.slots }, () => context.getSequence()),
    writePrompt: promptWriterOf(library, model),
    toolFormat: toolFormatOf(model.fileInfo.metadata.tokenizer?.chat_template),
  }
}

function promptWriterOf(library: LlamaLibrary, model: LlamaModel): LoadedModel['writePrompt'] {
  try {
    return createPromptWriter(library, model)
  } catch (reason) {
    throw new UnloadableFileError(
      `The chat template in this file is invalid: ${messageOf(reason)}. Use another file of this model.`,
      { cause: reason },
    )
  }
}

function isAboutFile(complaint: string): boolean {
  return complaint.includes('error loading model')
}

async function explained<Result>(act: () => Promise<Result>, problem: string): Promise<Result> {
  try {
    return await act()
  } catch (reason) {
    throw new Error(`${problem}: ${messageOf(reason)}.`, { cause: reason })
  }
}

function messageOf(reason: unknown): string {
  return (reason instanceof Error ? reason.message : String(reason)).replace(/\.$/u, '')
}
