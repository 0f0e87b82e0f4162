import type { RouterHistory } from '@tanstack/history'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFragmentHistory } from './setup-links.ts'

beforeEach(() => window.history.replaceState(null, '', '/parley/'))

let opened: RouterHistory | undefined
afterEach(() => opened?.destroy())

function open(fragment: string) {
  window.history.replaceState(null, '', `/parley/${fragment}`)
  const history = createFragmentHistory()
  opened = history
  const seen: string[] = []
  history.subscribe(({ location }) => seen.push(location.href))
  return { history, seen }
}

/** Like a link that is opened in an existing tab. */
async function openInTab(fragment: string): Promise<void> {
  const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
  location.hash = fragment
  await changed
}

describe('fragment history', () => {
  it('reads the path with its search parameters', () => {
    const { location } = open('#/models?q=vision').history
    expect(location).toMatchObject({ pathname: '/models', search: '?q=vision', hash: '' })
    expect(open('').history.location.pathname).toBe('/')
  })

  it('writes paths only into the fragment', () => {
    const { history } = open('#/models')
    history.push('/compare?ids=a')
    history.flush()
    expect(location.pathname + location.hash).toBe('/parley/#/compare?ids=a')
    expect(history.createHref('/settings')).toBe('/parley/#/settings')
  })

  it('follows a changed fragment', async () => {
    const { history } = open('#/models')
    await openInTab('#/settings')
    expect(history.location.pathname).toBe('/settings')
  })

  it('keeps the path when a setup link is opened, and never reads a setup as a path', async () => {
    const { history, seen } = open('#/models?q=vision')
    await openInTab('#s=1.payload')
    expect(history.location.href).toBe('/models?q=vision')
    expect(new Set(seen)).not.toContain('/s=1.payload')
    expect(open('#s=1.payload').history.location.href).toBe('/')
  })

  it('keeps a path that was just pushed', async () => {
    const { history } = open('#/models')
    history.push('/compare')
    await openInTab('#s=1.payload')
    expect(history.location.href).toBe('/compare')
  })
})
