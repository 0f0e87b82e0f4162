import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Assertion, type AssertionType, checkAssertion } from '#experiments/assertions.ts'
import { type Definition, readDefinition, valuesOf } from '#experiments/definition.ts'
import { fillAll } from '#experiments/template.ts'
import { writePromptfoo } from './write-promptfoo.ts'

type Vars = Record<string, string>
interface Exported {
  type: string
  value?: string
  threshold?: number
  weight?: number
}

function anyDefinition(fields: object): Definition {
  const definition = readDefinition({
    parleyExperiment: 1,
    prompt: { messages: [{ role: 'user', content: '{{word}}' }] },
    variants: [{ id: 'v', model: 'm', parameters: { temperature: 0, max_tokens: 9 } }],
    cases: [{ id: 'c', values: { word: 'w' } }],
    ...fields,
  })
  if ('problem' in definition) throw new Error(definition.problem)
  return definition
}

function exported(fields: object) {
  const { yaml, unmapped } = writePromptfoo(anyDefinition(fields))
  return { config: parse(yaml), yaml, unmapped }
}

/** The part of nunjucks that the export uses. Anything else would be an injection. */
function render(template: string, vars: Vars): string {
  const rendered = template.replaceAll(/\{\{ (?:'([^']*)'|(\w+)( \| default\('""'\) \| load)?) \}\}/gu, (...found) => {
    const [, literal, name, filters] = found as (string | undefined)[]
    if (name === undefined) return literal ?? ''
    return filters === undefined ? (vars[name] ?? '') : (JSON.parse(vars[name] ?? '""') as string)
  })
  return rendered
}

