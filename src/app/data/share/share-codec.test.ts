import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySetup } from './any-setup.test-support.ts'
import { readPayload, writeFragment } from './share-codec.ts'
import { limits } from './shared-setup.ts'

const payloadOf = (packed: Buffer) => `1.${packed.toString('base64url')}`
const packed = (json: unknown) => payloadOf(deflateRawSync(JSON.stringify(json)))

describe('a shared setup', () => {
  it('comes out of its link as it went in, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(anySetup, async (setup) => {
        const fragment = await writeFragment(setup)
        expect(fragment).toMatch(/^s=1\.[\w-]+$/)
        const opened = await readPayload(fragment.slice(2))
        expect(opened).toEqual(setup)
        expect(typeof opened === 'string' ? opened : await writeFragment(opened)).toBe(fragment)
      }),
    )
  })

  it('says that a link is damaged, whatever was done to it, and never fails', async () => {
    const whole = (
      await writeFragment({
        panes: [{ model: 'a/b', system: 'Be brief.', parameters: {}, extraBody: '', messages: [] }],
        draft: 'Hi',
      })
    ).slice(2)
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.string({ maxLength: 3 }), async (at, put) => {
        const changed = whole.slice(0, at) + put + whole.slice(at + 1)
        const opened = await readPayload(changed)
        expect(typeof opened === 'string' || Array.isArray(opened.panes)).toBe(true)
      }),
    )
    for (let end = 0; end < whole.length; end++) expect(await readPayload(whole.slice(0, end))).toBe('damaged')
  })

  it.each([
    ['nothing', '', 'damaged'],
    ['no version', 'abc', 'damaged'],
    ['a word for a version', 'one.abc', 'damaged'],
    ['version nought', '0.abc', 'damaged'],
    ['a version of the future', '2.abc', 'newer-version'],
    ['a version beyond all numbers', `${'9'.repeat(40)}.abc`, 'damaged'],
    ['text that is no base64url', '1.a+b/c=', 'damaged'],
    ['half a byte', '1.a', 'damaged'],
    ['no bytes', '1.', 'damaged'],
    ['bytes that are no deflate', payloadOf(Buffer.from('hello there')), 'damaged'],
    ['zlib where raw deflate belongs', payloadOf(deflateSync('{"panes":[{}]}')), 'damaged'],
    ['gzip where raw deflate belongs', payloadOf(gzipSync('{"panes":[{}]}')), 'damaged'],
    ['no JSON', payloadOf(deflateRawSync('panes')), 'damaged'],
    ['JSON cut short', payloadOf(deflateRawSync('{"panes":[{}')), 'damaged'],
    ['text that is no UTF-8', payloadOf(deflateRawSync(Buffer.from([0x22, 0xff, 0xfe, 0x22]))), 'damaged'],
    ['a byte-order mark', payloadOf(deflateRawSync('\uFEFF{"panes":[{}]}')), 'damaged'],
    ['a bomb', payloadOf(deflateRawSync(Buffer.alloc(64 * limits.inflatedBytes))), 'too-large'],
    [
      'a bomb of spaces round a setup',
      payloadOf(deflateRawSync(' '.repeat(2 * limits.inflatedBytes) + '{"panes":[{}]}')),
      'too-large',
    ],
    ['more text than any link', `1.${'A'.repeat(3 * limits.inflatedBytes)}`, 'too-large'],
    ['brackets without end', payloadOf(deflateRawSync('['.repeat(500_000))), 'damaged'],
    [
      'brackets a hundred thousand deep',
      payloadOf(deflateRawSync('['.repeat(100_000) + ']'.repeat(100_000))),
      'not-a-setup',
    ],
    ['null', packed(null), 'not-a-setup'],
    ['a number', packed(1), 'not-a-setup'],
    ['a list', packed([]), 'not-a-setup'],
    ['an empty object', packed({}), 'not-a-setup'],
    ['panes that are no list', packed({ panes: 'x' }), 'not-a-setup'],
    ['panes without one', packed({ panes: [] }), 'not-a-setup'],
    ['a pane that is null', packed({ panes: [null] }), 'not-a-setup'],
    ['a pane that is a list', packed({ panes: [[]] }), 'not-a-setup'],
    ['messages that are no list', packed({ panes: [{ said: {} }] }), 'not-a-setup'],
    ['a message that is none', packed({ panes: [{ said: ['u'] }] }), 'not-a-setup'],
    ['a message of nobody', packed({ panes: [{ said: [['x', 'text']] }] }), 'not-a-setup'],
    ['a message of a tool', packed({ panes: [{ said: [['tool', 'text']] }] }), 'not-a-setup'],
    ['a message whose text is an object', packed({ panes: [{ said: [['u', { toString: 'x' }]] }] }), 'not-a-setup'],
    [
      'messages beyond counting',
      packed({ panes: [{ said: Array.from({ length: limits.messages + 1 }, () => ['u', '']) }] }),
      'not-a-setup',
    ],
    ['an address that runs script', packed({ panes: [{ at: 'javascript:alert(1)' }] }), 'not-a-setup'],
    ['an address with a password', packed({ panes: [{ at: 'https://me:secret@example.org/v1' }] }), 'not-a-setup'],
    ['an address with a query', packed({ panes: [{ at: 'https://example.org/v1?key=x' }] }), 'not-a-setup'],
    ['an address that is none', packed({ panes: [{ at: '//example.org' }] }), 'not-a-setup'],
    ['an address that is a list', packed({ panes: [{ at: ['https://example.org'] }] }), 'not-a-setup'],
    ['an address of a file', packed({ panes: [{ at: 'file:///etc/passwd' }] }), 'not-a-setup'],
  ])('refuses %s', async (_, payload, fault) => {
    expect(await readPayload(payload)).toBe(fault)
  })

  it('takes nothing from a link but what has a place in a setup', async () => {
    const hostile = {
      panes: [
        {
          model: 'a/b',
          key: 'sk-planted',
          headers: { authorization: 'Bearer sk-planted' },
          set: { temperature: 99, max_tokens: '5', __proto__: { seed: 1 }, constructor: 1 },
          said: [['u', 'Hello', 'not a model of a person']],
        },
      ],
      apiKey: 'sk-planted',
      history: [1],
    }
    const opened = await readPayload(packed(hostile))
    expect(opened).toEqual({
      panes: [{ model: 'a/b', system: '', parameters: {}, extraBody: '', messages: [{ role: 'user', text: 'Hello' }] }],
      draft: '',
    })
    expect(
      await readPayload(payloadOf(deflateRawSync('{"panes":[{"__proto__":{"model":"x"}}],"__proto__":{"draft":"y"}}'))),
    ).toMatchObject({ draft: '', panes: [{ model: null }] })
  })

  it('opens no more panes than there is room for', async () => {
    const opened = await readPayload(packed({ panes: Array.from({ length: 50 }, () => ({})) }))
    expect(opened).toMatchObject({ panes: { length: limits.panes } })
  })
})
