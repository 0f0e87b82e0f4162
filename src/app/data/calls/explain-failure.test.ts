import { describe, expect, it, test } from 'vitest'
import { errorOf } from '#contract/errors.ts'
import { pageFailureCodes, pageFailure } from './call-failure.ts'
import { type CallFailure, type FailedCallContext, explainFailure } from './explain-failure.ts'

const at: FailedCallContext = {
  name: 'Workstation',
  apiBase: 'http://10.0.0.7:11434/v1',
  sentKey: true,
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
  [refusal(404, 'The model `x` does not exist.'), 'model_not_found', 'model'],
  [refusal(409, 'No engine serves it.', 'model_inactive'), 'model_unavailable', 'model'],
  [refusal(409, 'Not ready yet.', 'model_not_ready'), 'model_unavailable', 'model'],
  [refusal(404, 'Not Found'), 'path_not_found', 'connection'],
  [refusal(429), 'rate_limited', 'retry'],
  [refusal(400), 'rejected', 'retry'],
  [refusal(500), 'server_error', 'retry'],
  [refusal(503), 'server_error', 'retry'],
  [refusal(504), 'timed_out', 'retry'],
  [{ detail: errorOf('upstream_invalid', 'A page.') }, 'not_the_api', 'connection'],
  [{ detail: errorOf('upstream_error', 'Out of memory.') }, 'server_error', 'retry'],
] as const)('explains %j as %s with the action %s', (failure, kind, nextStep) => {
  expect(explainFailure(failure, at)).toMatchObject({ kind, nextStep })
})

describe('an explanation', () => {
  it('says that the connection was removed', () => {
    expect(explainFailure(refusal(401, 'Wrong key.'), undefined)).toEqual({
      kind: 'connection_removed',
      problem: 'Wrong key.',
      solution: 'Its connection is not in this browser. Choose another model.',
      nextStep: 'model',
    })
    expect(explainFailure({ detail: pageFailure('connection_removed', '') }, undefined).solution).toBeNull()
  })

  it('covers every reason that prevents a call', () => {
    for (const code of pageFailureCodes) {
      const { kind, problem } = explainFailure({ detail: pageFailure(code, at.name) }, at)
      expect(kind).toBe(code)
      expect(problem).toMatch(/[.)]$/u)
    }
  })

  it('explains CORS settings for the engine that uses the port', () => {
    const solution = (apiBase: string) =>
      explainFailure({ detail: pageFailure('cors_blocked', at.name) }, { ...at, apiBase }).solution
    expect(solution('http://10.0.0.7:11434/v1')).toContain('OLLAMA_ORIGINS=https://parley.test')
    expect(solution('http://10.0.0.7:8000/v1')).toContain(`--allowed-origins '["https://parley.test"]'`)
    expect(solution('https://models.test/v1')).toMatch(/OLLAMA_ORIGINS.*--allowed-origins.*parley\.config\.json/u)
  })

  it('detects mixed content and a missing /v1', () => {
    expect(explainFailure({ detail: pageFailure('mixed_content', at.name) }, at).problem).toContain(
      'http://10.0.0.7:11434',
    )
    expect(explainFailure(refusal(404, ''), { ...at, apiBase: 'http://10.0.0.7/api' }).solution).toContain('/v1')
    expect(explainFailure(refusal(404, ''), at).solution).toBe('Check the base URL.')
  })

  it('asks for a missing key, or to replace a refused one', () => {
    expect(explainFailure(refusal(401), { ...at, sentKey: false }).kind).toBe('key_missing')
    expect(explainFailure(refusal(401), at).solution).toContain('Replace')
  })

  it('suggests a retry if a key was added since', () => {
    const before = { ...at, sentKey: false }
    expect(explainFailure(refusal(401), { ...before, hasKey: false }).nextStep).toBe('key')
    expect(explainFailure(refusal(401), { ...before, hasKey: true })).toMatchObject({
      kind: 'key_missing',
      solution: 'You have added one since. Retry.',
      nextStep: 'retry',
    })
  })

  it('keeps this server’s own messages', () => {
    const here = { ...at, isThisServer: true }
    for (const status of [400, 429, 500, 502, 503, 504]) {
      expect(explainFailure(refusal(status), here)).toMatchObject({ problem: 'Said by the service.', solution: null })
    }
    expect(explainFailure(refusal(404), here)).toMatchObject({ problem: 'Workstation doesn’t have this model.' })
    expect(explainFailure(refusal(404), here).kind).toBe('model_not_found')
  })
})
