import { afterEach, describe, expect, test, vi } from 'vitest'
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
  vi.stubGlobal('location', { hostname: 'parley.example' })
  vi.stubGlobal('isSecureContext', true)
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

describe('a local server that a page from the internet calls', () => {
  const permission = (states: Record<string, PermissionState>) => ({
    onLine: true,
    permissions: {
      query: ({ name }: { name: string }) =>
        states[name] ? Promise.resolve({ state: states[name] }) : Promise.reject(new TypeError('Unknown name.')),
    },
  })

  test.each([
    ['http://127.0.0.1:11434/v1/models', { 'loopback-network': 'denied' }, 'local_network_blocked'],
    ['http://127.0.0.1:11434/v1/models', { 'local-network-access': 'prompt' }, 'local_network_blocked'],
    ['http://192.168.1.20/v1/models', { 'local-network': 'denied' }, 'local_network_blocked'],
    ['http://127.0.0.1:11434/v1/models', { 'loopback-network': 'granted' }, 'service_unreachable'],
    ['http://127.0.0.1:11434/v1/models', {}, 'service_unreachable'],
    ['https://api.example.com/v1/models', { 'loopback-network': 'denied' }, 'service_unreachable'],
  ] as const)('%s with %j: %s', async (address, states, code) => {
    answers(null, false)
    vi.stubGlobal('navigator', permission(states))
    expect(await diagnoseFailure(address)).toBe(code)
  })

  test('is always blocked for a page over plain http, where the browser has this permission', async () => {
    answers(null, false)
    vi.stubGlobal('isSecureContext', false)
    vi.stubGlobal('navigator', permission({}))
    vi.stubGlobal(
      'Request',
      class {
        declare targetAddressSpace: string
        static {
          Object.assign(this.prototype, { targetAddressSpace: '' })
        }
      },
    )
    expect(await diagnoseFailure('http://127.0.0.1:11434/v1/models')).toBe('local_network_blocked')
  })
})
