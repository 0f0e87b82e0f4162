import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { JsonRecord } from '#contract/json.ts'
import {
  type Definition,
  type ExperimentTool,
  type Prompt,
  type PromptMessage,
  type TestCase,
  type Variant,
  promptOf,
  valuesOf,
} from './definition.ts'
import { fillAll } from './template.ts'

/** The body of a chat request, under wire names. */
export interface ChatBody extends JsonRecord {
  model: string
  messages: PromptMessage[]
}

/** One repeat of a case with a variant, and the request that it takes. */
export interface Cell {
  variant: Variant
  testCase: TestCase
  /** From 0. */
  repeat: number
  body: ChatBody
  /** The mock results of its tools, by name. */
  mocks: Readonly<Record<string, string>>
  /** Names its result: the same endpoint, request, mocks and repeat have the same key. */
  key: string
}

/** What a cell depends on besides the definition. */
export interface CellWorld {
  /** The base URL of a connection; null is the service itself. Part of the key, so it must not contain secrets. */
  endpointOf(connection: string | null): string
  /** Whether a model takes a `seed`. Repeats then have different ones. */
  takesSeed(variant: Variant): boolean
}

/** All cells, row by row. A generator, as making the keys of thousands of cells takes too long at once. */
export function* cellsOf(definition: Definition, world: CellWorld): Generator<Cell, void> {
  for (const testCase of definition.cases) yield* cellsOfCase(definition, testCase, world)
}

/** The cells of one case. */
export function* cellsOfCase(definition: Definition, testCase: TestCase, world: CellWorld): Generator<Cell, void> {
  for (const variant of definition.variants) {
    if (variant.model === '') continue
    const prompt = promptOf(definition, variant)
    const body = requestBody(prompt, variant, testCase)
    const mocks = mocksOf(prompt, testCase)
    for (let repeat = 0; repeat < definition.repeats; repeat += 1) {
      const seeded = withSeed(body, repeat, world.takesSeed(variant))
      yield {
        variant,
        testCase,
        repeat,
        body: seeded,
        mocks,
        key: cellKey(world.endpointOf(variant.connection), seeded, mocks, repeat),
      }
    }
  }
}

/** The number of cells. */
export function countCells({ variants, cases, repeats }: Definition): number {
  return variants.filter(({ model }) => model !== '').length * cases.length * repeats
}

/** The request of a case with a variant. */
function requestBody(prompt: Prompt, variant: Variant, testCase: TestCase): ChatBody {
  const values = valuesOf(testCase)
  const messages = fillAll(prompt.messages, values).filter(({ role, content }) => role !== 'system' || content !== '')
  return {
    ...variant.parameters,
    model: variant.model,
    messages,
    ...(prompt.tools.length > 0 && { tools: prompt.tools.map((tool) => wireTool(tool, values)), ...prompt.toolFields }),
    ...(prompt.responseFormat && { response_format: prompt.responseFormat }),
  }
}

function wireTool({ name, description, parameters }: ExperimentTool, values: Readonly<Record<string, string>>) {
  return {
    type: 'function',
    function: {
      name,
      ...(description !== '' && { description: fillAll(description, values) }),
      ...(parameters && { parameters }),
    },
  }
}

function mocksOf({ tools }: Prompt, testCase: TestCase): Record<string, string> {
  const own = tools.flatMap(({ name, mock }) => (mock === undefined ? [] : [[name, mock] as const]))
  const replaced = Object.entries(testCase.mocks ?? {}).filter(([name]) => tools.some((tool) => tool.name === name))
  return fillAll(Object.fromEntries([...own, ...replaced]), valuesOf(testCase))
}

/** The first repeat has the seed of the variant, if any, so that more repeats don't change it; each further one another. */
function withSeed(body: ChatBody, repeat: number, takesSeed: boolean): ChatBody {
  const seed = typeof body['seed'] === 'number' ? body['seed'] : undefined
  if (repeat === 0 || (seed === undefined && !takesSeed)) return body
  return { ...body, seed: (seed ?? 0) + repeat }
}

/** The key of a call; see `Cell`. */
export function cellKey(
  endpoint: string,
  body: ChatBody,
  mocks: Readonly<Record<string, string>>,
  repeat: number,
): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([endpoint, body, mocks, repeat])))).slice(0, 40)
}
