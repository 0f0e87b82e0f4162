import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySetup } from './any-setup.test-support.ts'
import { hostilePayloads, packed, payloadOf } from './hostile-payloads.test-support.ts'
import { readPayload, writeFragment } from './share-codec.ts'
import { limits } from './shared-setup.ts'

describe('a shared setup', () => {
  it('round-trips through its link', async () => {
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

  it('reports any damaged link, and never throws', async () => {
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

  it.each(hostilePayloads)('refuses %s', async (_, payload, fault) => {
    expect(await readPayload(payload)).toBe(fault)
  })

  it('ignores unknown fields in a link', async () => {
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
    const opened = await readPayload(await packed(hostile))
    expect(opened).toEqual({
      panes: [{ model: 'a/b', system: '', parameters: {}, extraBody: '', messages: [{ role: 'user', text: 'Hello' }] }],
      draft: '',
    })
    expect(
      await readPayload(await payloadOf('{"panes":[{"__proto__":{"model":"x"}}],"__proto__":{"draft":"y"}}')),
    ).toMatchObject({ draft: '', panes: [{ model: null }] })
  })

  it.each([
    // The first letter is Cyrillic.
    ['https://\u0430pi.example.com/v1', 'https://xn--pi-6kc.example.com/v1'],
    ['https://evil.example\\@good.example/v1', 'https://evil.example/@good.example/v1'],
    [' https://good.example:443/v1/ ', 'https://good.example/v1'],
  ])('displays the server %s', async (at, called) => {
    expect(await readPayload(await packed({ panes: [{ at }] }))).toMatchObject({ panes: [{ baseUrl: called }] })
  })

  it('limits the number of panes', async () => {
    const opened = await readPayload(await packed({ panes: Array.from({ length: 50 }, () => ({})) }))
    expect(opened).toMatchObject({ panes: { length: limits.panes } })
  })
})
