import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// The part of node-llama-cpp and of its template library that is used. The package is optional, so its own types are not
// there when Parley is compiled.

/** A token of a vocabulary; a number for us. */
export type Token = number

export interface Llama {
  loadModel(options: {
    modelPath: string
    gpuLayers?: 'auto' | number
    defaultContextFlashAttention?: boolean
  }): Promise<LlamaModel>
  createGrammar(options: { grammar: string; rootRuleName?: string }): Promise<object>
  dispose(): Promise<void>
}

export interface LlamaModel {
  readonly tokenizer: object
  readonly tokens: {
    readonly bos: Token | null
    readonly bosString: string | null
    readonly eosString: string | null
    readonly shouldPrependBosToken: boolean
  }
  readonly fileInfo: { readonly metadata: { readonly tokenizer?: { readonly chat_template?: string } } }
  tokenize(text: string, specialTokens: boolean): Token[]
  detokenize(tokens: readonly Token[], specialTokens?: boolean, lastTokens?: readonly Token[]): string
  isEogToken(token: Token | undefined): boolean
  createContext(options: {
    contextSize: number
    sequences: number
    threads: number
    batchSize?: number
  }): Promise<LlamaContext>
}

export interface LlamaContext {
  readonly contextSize: number
  getSequence(): LlamaSequence
}

/** The most likely tokens with their logits, and the sum of exp(logit - largest logit) over the whole vocabulary. */
export interface NextToken {
  logits?: ReadonlyMap<Token, number>
  totalLogitWeight?: number
}

interface NextTokenOptions {
  logits: { filter: { includeTop: number; tokens: readonly Token[] } }
  totalLogitWeight: boolean
  /** What is left of the vocabulary before the logits are taken. */
  options: { temperature: number; topK?: number; topP?: number; minP?: number }
}

/** Options of the library's own sampler, which is used where a grammar has a say. */
export interface SampleOptions {
  temperature: number
  topK: number
  topP: number
  minP: number
  seed: number
  grammarEvaluationState: object
  tokenBias?: object
  repeatPenalty?: {
    punishTokens: () => Token[]
    penalty: number
    frequencyPenalty: number
    presencePenalty: number
  }
  yieldEogToken: true
}

/** One conversation in a context, with what it has read. */
export interface LlamaSequence {
  readonly nextTokenIndex: number
  readonly contextTokens: Token[]
  compareContextTokens(tokens: Token[]): { firstDifferentIndex: number }
  eraseContextTokenRanges(ranges: { start: number; end: number }[]): Promise<void>
  clearHistory(): Promise<void>
  controlledEvaluate(
    input: (Token | [token: Token, options: { generateNext: NextTokenOptions }])[],
  ): Promise<({ next: NextToken } | undefined)[]>
  evaluateWithMetadata(
    tokens: Token[],
    metadata: { probabilities: boolean },
    options: SampleOptions,
  ): AsyncGenerator<{ token: Token; probabilities?: ReadonlyMap<Token, number> }, void, void>
  evaluateWithoutGeneratingNewTokens(tokens: Token[]): Promise<void>
}

export interface LlamaLibrary {
  getLlama(options: {
    build: 'never'
    gpu: 'auto' | false
    maxThreads: number
    logLevel: 'error'
    logger: (level: string, message: string) => void
    skipDownload: true
    progressLogs: false
  }): Promise<Llama>
  LlamaGrammarEvaluationState: new (options: { model: LlamaModel; grammar: object }) => object
  TokenBias: new (tokenizer: object) => { set(token: Token, bias: { logit: number }): object }
  Template: new (source: string) => { render(items: Record<string, unknown>): string }
}

/** The version that `npm run models:install` installs, and that Parley is tested with. */
export const llamaVersion = '3.22.1'

/** The folder of the project into which `npm run models:install` installs the library. */
export const libraryFolder = '.llama'

/**
 * The path of node-llama-cpp's entry: the project's own, if it has one, or the one that `npm run models:install` installed
 * in `projectFolder`. Undefined if there is none.
 */
export function findLlamaLibrary(projectFolder: string): string | undefined {
  for (const folder of [projectFolder, join(projectFolder, libraryFolder)]) {
    try {
      return createRequire(join(folder, 'package.json')).resolve('node-llama-cpp')
    } catch {
      // Not there.
    }
  }
  return undefined
}

/** Loads the library from the path that `findLlamaLibrary` found. Takes a second. */
export async function loadLlamaLibrary(path: string): Promise<LlamaLibrary> {
  const templates = createRequire(path).resolve('@huggingface/jinja')
  // The package may be outside of every folder in which a literal import would look.
  /* oxlint-disable typescript/no-unsafe-type-assertion -- it comes without types */
  const library = (await import(pathToFileURL(path).href)) as Omit<LlamaLibrary, 'Template'>
  const { Template } = (await import(pathToFileURL(templates).href)) as Pick<LlamaLibrary, 'Template'>
  /* oxlint-enable typescript/no-unsafe-type-assertion */
  const { getLlama, LlamaGrammarEvaluationState, TokenBias } = library
  return { getLlama, LlamaGrammarEvaluationState, TokenBias, Template }
}
