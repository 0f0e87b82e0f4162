import fc from 'fast-check'
import type { CodeRequest } from './literal.ts'

/** Texts that are hard to quote, and any others. */
const text = fc.oneof(
  fc.constantFrom(
    `it's "quoted" \`back\` $HOME \${x} $(id) \\ \\n !!`,
    'two\nlines\r\n\ttabbed',
    '日本語 🧑‍🚀 e\u0301 \u202Eright to left\u202C \u2028 \u0000 \u0007',
    '\'\'\'"""',
    'JSON',
    '\\',
    '%s %%d {0} {{x}} #{y}',
    '</script><!--',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

const message = fc.record({
  role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const),
  content: text,
})

/** Any request that the playground can send. */
export const anyRequest = (baseUrl: string): fc.Arbitrary<CodeRequest> =>
  fc.record({
    baseUrl: fc.constant(baseUrl),
    stream: fc.boolean(),
    body: fc
      .record({
        model: text.filter((name) => name !== ''),
        messages: fc.array(message, { minLength: 1, maxLength: 5 }),
        optional: fc.record(
          {
            temperature: fc.double({ min: 0, max: 2, noNaN: true }).map((value) => value + 0),
            max_tokens: fc.integer({ min: 1, max: 1_000_000 }),
            top_p: fc.constantFrom(0.5, 1),
            frequency_penalty: fc.constantFrom(-1.5, 2),
            presence_penalty: fc.constantFrom(-2, 0.25),
            seed: fc.integer({ min: 0 }),
            stop: fc.array(
              text.filter((each) => each !== ''),
              { minLength: 1, maxLength: 4 },
            ),
            min_p: fc.constant(0.05),
            'odd "name': fc.constantFrom(null, true, [], {}, { deep: [1, 'a', null] }),
          },
          { requiredKeys: [] },
        ),
      })
      .map(({ optional, ...rest }) => ({ ...rest, ...optional })),
  })
