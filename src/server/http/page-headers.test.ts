import { expect, test } from 'vitest'
import { pageHeaders } from './page-headers.ts'

const policy = new Map(
  (pageHeaders['content-security-policy'] ?? '').split('; ').map((directive) => {
    const [name = '', ...sources] = directive.split(' ')
    return [name, sources]
  }),
)

test('the page may call other servers but load nothing from them', () => {
  expect(policy.get('connect-src')).toEqual(["'self'", 'http:', 'https:'])
  const others = [...policy].filter(([name]) => name !== 'connect-src')
  for (const [, sources] of others) {
    expect(sources.filter((source) => /^https?:|^\*|^'unsafe|\.\w/u.test(source))).toEqual([])
  }
  expect(policy.get('default-src')).toEqual(["'none'"])
  expect(policy.get('img-src')).toEqual(["'self'", 'data:', 'blob:'])
})
