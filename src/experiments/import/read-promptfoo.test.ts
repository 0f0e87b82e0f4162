import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { variablesOf } from '#experiments/definition.ts'
import { readPromptfoo } from './read-promptfoo.ts'

function read(text: string) {
  const result = readPromptfoo(text)
  if ('problem' in result) throw new Error(result.problem)
  return result
}

const translation = `
# yaml-language-server: $schema=https://promptfoo.dev/config-schema.json
description: Translation of short sentences
prompts:
  - 'Translate to {{language}}: {{input}}'
  - label: Strict
    raw: |
      [
        {"role": "system", "content": "You translate to {{ language }}. Answer with the translation only."},
        {"role": "user", "content": "{{input}}"}
      ]
providers:
  - openai:chat:gpt-4o
  - id: ollama:chat:llama3.2:1b
    label: Small Llama
    config:
      temperature: 0
      max_tokens: 200
      apiBaseUrl: http://localhost:11434
defaultTest:
  assert:
    - type: latency
      threshold: 4000
tests:
  - description: A greeting
    vars:
      language: French
      input: Hello world
    assert:
      - type: contains
        value: Bonjour
        weight: 2
      - type: not-contains
        value: '{{input}}'
  - vars:
      language: [German, Spanish]
      input: Good morning
    assert:
      - type: javascript
        value: output.length < 40
      - type: llm-rubric
        value: is polite
evaluateOptions:
  repeat: 3
  maxConcurrency: 8
`

const extraction = `
prompts: 'Extract the order as JSON: {{ mail | trim }}'
providers:
  - openai:gpt-4o-mini:
      config:
        temperature: 0.2
        response_format: {type: json_object}
tests:
  - vars: {mail: "Two apples, please.", expected: 2}
    threshold: 0.5
    assert:
      - type: is-json
        value: &order
          type: object
          required: [count]
      - {type: equals, value: {count: 2}}
      - {type: cost, threshold: 0.002}
      - {type: regex, value: '"count":\\s*{{expected}}'}
  - vars: {mail: "A pear.", expected: 1}
    threshold: 0.5
    assert:
      - {type: is-json, value: *order}
      - {type: contains-json}
      - {type: levenshtein, threshold: 5}
      - {type: similar, value: x, threshold: 0.8}
`

const files = `
prompts:
  - file://prompts/first.txt
  - prompts/*.txt
  - |
    {% if formal %}Dear {{name}}{% endif %}
providers:
  - file://provider.js
  - anthropic:messages:claude-sonnet-4
  - python:script.py
tests: file://tests.csv
scenarios: []
`

