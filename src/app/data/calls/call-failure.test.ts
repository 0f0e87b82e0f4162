import { afterEach, expect, test, vi } from 'vitest'
import { diagnoseFailure } from './call-failure.ts'

afterEach(() => void vi.unstubAllGlobals())

/** How a browser handles the two requests; it hides the response of a refused one. */
function answers(readable: Partial<Response> | null, opaque: boolean, onLine = true) {
  const asked = vi.fn((_address: string, init: RequestInit) => {
    if (init.mode === 'no-cors') return opaque ? Promise.resolve({ type: 'opaque' }) : Promise.reject(new TypeError())
    return readable ? Promise.resolve(readable) : Promise.reject(new TypeError())
  })
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('navigator', { onLine })
  return asked
}

test.each([
  [null, false, true, 'service_unreachable'],
  [null, true, true, 'cors_blocked'],
  [{ type: 'cors' }, true, true, 'cors_blocked'],
  [{ type: 'opaqueredirect' }, true, true, 'redirected'],
  [null, false, false, 'page_offline'],
] as const)('readable %j, opaque %s, online %s: %s', async (readable, opaque, onLine, code) => {
  const asked = answers(readable, opaque, onLine)
  expect(await diagnoseFailure('http://other.test/v1/models')).toBe(code)
  for (const [, init] of asked.mock.calls) {
    expect(init.headers).toBeUndefined()
    expect(init.credentials).toBe('omit')
  }
})