/** Whether nunjucks would find anything but the expressions of `render`. */
function hasOtherSyntax(template: string): boolean {
  return /\{[{%#]|#\}/u.test(template.replaceAll(/\{\{ (?:'[^']*'|\w+(?: \| default\('""'\) \| load)?) \}\}/gu, '·'))
}

/** promptfoo's assertions, as far as the export uses them. */
function verdictOf({ type, value = '', threshold = 0 }: Exported, output: unknown, vars: Vars, latencyMs = 1): boolean {
  const text = typeof output === 'string' ? output : JSON.stringify(output)
  if (type === 'latency') return latencyMs <= threshold
  if (type === 'is-json') return isJson(text)
  if (type === 'javascript') {
    if (hasOtherSyntax(value)) throw new Error(`This would be evaluated: ${value}`)
    const body = value.trimEnd().includes('\n') ? value : `return ${value}`
    // promptfoo runs the code in this way.
    // oxlint-disable-next-line typescript/no-implied-eval
    return new Function('output', 'context', body)(output, { vars, providerResponse: { cost: 0.5 } }) as boolean
  }
  const rendered = render(value, vars)
  if (type === 'equals') return text === rendered
  if (rendered === '') throw new Error(`promptfoo refuses an empty value of ${type}.`)
  if (type === 'contains') return text.includes(rendered)
  if (type === 'not-contains') return !text.includes(rendered)
  if (type === 'starts-with') return text.startsWith(rendered)
  if (type === 'regex') return new RegExp(rendered, '').test(text)
  throw new Error(`Unknown assertion: ${type}`)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

async function verdicts(assertion: Partial<Assertion>, reply: Partial<Reply>, values: Vars, expected?: string) {
  const tools = reply.toolCalls ? [{ name: 'get' }] : []
  const definition = anyDefinition({
    prompt: { messages: [{ role: 'user', content: '{{word}}' }], tools },
    cases: [{ id: 'c', values, ...(expected !== undefined && { expected }) }],
    assertions: [assertion],
  })
  const { defaultTest, tests } = parse(writePromptfoo(definition).yaml)
  const [given] = [...(defaultTest?.assert ?? []), ...(tests[0].assert ?? [])] as Exported[]
  const calls = reply.toolCalls?.map((each) => ({ type: 'function', function: each }))
  const output = calls?.length ? (reply.text ? { content: reply.text, tool_calls: calls } : calls) : reply.text
  const [own] = definition.assertions
  const [testCase] = definition.cases
  if (!given || !own || !testCase) throw new Error('There is no assertion.')
  const whole = { text: '', reasoning: '', toolCalls: [], latencyMs: 1, rounds: 1, cost: 0.5, ...reply }
  const parley = await checkAssertion(own, whole, valuesOf(testCase), async (pattern, text) => {
    try {
      return new RegExp(pattern, 'u').test(text)
    } catch {
      return 'invalid'
    }
  })
  return { promptfoo: verdictOf(given, output ?? '', tests[0].vars), parley: parley.pass }
}
interface Reply {
  text: string
  toolCalls: { name: string; arguments: string }[]
}

const tricky = fc.oneof(
  fc.string(),
  fc
    .array(
      fc.constantFrom(
        '{{',
        '}}',
        '{%',
        '{#',
        '#}',
        '{',
        "'",
        '"',
        '\\',
        '\n',
        'word',
        '{{word}}',
        '\u2028',
        '😀',
        '</',
      ),
    )
    .map((parts) => parts.join('')),
  fc.constantFrom('file://a', 'package:x', '{{env.HOME}}', '', '2024-01-01', 'null', '1e3'),
)

describe('assertions in promptfoo', () => {
  const textTypes: AssertionType[] = ['equals', 'contains', 'not-contains', 'starts-with', 'regex']

  it('judges texts alike, whatever they contain', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...textTypes),
      tricky,
      tricky,
      tricky,
      fc.boolean(),
      async (type, value, word, text, hasTools) => {
        const reply = { text: text === '' ? word : text, ...(hasTools && { toolCalls: [] }) }
        const { promptfoo, parley } = await verdicts({ type, value }, reply, { word, 'other name': value }, text)
        expect(promptfoo).toBe(parley)
      },
    )
    await fc.assert(property, { numRuns: 400 })
  })

  it('judges similarity alike', async () => {
    const ratio = fc.constantFrom('0', '0.5', '0.9', '1', 'x')
    await fc.assert(
      fc.asyncProperty(tricky, fc.option(tricky, { nil: undefined }), ratio, async (text, expected, value) => {
        const { promptfoo, parley } = await verdicts({ type: 'similar', value }, { text }, {}, expected)
        expect(promptfoo).toBe(parley)
      }),
    )
  })

  const rows: [Partial<Assertion>, Partial<Reply>, boolean][] = [
    [{ type: 'is-json' }, { text: ' {"a":1}\n' }, true],
    [{ type: 'is-json' }, { text: 'a' }, false],
    [{ type: 'is-json' }, { toolCalls: [{ name: 'get', arguments: '{}' }] }, false],
    [{ type: 'json-path', path: '$.a[0].b', value: '5' }, { text: '{"a":[{"b":5}]}' }, true],
    [{ type: 'json-path', path: '$.a[0].b', value: '{{word}}' }, { text: '{"a":[{"b":"{{x}}"}]}' }, true],
    [{ type: 'json-path', path: '$', value: '{"b":1,"a":[2]}' }, { text: '{"a":[2],"b":1}' }, true],
    [{ type: 'json-path', path: '$.a', value: 'null' }, { text: '{}' }, false],
    [{ type: 'json-path', path: '$.length', value: '1' }, { text: '[1]' }, false],
    [{ type: 'tool-called', value: 'get' }, { toolCalls: [{ name: 'get', arguments: '' }] }, true],
    [{ type: 'tool-called', value: 'get' }, { text: 't', toolCalls: [{ name: 'get', arguments: '' }] }, true],
    [{ type: 'tool-called', value: 'get' }, { text: 't', toolCalls: [] }, false],
    [
      { type: 'tool-called', value: 'get', arguments: '{"n":{"a":1,"b":2}}' },
      { toolCalls: [{ name: 'get', arguments: '{"x":0,"n":{"b":2,"a":1}}' }] },
      true,
    ],
    [
      { type: 'tool-called', value: 'get', arguments: '{"n":1}' },
      { toolCalls: [{ name: 'get', arguments: '{"n":' }] },
      false,
    ],
    [{ type: 'no-tool-called' }, { text: 't', toolCalls: [] }, true],
    [{ type: 'no-tool-called' }, { text: 't', toolCalls: [{ name: 'get', arguments: '' }] }, false],
    [{ type: 'max-length', value: '2' }, { text: '😀' }, true],
    [{ type: 'max-length', value: '' }, { text: '' }, false],
    [{ type: 'max-latency', value: '1' }, { text: '' }, true],
    [{ type: 'max-latency', value: '0.5' }, { text: '' }, false],
    [{ type: 'max-cost', value: '0.5' }, { text: '' }, true],
    [{ type: 'max-cost', value: '0.4' }, { text: '' }, false],
  ]
  it.each(rows)('keeps the verdict of %j for %j', async (assertion, reply, pass) => {
    expect(await verdicts(assertion, reply, { word: '{{x}}' })).toEqual({ promptfoo: pass, parley: pass })
  })

  it('writes simple assertions as promptfoo’s own', () => {
    const assertions = [
      { type: 'equals', value: '{{expected}}' },
      { type: 'contains', value: 'a' },
      { type: 'regex', value: String.raw`^\d{4}-\d{2}$`, weight: 2 },
      { type: 'is-json' },
      { type: 'max-latency', value: '5000' },
    ]
    expect(exported({ assertions }).config.defaultTest.assert).toEqual([
      { type: 'equals', value: '{{ expected }}' },
      { type: 'contains', value: 'a' },
      { type: 'regex', value: String.raw`^\d{4}-\d{2}$`, weight: 2 },
      { type: 'is-json' },
      { type: 'latency', threshold: 5000 },
    ])
  })

  it('writes a schema as JSON text without its draft, and names what promptfoo checks differently', () => {
    const rest = { type: 'object', properties: { a: { format: 'date', const: '{{env.X}} #}' } } }
    const value = JSON.stringify({ $schema: 'x', $id: 'y', ...rest }).replace('{{', String.raw`\{{`)
    const { config, unmapped } = exported({ assertions: [{ type: 'json-schema', value }] })
    const [written] = config.defaultTest.assert
    expect(written.type).toBe('is-json')
    expect(hasOtherSyntax(written.value)).toBe(false)
    expect(JSON.parse(written.value)).toEqual(rest)
    expect(unmapped).toEqual([expect.stringContaining('in its own way: format.')])
  })

  it('fills values into what promptfoo can’t read from variables, for each case', () => {
    const assertions = [{ type: 'max-length', value: '{{most}}' }]
    const cases = ['3', 'x'].map((most) => ({ id: most, values: { most } }))
    const { config } = exported({ assertions, cases })
    expect(config.defaultTest).toBeUndefined()
    expect(config.tests.map(({ assert }: { assert: Exported[] }) => assert)).toEqual([
      [{ type: 'javascript', value: 'output.length <= 3' }],
      [{ type: 'javascript', value: 'false' }],
    ])
  })

  it('names assertions that can’t be exported', () => {
    const { unmapped } = exported({
      assertions: [{ type: 'max-first-token', value: '1' }],
      cases: [{ id: 'c', assertions: [{ type: 'json-path', path: '$..a', value: '1' }] }],
      spendLimit: 1,
    })
    expect(unmapped).toEqual([
      expect.stringContaining('First token'),
      expect.stringMatching(/^Case 1: .*\$\.\.a/u),
      expect.stringContaining('spend limit'),
    ])
  })
})

describe('writePromptfoo', () => {
  it('sends the same messages, whatever they and the values contain', () => {
    fc.assert(
      fc.property(tricky, tricky, tricky, (text, word, other) => {
        const messages = [{ role: 'user', content: [{ type: 'text', text: `${text}{{word}}${text}{{a b}}` }] }]
        const values = { word, 'a b': other, env: 'E' }
        const definition = anyDefinition({ prompt: { messages }, cases: [{ id: 'c', values }] })
        const { prompts, tests } = parse(writePromptfoo(definition).yaml)
        const raw = JSON.parse(prompts[0].raw)
        const template = raw[0].content[0].text as string
        expect(hasOtherSyntax(template)).toBe(false)
        const filled = fillAll(definition.prompt.messages, values) as typeof messages
        expect(render(template, tests[0].vars)).toBe(filled[0]?.content[0]?.text)
        // promptfoo would read these, or fill in variables in them.
        for (const value of Object.values(tests[0].vars)) expect(value).not.toMatch(/^(?:file|package):|\{[{%#]|\n$/u)
      }),
      { numRuns: 300 },
    )
  })

  it('writes providers, repeats and concurrency', () => {
    const { config, unmapped } = exported({
      name: 'Words',
      repeats: 3,
      concurrency: 2,
      variants: [
        { id: 'a', model: 'm:1', name: 'First', parameters: { temperature: 0.5, max_tokens: 8, top_k: 4 } },
        { id: 'b', model: 'gpt-5', parameters: { max_completion_tokens: 8 }, prompt: { messages: [] } },
      ],
    })
    expect(unmapped).toEqual([])
    const base = { apiBaseUrl: '{{env.PARLEY_BASE_URL}}', apiKeyEnvar: 'PARLEY_API_KEY', showThinking: false }
    expect(config).toMatchObject({
      description: 'Words',
      providers: [
        {
          id: 'openai:chat:m:1',
          label: 'First',
          prompts: ['prompt 1'],
          config: { ...base, temperature: 0.5, max_tokens: 8, passthrough: { top_k: 4 } },
        },
        {
          id: 'openai:chat:gpt-5',
          label: 'gpt-5',
          prompts: ['prompt 2'],
          config: { ...base, passthrough: { max_completion_tokens: 8 } },
        },
      ],
      evaluateOptions: { repeat: 3, maxConcurrency: 2 },
    })
  })

  it('keeps promptfoo from adding parameters, and says which versions do', () => {
    const { config, unmapped } = exported({ variants: [{ id: 'v', model: 'm' }] })
    expect(config.providers[0].config).toMatchObject({ omitDefaults: true })
    expect(unmapped).toEqual([expect.stringContaining('temperature 0 and max_tokens 1024')])
  })

  it.each([
    [{ threshold: 1 }, undefined],
    [{ threshold: 0.5 }, 0.5],
    // promptfoo takes 0 for no threshold.
    [{ threshold: 0 }, -1],
  ])('writes %j as %j', (fields, threshold) => {
    const assertions = [{ type: 'is-json' }]
    expect(exported({ ...fields, assertions }).config.defaultTest.threshold).toBe(threshold)
  })

  it('lets a case pass whose assertions have no weight', () => {
    const assertions = [{ type: 'is-json', weight: 0 }]
    expect(exported({ threshold: 0.5, assertions }).config.tests[0].threshold).toBe(-1)
  })

  it('quotes what another reader of YAML would take for a date or a number', () => {
    const { yaml } = exported({ cases: [{ id: 'c', values: { word: '2024-01-01' }, expected: '0o7' }] })
    expect(yaml).toContain('word: "2024-01-01"')
    expect(yaml).toContain('expected: "0o7"')
  })

  it('lets no name, parameter or tool be evaluated', () => {
    const attack = '{{env.HOME}}{% x %}{# c #}'
    const { yaml, unmapped } = exported({
      name: attack,
      prompt: {
        messages: [{ role: 'user', content: '' }],
        tools: [{ name: 'get', description: 'Of {{word}}', parameters: { title: attack }, mock: '1' }],
      },
      variants: [
        { id: 'v', model: attack, name: attack, connection: 'x', parameters: { user: attack, stop: ['file://a'] } },
      ],
      cases: [{ id: 'c', values: { word: attack }, expected: attack }],
    })
    const allowed = yaml.replaceAll('{{env.PARLEY_BASE_URL}}', '').replaceAll(/\{\{ (?:'[^']*'|\w+) \}\}/gu, '')
    expect(allowed).not.toMatch(/\{[{%#]|"(?:file|package):/u)
    expect(unmapped).toHaveLength(6)
  })
})
