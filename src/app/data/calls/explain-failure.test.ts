import { describe, expect, it, test } from 'vitest'
import { errorOf } from '#contract/errors.ts'
import { pageFailureCodes, pageFailureOf } from './call-failure.ts'
import { type CallFailure, type FailedAt, explainFailure } from './explain-failure.ts'

const at: FailedAt = {
  name: 'Workstation',
  apiBase: 'http://10.0.0.7:11434/v1',
  keyed: true,
  pageOrigin: 'https://parley.test',
  isThisServer: false,
}
const refusal = (status: number, message = 'Said by the service.', code: string | null = null): CallFailure => ({
  detail: { message, type: 'any', param: null, code },
  status,
})

test.each([
  [refusal(401), 'key_refused', 'key'],
  [refusal(403), 'forbidden', 'key'],
  [refusal(404, 'The model `x` does not exist.'), 'no_such_model', 'model'],
  [refusal(409, 'No engine serves it.', 'model_inactive'), 'not_callable', 'model'],
  [refusal(409, 'Not ready yet.', 'model_not_ready'), 'not_callable', 'model'],
  [refusal(404, 'Not Found'), 'no_such_path', 'connection'],
  [refusal(429), 'busy', 'again'],
  [refusal(400), 'refused', 'again'],
  [refusal(500), 'broken', 'again'],
  [refusal(503), 'broken', 'again'],
  [refusal(504), 'too_slow', 'again'],
  [{ detail: errorOf('upstream_invalid', 'A page.') }, 'not_the_api', 'connection'],
  [{ detail: errorOf('upstream_error', 'Out of memory.') }, 'broken', 'again'],
] as const)('%j is %s and leads to %s', (failure, kind, next) => {
  expect(explainFailure(failure, at)).toMatchObject({ kind, next })
})

describe('an explanation', () => {
  it('blames nobody else where the connection that was asked is not here any more', () => {
    expect(explainFailure(refusal(401, 'Wrong key.'), undefined)).toEqual({
      kind: 'connection_removed',
      what: 'Wrong key.',
      cure: 'Its connection is not here any more. Choose another model.',
      next: 'model',
    })
    expect(explainFailure({ detail: pageFailureOf('connection_removed', '') }, undefined).cure).toBeNull()
  })

  it('has a sentence for whatever keeps the page from calling', () => {
    for (const code of pageFailureCodes) {
      const { kind, what } = explainFailure({ detail: pageFailureOf(code, at.name) }, at)
      expect(kind).toBe(code)
      expect(what).toMatch(/[.)]$/u)
    }
  })

  it('says how to let this page read an engine: by its port where that tells which it is', () => {
    const cure = (apiBase: string) =>
      explainFailure({ detail: pageFailureOf('cors_blocked', at.name) }, { ...at, apiBase }).cure
    expect(cure('http://10.0.0.7:11434/v1')).toContain('OLLAMA_ORIGINS=https://parley.test')
    expect(cure('http://10.0.0.7:8000/v1')).toContain(`--allowed-origins '["https://parley.test"]'`)
    expect(cure('https://models.test/v1')).toMatch(/OLLAMA_ORIGINS.*--allowed-origins.*parley\.config\.json/u)
  })

  it('blames mixed content on the page, and a missing /v1 on the base URL', () => {
    expect(explainFailure({ detail: pageFailureOf('mixed_content', at.name) }, at).what).toContain(
      'http://10.0.0.7:11434',
    )
    expect(explainFailure(refusal(404, ''), { ...at, apiBase: 'http://10.0.0.7/api' }).cure).toContain('/v1')
    expect(explainFailure(refusal(404, ''), at).cure).toBe('Check the base URL.')
  })

  it('asks for a key where none was sent, and to replace one that was', () => {
    expect(explainFailure(refusal(401), { ...at, keyed: false }).kind).toBe('key_wanted')
    expect(explainFailure(refusal(401), at).cure).toContain('Replace')
  })

  it('stays true once a key was added: the one that is there now was not refused', () => {
    const before = { ...at, keyed: false }
    expect(explainFailure(refusal(401), { ...before, hasKey: false }).next).toBe('key')
    expect(explainFailure(refusal(401), { ...before, hasKey: true })).toMatchObject({
      kind: 'key_wanted',
      cure: 'One was added since: retry.',
      next: 'again',
    })
  })

  it('leaves the sentences of this server as they are', () => {
    const here = { ...at, isThisServer: true }
    for (const status of [400, 404, 429, 500, 502, 503, 504]) {
      expect(explainFailure(refusal(status), here)).toMatchObject({ what: 'Said by the service.', cure: null })
    }
    expect(explainFailure(refusal(404), here).kind).toBe('no_such_model')
  })
})
