import type { Assertion } from '#experiments/assertions.ts'
import { type Definition, readDefinition } from '#experiments/definition.ts'
import { callMark, replyMark } from './answering-engine.ts'

const texts = [
  '',
  'Yes',
  'yes ',
  'The total is 12.50 EUR.\nThank you.',
  '{{ 7 * 7 }} {% raw %} {# note #}',
  'file://etc/passwd',
  '<script>alert(1)</script> "quoted" \\ \'single\' `tick` ${x}',
  'naïve 日本語 👩‍👩‍👧',
  '{"total": 12.5, "lines": [{"name": "a"}, {"name": "b"}], "ok": true, "none": null}',
  '[1, 2, 3]',
  '42',
  '"text"',
  '{"total": "12.5"',
  '```json\n{"total": 1}\n```',
]

const assertions: Pick<Assertion, 'type' | 'value' | 'path' | 'arguments'>[] = [
  ...texts.flatMap((value) =>
    (['equals', 'contains', 'not-contains', 'starts-with'] as const).map((type) => ({ type, value })),
  ),
  { type: 'equals', value: '{{expected}}' },
  { type: 'contains', value: '{{expected}}' },
  { type: 'regex', value: String.raw`^\w+$` },
  { type: 'regex', value: String.raw`\d+\.\d{2}` },
  { type: 'regex', value: '(?<=is )1' },
  { type: 'regex', value: String.raw`\p{Script=Han}` },
  { type: 'is-json', value: '' },
  {
    type: 'json-schema',
    value: '{"type": "object", "required": ["total"], "properties": {"total": {"type": "number"}}}',
  },
  { type: 'json-schema', value: '{"type": "array", "items": {"type": "integer"}}' },
  { type: 'json-path', path: '$.total', value: '12.5' },
  { type: 'json-path', path: '$.lines[1].name', value: 'b' },
  { type: 'json-path', path: '$[0]', value: '1' },
  { type: 'max-length', value: '3' },
  { type: 'max-length', value: '40' },
  { type: 'similar', value: '0.5' },
  { type: 'similar', value: '0.9' },
]

const tools = [
  { name: 'get_weather', description: 'Weather of a city', parameters: { type: 'object' } },
  { name: 'look_up', parameters: { type: 'object' } },
]
const replies = [
  'No call',
  `${callMark}get_weather {"city": "Oslo"}`,
  `${callMark}get_weather {"city": "Bergen", "unit": "C"}`,
  `${callMark}look_up {}`,
  `${callMark}get_weather {"city": `,
]
const toolAssertions: typeof assertions = [
  { type: 'tool-called', value: 'get_weather' },
  { type: 'tool-called', value: 'get_weather', arguments: '{"city": "Oslo"}' },
  { type: 'tool-called', value: 'look_up', arguments: '{}' },
  { type: 'no-tool-called', value: '' },
  { type: 'contains', value: 'call' },
  { type: 'equals', value: 'No call' },
  { type: 'is-json', value: '' },
  { type: 'max-length', value: '7' },
]

/** Experiments with all assertions that a reply's content decides: each on each reply, and several with weights together. */
export function checkedExperiments(): Definition[] {
  const single = (replyTexts: readonly string[], checks: typeof assertions) =>
    replyTexts.flatMap((reply, at) =>
      checks.map((check, index) => ({
        id: `c${at}-${index}`,
        values: { reply },
        expected: texts[(at + index) % texts.length],
        assertions: [check],
      })),
    )
  return [
    experiment({ name: 'One assertion each', cases: single(texts, assertions) }),
    experiment({ name: 'Tools', cases: single(replies, toolAssertions), tools }),
    experiment({
      name: 'Weights and a threshold',
      assertions: assertions.map((each, at) => ({ ...each, weight: at % 3 })),
      threshold: 0.3,
      cases: texts.map((reply, at) => ({ id: `c${at}`, values: { reply }, expected: texts[(at + 1) % texts.length] })),
    }),
  ]
}

function experiment({
  tools: list = [],
  ...fields
}: Record<string, unknown> & { tools?: readonly object[] }): Definition {
  const definition = readDefinition({
    parleyExperiment: 1,
    prompt: { messages: [{ role: 'user', content: `${replyMark}{{reply}}` }], tools: list },
    variants: [{ id: 'v', name: 'tiny', model: 'community/tiny', parameters: { temperature: 0, max_tokens: 100 } }],
    concurrency: 8,
    ...fields,
  })
  if ('problem' in definition) throw new Error(definition.problem)
  return definition
}
