import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chatRequest } from '#contract/chat.ts'
import { createDemoCall } from '#service/engines/demo/demo-call.test-support.ts'
import { readDemoReply } from '#service/engines/demo/read-demo-reply.test-support.ts'

async function inspect(...rest: Parameters<typeof createDemoCall> extends [string, ...infer Rest] ? Rest : never) {
  return (await readDemoReply(createDemoCall('parley/inspect', ...rest))).text
}

describe('parley/inspect', () => {
  it('reports every message in order, with its role and content', async () => {
    const report = await inspect([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Why?' },
    ])
    expect(report).toContain('## Messages: 2')
    expect(report).toContain('### 1. system, 3 tokens\n\n```text\nBe brief.\n```')
    expect(report).toContain('### 2. user, 2 tokens\n\n```text\nWhy?\n```')
  })

  it('keeps content inside its code fence', async () => {
    const report = await inspect('```\n# not a heading of the report\n````')
    expect(report).toContain('`````text\n```\n# not a heading of the report\n````\n`````')
  })

  it('describes images and unknown parts, without the bytes of an image', async () => {
    const url = `data:image/png;base64,${'A'.repeat(1000)}`
    const report = await inspect([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image_url', image_url: { url, detail: 'low' } },
          { type: 'smell', of: 'bread' },
        ],
      },
    ])
    expect(report).toContain('The content has 3 parts.')
    expect(report).toContain('Part 2, an image')
    expect(report).toContain('"url": "data:image/png;base64,… (1022 characters)"')
    expect(report).toContain('"detail": "low"')
    expect(report).toContain('"of": "bread"')
    expect(report).not.toContain('AAAA')
  })

  const base64 = (...bytes: number[]) => btoa(String.fromCharCode(...bytes))
  const ascii = (text: string) => text.split('').map((character) => character.charCodeAt(0))
  const png = [0x89, ...ascii('PNG\r\n\u001A\n'), 0, 0, 0, 13, ...ascii('IHDR'), 0, 0, 2, 128, 0, 0, 1, 224]
  const gif = [...ascii('GIF89a'), 10, 0, 20, 0]
  const exif = [0xff, 0xe1, 0, 6, 1, 2, 3, 4]
  const jpeg = [0xff, 0xd8, ...exif, 0xff, 0xc2, 0, 17, 8, 1, 0, 2, 0, 3]
  const webp = (chunk: string, ...rest: number[]) => [...ascii(`RIFF....WEBP${chunk}`), 0, 0, 0, 0, ...rest]

  it.each([
    ['image/png', png, 'PNG, 640 × 480 pixels, 24 bytes'],
    ['image/gif', gif, 'GIF, 10 × 20 pixels, 10 bytes'],
    ['image/jpeg', jpeg, 'JPEG, 512 × 256 pixels, 20 bytes'],
    ['image/webp', webp('VP8 ', 0, 0, 0, 0x9d, 1, 0x2a, 100, 0, 50, 0), 'WebP, 100 × 50 pixels'],
    ['image/webp', webp('VP8L', 0x2f, 0x63, 0x40, 0x0c, 0), 'WebP, 100 × 50 pixels'],
    ['image/webp', webp('VP8X', 0, 0, 0, 0, 99, 0, 0, 49, 0, 0), 'WebP, 100 × 50 pixels'],
    // The name of the type doesn't count, the bytes do.
    ['image/png', gif, 'GIF, 10 × 20 pixels'],
    ['image/png', png.slice(0, 20), "an image of type image/png whose pixels can't be read, 20 bytes"],
    ['image/svg+xml', ascii('<svg/>'), "an image of type image/svg+xml whose pixels can't be read, 6 bytes"],
  ])('reads type, pixels and bytes of an image: %s %j', async (type, bytes, words) => {
    const url = `data:${type};base64,${base64(...bytes)}`
    expect(await inspect([{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }])).toContain(words)
  })

  it('survives any bytes as an image', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom(png, gif, jpeg, webp('VP8X')),
        async (rest, start) => {
          const url = `data:image/png;base64,${base64(...start, ...rest)}`
          const report = await inspect([{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }])
          expect(report).toContain(`${start.length + rest.length} bytes`)
        },
      ),
    )
    const broken = { url: 'data:image/png;base64,%%%' }
    expect(await inspect([{ role: 'user', content: [{ type: 'image_url', image_url: broken }] }])).toContain('0 bytes')
  })

  it('describes files, audio and addresses without dumping their bytes', async () => {
    const data = btoa('x'.repeat(3000))
    const report = await inspect([
      {
        role: 'user',
        content: [
          { type: 'file', file: { filename: 'a `b`\n.pdf', file_data: `data:application/pdf;base64,${data}` } },
          { type: 'input_audio', input_audio: { data, format: 'wav' } },
          { type: 'image_url', image_url: { url: 'https://example.org/photo.png' } },
          { type: 'file', file: { file_id: 'file-7' } },
        ],
      },
    ])
    expect(report).toContain("Part 1, a file `a 'b' .pdf`: application/pdf, 3,000 bytes (3.0 KB):")
    expect(report).toContain('Part 2, audio: WAV, 3,000 bytes (3.0 KB):')
    expect(report).toContain('Part 3, an image at an address, which this model does not look at:')
    expect(report).toContain('"file_id": "file-7"')
    expect(report).not.toContain('eHh4eHh4eHh4eHh4eHh4eHh4')
    expect(report.length).toBeLessThan(2000)
  })

  it('describes tools, their calls and results, and the response format', async () => {
    const report = await inspect(
      [
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } },
            { id: 'c2', type: 'function', function: { name: 'now', arguments: '{}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'Sunny' },
      ],
      {
        tools: [{ type: 'function', function: { name: 'weather', parameters: { type: 'object', maximum: 1.0 } } }],
        tool_choice: 'required',
        response_format: { type: 'json_schema', json_schema: { name: 'report', schema: {} } },
      },
    )
    expect(report).toContain('It has 2 tool calls: `weather` and `now`.')
    expect(report).toContain('The result of the tool call `c1`.\n\n```text\nSunny\n```')
    expect(report).toContain('## Tools: 1\n\nThe model may call `weather`. `tool_choice` is `"required"`.')
    expect(report).toContain('The reply must be JSON that satisfies the schema `report`.')
    expect(report.match(/"parameters":/g)).toHaveLength(1)
    expect(await inspect('Hi', { tools: [] })).toContain('"tools": []')
  })

  it('shows fields next to the content, and missing content', async () => {
    const report = await inspect([{ role: 'assistant', content: null, tool_calls: [{ id: 'call_7' }] }])
    expect(report).toContain('There is no content.')
    expect(report).toContain('"id": "call_7"')
  })

  it('shows parameters, unknown fields and which parameters were not sent', async () => {
    const report = await inspect('Hello', { temperature: 0.25, top_p: 0.5, my_own: { deep: ['value'] } })
    const [known = '', unknown = ''] = report.split('Fields that the contract does not name')
    expect(known).toContain('"temperature": 0.25')
    expect(known).toContain('Not sent: `max_tokens`.')
    expect(known).not.toContain('top_p')
    expect(unknown).toContain('"top_p": 0.5')
    expect(unknown).toContain('"value"')
    expect(await inspect('Hello')).toContain('Not sent: `temperature` (1 is assumed), `max_tokens`.')
  })

  it('shows numbers exactly as sent', async () => {
    const call = createDemoCall('parley/inspect', 'Hello')
    const text =
      '{"temperature":0.70,"seed":9223372036854775807,' +
      '"messages":[{"role":"user","content":[{"type":"sound","at":1.0}],"id":12345678901234567890}]}'
    const request = chatRequest.parse({ ...call.request, ...JSON.parse(text) })
    const report = (await readDemoReply({ ...call, request, text })).text
    for (const member of [
      '"temperature": 0.70',
      '"seed": 9223372036854775807',
      '"at": 1.0',
      '"id": 12345678901234567890',
    ])
      expect(report).toContain(member)
  })

  it('shows the headers', async () => {
    const report = await inspect('Hello', {}, { headers: { 'user-agent': 'test/1', 'x-odd': 'a ``` b' } })
    expect(report).toContain('````http\nuser-agent: test/1\nx-odd: a ``` b\n````')
    expect(await inspect('Hello')).toContain('There are none to show.')
  })

  it('gives the same reply every time', async () => {
    expect(await inspect('Hello', { seed: 1 })).toBe(await inspect('Hello', { seed: 1 }))
  })
})
