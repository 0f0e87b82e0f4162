import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curlCode } from '#app/data/codegen/curl-code.ts'
import { type CodeRequest, bodyOf } from '#app/data/codegen/literal.ts'
import { anyRequest } from '#app/data/codegen/request-arbitrary.test-support.ts'
import { setupFromText, shellWords } from './setup-from-text.ts'
import { limits } from './shared-setup.ts'

const own = 'http://127.0.0.1:4173'

describe('splitting a command into words', () => {
  it.each([
    [`curl 'a b' c`, ['curl', 'a b', 'c']],
    [`a"b c"'d'e`, ['ab cde']],
    [String.raw`a\ b "c\"d\$e\n"`, ['a b', String.raw`c"d$e\n`]],
    ['one \\\n  two \\\r\n three', ['one', 'two', 'three']],
    [String.raw`$'it\'s\n\u0041'`, ["it's\nA"]],
    [`'' ""`, ['', '']],
  ])('splits %s', (command, words) => {
    expect(shellWords(command)).toEqual(words)
  })

  it('fails on an unclosed quote', () => {
    expect(shellWords(`curl 'a`)).toBeUndefined()
    expect(shellWords('curl "a')).toBeUndefined()
  })
})

describe('reading a setup from text', () => {
  it('round-trips the generated curl code', () => {
    fc.assert(
      fc.property(anyRequest(`${own}/v1`), (request: CodeRequest) => {
        const setup = setupFromText(curlCode(request), own)
        const fromBody = setupFromText(JSON.stringify(bodyOf(request)), own)
        expect(setup).toEqual(fromBody)
        if (typeof setup === 'string') throw new Error(setup)
        expect(setup.panes[0]?.model).toBe(request.body.model)
      }),
    )
  })

  it('reads a body with system prompt, messages, parameters, other fields and draft', () => {
    const body = {
      model: 'a/b',
      stream: true,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'One' },
        { role: 'assistant', content: [{ type: 'text', text: 'Two' }] },
        { role: 'user', content: 'Three' },
      ],
      temperature: 0.3,
      max_tokens: 5,
      mirostat: 0.1,
      top_p: 7,
    }
    expect(setupFromText(JSON.stringify(body), own)).toEqual({
      panes: [
        {
          model: 'a/b',
          system: 'Be brief.',
          parameters: { temperature: 0.3, maxTokens: 5 },
          extraBody: JSON.stringify({ mirostat: 0.1, top_p: 7 }, null, 2),
          messages: [
            { role: 'user', text: 'One' },
            { role: 'assistant', text: 'Two' },
          ],
        },
      ],
      draft: 'Three',
    })
  })

  it('keeps the digits of numbers in other fields', () => {
    const body = '{"model":"a/b","messages":[{"role":"user","content":"Hi"}],"big":9223372036854775807,"deep":[1.0]}'
    const extraBody = '{\n  "big": 9223372036854775807,\n  "deep": [\n    1.0\n  ]\n}'
    expect(setupFromText(body, own)).toMatchObject({ panes: [{ extraBody }] })
  })

  it('names the server of a curl command, and drops its key', () => {
    const command = `$ curl -s "https://api.example.com/v1/chat/completions" -H "Authorization: Bearer sk-planted" --data='{"model":"m","messages":[{"role":"user","content":"Hi"}]}'`
    const setup = setupFromText(command, own)
    expect(setup).toMatchObject({ panes: [{ model: 'm', baseUrl: 'https://api.example.com/v1' }], draft: 'Hi' })
    expect(JSON.stringify(setup)).not.toContain('sk-planted')
  })

  it.each([
    ['not text', 'damaged'],
    ['[1]', 'not-a-setup'],
    ['{"messages":[{"role":"tool","content":"x"}]}', 'not-a-setup'],
    ['{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"x"}}]}]}', 'not-a-setup'],
    ['curl http://127.0.0.1:4173/v1/chat/completions', 'not-a-setup'],
    [`curl 'http://x/chat/completions`, 'not-a-setup'],
    ['x'.repeat(limits.fileCharacters + 1), 'too-large'],
  ])('refuses %.40s', (text, fault) => {
    expect(setupFromText(text, own)).toBe(fault)
  })
})
