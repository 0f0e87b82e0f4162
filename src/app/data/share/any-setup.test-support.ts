import fc from 'fast-check'
import { readBaseUrl } from '#app/data/connections/base-url.ts'
import { type ParameterKind, parameterNames, parameters, readWireParameters } from '#contract/parameters.ts'
import type { ResponseFormat } from '#app/data/response-format.ts'
import { type ToolSetup, roundLimits, toolKinds } from '#app/data/tools.ts'
import type { SharedSetup } from './shared-setup.ts'

/** Any text without lone surrogates, which can't be typed or encoded in UTF-8. */
const text = fc.string({ unit: 'binary', maxLength: 200 })

const message = fc.oneof(
  fc.record({ role: fc.constantFrom('user' as const, 'system' as const, 'assistant' as const), text }),
  fc.record({
    role: fc.constantFrom('user' as const, 'system' as const),
    text,
    files: fc.array(fc.record({ name: text, data: fc.base64String() }), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ role: fc.constant('assistant' as const), text, model: text }),
  fc.record({
    role: fc.constant('assistant' as const),
    text,
    model: text,
    toolCalls: fc.array(
      fc.record({ id: text, name: text, arguments: text, result: text }, { requiredKeys: ['id', 'name', 'arguments'] }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
)

const parameterValues = fc
  .record(
    Object.fromEntries(
      parameterNames.map((name) => {
        const row = parameters[name]
        const values: Record<ParameterKind, () => fc.Arbitrary<unknown>> = {
          number: () => fc.integer({ min: 0, max: 2 }),
          list: () => fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }),
          choice: () => fc.constantFrom(...('values' in row.allowed ? row.allowed.values : [])),
          tokenNumbers: () =>
            fc.dictionary(fc.nat(200_000).map(String), fc.integer({ min: -100, max: 100 }), { minKeys: 1 }),
        }
        return [row.wireName, values[row.kind]()]
      }),
    ),
    { requiredKeys: [] },
  )
  .map(readWireParameters)

const tools: fc.Arbitrary<ToolSetup> = fc.record({
  list: fc.array(
    fc.record({
      name: text,
      description: text,
      parameters: text,
      kind: fc.constantFrom(...toolKinds),
      mockResult: text,
      server: text,
    }),
    { minLength: 1, maxLength: 3 },
  ),
  choice: fc.oneof(
    fc.constantFrom('auto' as const, 'none' as const, 'required' as const),
    text.map((tool) => ({ tool })),
  ),
  parallel: fc.constantFrom(true, false, null),
  maxRounds: fc.integer(roundLimits),
})

const responseFormat: fc.Arbitrary<ResponseFormat> = fc.record({
  kind: fc.constantFrom('json_object' as const, 'json_schema' as const),
  name: text,
  strict: fc.constantFrom(true, false, null),
  schema: text,
})

/** Fields that are left out where they are empty. */
const laterFields = fc.record({ tools, responseFormat, tokenProbabilities: fc.constant(true) }, { requiredKeys: [] })

const pane = fc
  .record({
    model: fc.option(text.filter((id) => id !== '')),
    baseUrl: fc.option(
      fc.webUrl({ validSchemes: ['http', 'https'] }).map((url) => readBaseUrl(url).baseUrl),
      { nil: undefined },
    ),
    system: text,
    parameters: parameterValues,
    extraBody: text,
    messages: fc.array(message, { maxLength: 20 }),
    later: laterFields,
  })
  .map(({ baseUrl, later, ...rest }) => ({ ...rest, ...later, ...(baseUrl !== undefined && { baseUrl }) }))

/** Any setup that can be shared. */
export const anySetup: fc.Arbitrary<SharedSetup> = fc.record({
  panes: fc.array(pane, { minLength: 1, maxLength: 6 }),
  draft: text,
})
