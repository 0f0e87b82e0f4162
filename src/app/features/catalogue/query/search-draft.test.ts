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

describe('what is typed into the search', () => {
  it('shows at once, is searched for after a frame, and is one step after a pause', () => {
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

  it('is a step at once when it is meant as it stands, and only once', () => {
    const { commit, seen } = start()
    seen().type('opus')
    seen().flush()
    expect(seen().query).toBe('opus')
    vi.advanceTimersByTime(1000)
    seen().flush()
    expect(commit.mock.calls).toEqual([['opus']])
  })

  it('gives way to what the address says, and not to its own echo', () => {
    const { commit, seen } = start('old')
    seen().type('new')
    seen().flush()
    seen().type('newer')
    seen().follow('new')
    expect(seen().text).toBe('newer')
    vi.advanceTimersByTime(1000)
    seen().follow('newer')
    seen().follow('old')
    expect(seen()).toMatchObject({ text: 'old', query: 'old' })
    expect(commit.mock.calls).toEqual([['new'], ['newer']])
  })

  it('is no step once the page was left', () => {
    const { commit, seen } = start()
    seen().type('half')
    seen().forget()
    vi.advanceTimersByTime(1000)
    seen().flush()
    expect(commit).not.toHaveBeenCalled()
  })

  it('is forgotten when something else is shown', () => {
    const { commit, seen } = start()
    seen().type('half')
    seen().show('')
    vi.advanceTimersByTime(1000)
    expect(seen()).toMatchObject({ text: '', query: '' })
    expect(commit).not.toHaveBeenCalled()
  })
})
