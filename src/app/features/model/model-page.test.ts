import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('location', new URL('http://localhost'))
})

it.each([true, false])(
  'shows a command only if a service can answer it: static copy is %s',
  // Each build loads the scripts of the whole page.
  { timeout: 30_000 },
  async (isStaticCopy) => {
    vi.doMock('#app/data/calls/page-host.ts', () => ({ isStaticCopy }))
    const { CallIt } = await import('./model-page.tsx')
    expect(renderToStaticMarkup(createElement(CallIt, { id: 'parley/echo', isServed: true })).includes('curl')).toBe(
      !isStaticCopy,
    )
  },
)
