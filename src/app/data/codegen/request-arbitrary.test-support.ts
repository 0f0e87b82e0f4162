import fc from 'fast-check'
import { referenceTo } from '#app/data/attachments/attachment.ts'
import type { RequestPart } from '#app/data/calls/chat-stream.ts'
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

/** Attached files, by name. */
export const attachments = {
  'photo.png': { head: 'data:image/png;base64,', bytes: 'PNG bytes \u00ff\n' },
  "it's a $(file).pdf": { head: 'data:application/pdf;base64,', bytes: '%PDF' },
  'image.jpg': { head: 'data:image/jpeg;base64,', bytes: 'JPEG' },
  'audio.wav': { head: '', bytes: 'RIFF' },
}

const dataOf = (name: keyof typeof attachments) => attachments[name].head + btoa(attachments[name].bytes)

/** What the playground has in the place of the bytes of a file; the name is hostile. */
const photoReference = referenceTo({
  hash: 'a'.repeat(64),
  kind: 'image',
  name: '../../photo.png',
  type: 'image/png',
  size: 11,
})

/** A request as it is sent, by code that has read the files. */
export function sentBody(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(photoReference, dataOf('photo.png')))
}

const part = fc.oneof(
  text.filter((each) => each !== '').map((each) => ({ type: 'text' as const, text: each })),
  fc.constantFrom<RequestPart>(
    { type: 'image_url', image_url: { url: photoReference } },
    { type: 'image_url', image_url: { url: dataOf('image.jpg') } },
    { type: 'file', file: { filename: "it's a $(file).pdf", file_data: dataOf("it's a $(file).pdf") } },
    { type: 'input_audio', input_audio: { data: dataOf('audio.wav'), format: 'wav' } },
  ),
)

const toolName = fc.stringMatching(/^[\w-]{1,20}$/u)

/** A request with everything besides text: parts, tool calls with their results, tools and a response format. */
export const richRequest = (baseUrl: string): fc.Arbitrary<CodeRequest> =>
  fc
    .record({
      parts: fc.array(part, { minLength: 2, maxLength: 5 }),
      names: fc.uniqueArray(toolName, { minLength: 1, maxLength: 3 }),
      words: text,
      stream: fc.boolean(),
      fields: fc.record(
        {
          tool_choice: fc.constantFrom('auto', 'required', 'one'),
          parallel_tool_calls: fc.boolean(),
          response_format: fc.constantFrom<object>(
            { type: 'json_object' },
            { type: 'json_schema', json_schema: { name: 'r', strict: true, schema: { type: 'object', $defs: {} } } },
          ),
          temperature: fc.constant(0.5),
          reasoning_effort: fc.constantFrom('low', 'none'),
          verbosity: fc.constant('high'),
        },
        { requiredKeys: [] },
      ),
      parameters: fc.constantFrom<object | undefined>(
        undefined,
        { type: 'object', properties: { city: { type: 'string', description: 'Where' } }, required: ['city'] },
        { type: 'object', properties: { list: { prefixItems: [{ enum: ['__proto__', 1.5] }] } }, $defs: { a: true } },
      ),
    })
    .map(({ parts, names, words, stream, fields, parameters }) => {
      const { tool_choice: choice, ...others } = fields
      const [name = ''] = names
      const calls = names.map((each, at) => ({
        id: `call_${at}`,
        type: 'function' as const,
        function: { name: each, arguments: '{"city":"Oslo"}' },
      }))
      return {
        baseUrl,
        stream,
        maxToolRounds: 2,
        body: {
          model: 'm',
          messages: [
            { role: 'user' as const, content: parts },
            { role: 'assistant' as const, content: null, tool_calls: calls },
            ...calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: words })),
            { role: 'user' as const, content: 'Go on' },
          ],
          tools: names.map((each, at) => ({
            type: 'function',
            function: {
              name: each,
              ...(at === 0 && { description: words }),
              parameters: parameters ?? { type: 'object', properties: {} },
            },
          })),
          ...(choice !== undefined && {
            tool_choice: choice === 'one' ? { type: 'function', function: { name } } : choice,
          }),
          ...others,
        },
      }
    })

/** Any request of text that the playground can send. */
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
            reasoning_effort: fc.constantFrom('minimal', 'high'),
            verbosity: fc.constant('low'),
            'odd "name': fc.constantFrom(null, true, [], {}, { deep: [1, 'a', null] }),
          },
          { requiredKeys: [] },
        ),
      })
      .map(({ optional, ...rest }) => ({ ...rest, ...optional })),
  })
