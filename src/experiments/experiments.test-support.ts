import type { ChatEvent } from '#contract/chat-event.ts'
import { type Cell, type CellWorld, cellsOf } from './cells.ts'
import { type Definition, type TestCase, type Variant, readDefinition } from './definition.ts'
import type { CellReply } from './results.ts'

/** A definition with defaults for everything that a test doesn't name. */
export function anyDefinition(fields: Record<string, unknown> = {}): Definition {
  const definition = readDefinition({
    parleyExperiment: 1,
    prompt: { messages: [{ role: 'user', content: 'Say {{word}}' }] },
    variants: [{ id: 'v1', model: 'm1' }],
    cases: [{ id: 'c1', values: { word: 'hello' } }],
    ...fields,
  })
  if ('problem' in definition) throw new Error(definition.problem)
  return definition
}

/** As many variants or cases with ids of their own. */
export const variants = (count: number, fields: Partial<Variant> = {}) =>
  Array.from({ length: count }, (_, at) => ({ id: `v${at + 1}`, model: `m${at + 1}`, ...fields }))
export const cases = (count: number, fields: Partial<TestCase> = {}) =>
  Array.from({ length: count }, (_, at) => ({ id: `c${at + 1}`, values: { word: `w${at + 1}` }, ...fields }))

export const plainWorld: CellWorld = { endpointOf: (connection) => connection ?? 'own', takesSeed: () => false }

export function cellsIn(definition: Definition, world: CellWorld = plainWorld): Cell[] {
  return [...cellsOf(definition, world)]
}

export function anyReply(fields: Partial<CellReply> = {}): CellReply {
  return { text: '', reasoning: '', toolCalls: [], latencyMs: 100, rounds: 1, ...fields }
}

/** The events of a reply that ends well, with 10 tokens in and 5 out. */
export function answer(text: string): ChatEvent[] {
  return [
    { type: 'text', choice: 0, text },
    { type: 'usage', usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } },
    { type: 'finished', reasons: { 0: 'stop' } },
  ]
}

/** The event of a refused or failed request. */
export function refusal(status: number | undefined, more: { retryAt?: number } = {}): ChatEvent[] {
  const error = { message: 'No.', type: 'error', param: null, code: `code_${status ?? 'none'}` }
  return [{ type: 'failed', error, ...(status !== undefined && { status }), ...more }]
}
