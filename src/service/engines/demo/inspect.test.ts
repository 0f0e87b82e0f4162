import { describe, expect, it } from 'vitest'
import { chatRequest } from '#contract/chat.ts'
import { createDemoCall } from './demo-call.test-support.ts'
import { readDemoReply } from './read-demo-reply.test-support.ts'

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
