import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => vi.resetModules())

it.each([true, false])(
  'shows a command only where a service answers it: a copy without one is %s',
  async (isStaticCopy) => {
    vi.doMock('#app/data/calls/page-host.ts', () => ({ isStaticCopy }))
    const { CallIt } = await import('./model-page.tsx')
    expect(renderToStaticMarkup(<CallIt id="parley/echo" isServed />).includes('curl')).toBe(!isStaticCopy)
  },
)
