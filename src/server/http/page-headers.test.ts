import { expect, test } from 'vitest'
import { headersOf, pageHeaders } from './page-headers.ts'

const policyIn = (headers: Readonly<Record<string, string>>) =>
  new Map(
    (headers['content-security-policy'] ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
const policy = policyIn(pageHeaders)

test('the page may call other servers but load nothing from them', () => {
  expect(policy.get('connect-src')).toEqual(["'self'", 'http:', 'https:'])
  const others = [...policy].filter(([name]) => name !== 'connect-src')
  for (const [, sources] of others) {
    expect(sources.filter((source) => /^https?:|^\*|^'unsafe|\.\w/u.test(source))).toEqual([])
  }
  expect(policy.get('default-src')).toEqual(["'none'"])
  expect(policy.get('img-src')).toEqual(["'self'", 'data:', 'blob:'])
})

test('only the worker of model files may compile WebAssembly, and it calls no other host', () => {
  expect(headersOf('/')).toBe(pageHeaders)
  expect(headersOf('/assets/index-abc.js')).toBe(pageHeaders)
  expect([...policy.values()].flat()).not.toContain("'wasm-unsafe-eval'")
  expect(policy.get('worker-src')).toEqual(["'self'"])
  const worker = policyIn(headersOf('/assets/llama.worker-Ab_1-2.js'))
  expect(worker.get('default-src')).toEqual(["'none'"])
  expect(worker.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'", 'blob:'])
  expect(worker.get('connect-src')).toEqual(["'self'", 'blob:'])
})

test('isolates the page, which threads need', () => {
  expect(headersOf('/')).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'credentialless',
  })
})