describe('configurations', () => {
  it('reads prompts, providers, tests and options', () => {
    const { definition, unmapped } = read(translation)
    expect(definition).toMatchObject({
      name: 'Translation of short sentences',
      repeats: 3,
      concurrency: 8,
      threshold: 1,
      prompt: { messages: [{ role: 'user', content: 'Translate to {{language}}: {{input}}' }] },
      assertions: [{ type: 'max-latency', value: '4000', weight: 1 }],
    })
    expect(definition.variants.map(({ name, model, connection }) => [name, model, connection])).toEqual([
      ['gpt-4o, Prompt 1', 'gpt-4o', null],
      ['gpt-4o, Strict', 'gpt-4o', null],
      ['Small Llama, Prompt 1', 'llama3.2:1b', null],
      ['Small Llama, Strict', 'llama3.2:1b', null],
    ])
    expect(definition.variants[3]).toMatchObject({
      parameters: { temperature: 0, max_tokens: 200 },
      prompt: {
        messages: [
          { role: 'system', content: 'You translate to {{language}}. Answer with the translation only.' },
          { role: 'user', content: '{{input}}' },
        ],
      },
    })
    expect(definition.cases.map(({ values, note }) => [values, note])).toEqual([
      [{ language: 'French', input: 'Hello world' }, 'A greeting'],
      [{ language: 'German', input: 'Good morning' }, ''],
      [{ language: 'Spanish', input: 'Good morning' }, ''],
    ])
    expect(definition.cases[0]?.assertions).toEqual([
      { type: 'contains', value: 'Bonjour', weight: 2 },
      { type: 'not-contains', value: '{{input}}', weight: 1 },
    ])
    expect(variablesOf(definition)).toEqual(['language', 'input'])
    expect(unmapped).toEqual([
      'The address of the provider “ollama:chat:llama3.2:1b” can’t be mapped. Choose a connection for its variant.',
      'The assertion javascript of test 2 can’t be mapped.',
      'The assertion llm-rubric of test 2 can’t be mapped.',
    ])
  })

  it('reads schemas, anchors, expected texts and a common threshold', () => {
    const { definition, unmapped } = read(extraction)
    expect(definition.threshold).toBe(0.5)
    expect(definition.variants).toHaveLength(1)
    expect(definition.variants[0]).toMatchObject({
      model: 'gpt-4o-mini',
      parameters: { temperature: 0.2 },
      prompt: {
        responseFormat: { type: 'json_object' },
        messages: [{ content: 'Extract the order as JSON: {{mail}}' }],
      },
    })
    expect(definition.cases[0]).toMatchObject({ values: { mail: 'Two apples, please.' }, expected: '2' })
    const schema = { type: 'json-schema', value: '{"type":"object","required":["count"]}', weight: 1 }
    expect(definition.cases[0]?.assertions).toEqual([
      schema,
      { type: 'json-path', path: '$', value: '{"count":2}', weight: 1 },
      { type: 'max-cost', value: '0.002', weight: 1 },
      { type: 'regex', value: '"count":\\s*{{expected}}', weight: 1 },
    ])
    expect(definition.cases[1]?.assertions).toEqual([schema])
    expect(unmapped).toEqual([
      'Prompt 1 contains “{{ mail | trim }}”, which has no counterpart here. Replace it.',
      'The assertion contains-json of test 2 can’t be mapped.',
      'The assertion levenshtein of test 2 can’t be mapped.',
      'The assertion similar of test 2 can’t be mapped.',
    ])
  })

  it('names files, scripts and blocks', () => {
    const { definition, unmapped } = read(files)
    expect(definition.variants.map(({ model }) => model)).toEqual(['claude-sonnet-4'])
    expect(definition.cases).toEqual([])
    expect(unmapped).toEqual([
      '“scenarios” can’t be mapped.',
      'Prompt 1 is in the file “file://prompts/first.txt”, which can’t be read. Copy its text into the prompt.',
      'Prompt 2 is in the file “prompts/*.txt”, which can’t be read. Copy its text into the prompt.',
      'Prompt 3 contains “{% if formal %}”, which has no counterpart here. Replace it.',
      'Prompt 3 contains “{% endif %}”, which has no counterpart here. Replace it.',
      'The provider “file://provider.js” can’t be mapped: it isn’t a chat model.',
      'The provider “python:script.py” can’t be mapped: it isn’t a chat model.',
      'The tests in “file://tests.csv” can’t be read. Import that file as cases.',
    ])
  })

  it('reads the same from JSON', () => {
    const config = { prompts: ['{{q}}'], providers: ['openai:gpt-4o'], tests: [{ vars: { q: 'Hi', n: 3, o: [1] } }] }
    expect(read(JSON.stringify(config))).toEqual(read(stringify(config)))
    expect(read(JSON.stringify(config)).definition.cases[0]?.values).toEqual({ q: 'Hi', n: '3', o: '[1]' })
  })

  it('reads the tools of a provider, and developer messages', () => {
    const parameters = { type: 'object', properties: { city: { type: 'string' } } }
    const tools = [{ type: 'function', function: { name: 'get_weather', description: 'Weather', parameters } }]
    const { definition, unmapped } = read(
      stringify({
        prompts: ['[{"role": "developer", "content": "Be brief."}]'],
        providers: [
          { id: 'openai:gpt-4o', config: { tools, tool_choice: 'auto' } },
          { id: 'openai:m', config: { tools: 'file://t.json' } },
        ],
      }),
    )
    expect(definition.variants[0]?.prompt).toEqual({
      messages: [{ role: 'system', content: 'Be brief.' }],
      tools: [{ name: 'get_weather', description: 'Weather', parameters }],
      toolFields: { tool_choice: 'auto' },
    })
    expect(unmapped).toEqual(['The setting “tools” of the provider “openai:m” can’t be mapped.'])
  })

  it('makes one case if there are no tests', () => {
    expect(read('prompts: [Hi]\ndefaultTest: {vars: {a: b}}').definition.cases.map(({ values }) => values)).toEqual([
      { a: 'b' },
    ])
  })

  it('reads fields of the request that promptfoo passes through', () => {
    const config = {
      apiKeyEnvar: 'PARLEY_API_KEY',
      showThinking: false,
      omitDefaults: true,
      passthrough: { top_a: 0.2, max_completion_tokens: 8, tool_choice: 'none', secret_token: null },
    }
    const { definition, unmapped } = read(stringify({ prompts: ['a'], providers: [{ id: 'openai:o3', config }] }))
    expect(definition.variants[0]?.parameters).toEqual({ top_a: 0.2, max_completion_tokens: 8 })
    expect(definition.variants[0]?.prompt?.toolFields).toEqual({ tool_choice: 'none' })
    expect(unmapped).toEqual([])
  })

  it('never imports a key', () => {
    const { definition, unmapped } = read('providers: [{id: openai:gpt-4o, config: {apiKey: sk-123}}]')
    expect(JSON.stringify([definition, unmapped])).not.toContain('sk-123')
    expect(unmapped).toHaveLength(1)
  })

  it('imports at most 12 variants', () => {
    const { definition, unmapped } = read(
      stringify({ prompts: ['a', 'b'], providers: Array.from({ length: 7 }, (_, at) => `openai:m${at}`) }),
    )
    expect(definition.variants).toHaveLength(12)
    expect(unmapped).toEqual([
      'The prompts and providers make 14 variants, but an experiment has at most 12. The first 12 were imported.',
    ])
  })

  it('limits a provider to its prompts', () => {
    const { definition } = read(
      'prompts: [{raw: A, label: one}, {raw: B, label: two}]\nproviders: [{id: openai:m, prompts: [two]}, openai:n]',
    )
    expect(definition.variants.map(({ name }) => name)).toEqual(['m, two', 'n, one', 'n, two'])
  })

  it('names what differs between tests or is out of range', () => {
    const { definition, unmapped } = read(
      'tests: [{threshold: 0.5}, {threshold: 0.7, assert: [{type: is-json, weight: -1}]}]\nevaluateOptions: {repeat: 50}',
    )
    expect(definition).toMatchObject({ threshold: 1, repeats: 1 })
    expect(unmapped).toEqual([
      'The weight of the assertion is-json of test 2 isn’t a number up to 1000. It counts 1.',
      'The tests have different thresholds, but an experiment has only one. All assertions must pass now.',
      '“repeat” can’t be mapped: it isn’t a whole number from 1 to 20.',
    ])
  })

  it('reads chats with texts that are dumped, and raw blocks', () => {
    const { definition, unmapped } = read(
      stringify({
        prompts: [`[{"role": "user", "content": {{ q | dump }}}]`, '{% raw %}{{x}}{% endraw %} {{ "{{" }}{# note #}'],
      }),
    )
    expect(definition.prompt.messages).toEqual([{ role: 'user', content: '{{q}}' }])
    expect(definition.variants[1]?.prompt?.messages).toEqual([{ role: 'user', content: '\\{{x}} \\{{' }])
    expect(unmapped).toEqual([])
  })
})
