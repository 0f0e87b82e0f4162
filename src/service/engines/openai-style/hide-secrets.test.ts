import { describe, expect, test } from 'vitest'
import { hideSecrets, secretsOf } from './hide-secrets.ts'

const error = (message: string) => ({ message, type: 'e', param: null, code: 'e' })

describe('what we send to an engine', () => {
  const secrets = secretsOf({
    apiKey: 'sk-ours',
    headers: { 'api-key': 'header-secret', authorization: 'Basic YWJjOmRlZg==', 'x-version': '1' },
  })

  test.each([
    ['no sk-ours!', 'no (not shown)!'],
    ['header-secret is wrong', '(not shown) is wrong'],
    ['Basic YWJjOmRlZg==', '(not shown)'],
    ['YWJjOmRlZg== is wrong', '(not shown) is wrong'],
    ['1 model', '1 model'],
  ])('does not come back in its errors: %s', (told, shown) => {
    expect(hideSecrets(error(told), secrets).message).toBe(shown)
  })

  test('does not come back in fields of the engine’s own', () => {
    expect(hideSecrets({ ...error('no'), detail: { key: 'sk-ours' } }, secrets)).toEqual(error('no'))
    expect(hideSecrets({ ...error('no'), detail: 5 }, secrets)).toEqual({ ...error('no'), detail: 5 })
  })

  test('may be nothing', () => {
    expect(hideSecrets(error('text'), secretsOf({ apiKey: '' }))).toEqual(error('text'))
  })
})
