import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSearchDraft } from './search-draft.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => setTimeout(then, 16))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function start(first = '') {
  const commit = vi.fn<(text: string) => void>()
  const draft = createSearchDraft(first, commit)
  return { commit, draft, seen: () => draft.getState() }
}

describe('the search draft', () => {
  it('shows text at once, searches after a frame and commits after a pause', () => {
    const { commit, seen } = start()
    seen().type('c')
    seen().type('cl')
    expect(seen()).toMatchObject({ text: 'cl', query: '' })
    vi.advanceTimersByTime(20)
    expect(seen().query).toBe('cl')
    expect(commit).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1000)
    expect(commit.mock.calls).toEqual([['cl']])
  })

  it('commits at once when flushed, and only once', () => {
    const { commit, seen } = start()
    seen().type('opus')
    seen().flush()
    expect(seen().query).toBe('opus')
    vi.advanceTimersByTime(1000)
    seen().flush()
    expect(commit.mock.calls).toEqual([['opus']])
  })

  it('follows the URL, but not its own commits', () => {
    const { commit, seen } = start('old')
    seen().type('new')
    seen().flush()
    seen().type('newer')
    seen().sync('new')
    expect(seen().text).toBe('newer')
    vi.advanceTimersByTime(1000)
    seen().sync('newer')
    seen().sync('old')
    expect(seen()).toMatchObject({ text: 'old', query: 'old' })
    expect(commit.mock.calls).toEqual([['new'], ['newer']])
  })

  it('commits nothing after the page was left', () => {
    const { commit, seen } = start()
    seen().type('half')
    seen().cancel()
    vi.advanceTimersByTime(1000)
    seen().flush()
    expect(commit).not.toHaveBeenCalled()
  })

  it('discards pending text when it is replaced', () => {
    const { commit, seen } = start()
    seen().type('half')
    seen().replace('')
    vi.advanceTimersByTime(1000)
    expect(seen()).toMatchObject({ text: '', query: '' })
    expect(commit).not.toHaveBeenCalled()
  })
})
