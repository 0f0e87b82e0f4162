import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('location', new URL('http://localhost'))
})

it.each([true, false])(
  'shows a command only where a service answers it: a copy without one is %s',
  // Each reads the scripts of the whole page.
  { timeout: 30_000 },
  async (isStaticCopy) => {
    vi.doMock('#app/data/calls/page-host.ts', () => ({ isStaticCopy }))
    const { CallIt } = await import('./model-page.tsx')
    expect(renderToStaticMarkup(createElement(CallIt, { id: 'parley/echo', isServed: true })).includes('curl')).toBe(
      !isStaticCopy,
    )
  },
)
