import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

describe('scheduleFrame', () => {
  let scheduleFrame: (callback: () => void) => void
  let requested: (() => void) | undefined
  const ran: string[] = []
  const run = (name: string) => () => void ran.push(name)
  const showFrame = () => {
    const callback = requested
    requested = undefined
    callback?.()
  }

  beforeEach(async () => {
    // Other test files share the module, and may have left callbacks in it that no frame will run.
    vi.resetModules()
    ;({ scheduleFrame } = await import('./schedule.ts'))
    vi.useFakeTimers()
    vi.stubGlobal('requestAnimationFrame', (callback: () => void) => void (requested = callback))
    vi.stubGlobal('cancelAnimationFrame', () => (requested = undefined))
    ran.length = 0
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  test('runs one callback per frame, in order', () => {
    for (const name of ['a', 'b', 'c']) scheduleFrame(run(name))
    showFrame()
    expect(ran).toEqual(['a'])
    // Whatever comes again waits for the others.
    scheduleFrame(run('a again'))
    showFrame()
    showFrame()
    expect(ran).toEqual(['a', 'b', 'c'])
    showFrame()
    expect(ran).toEqual(['a', 'b', 'c', 'a again'])
    expect(requested).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('goes on after a callback that throws', () => {
    scheduleFrame(() => {
      throw new Error('of its own')
    })
    scheduleFrame(run('next'))
    expect(showFrame).toThrow('of its own')
    showFrame()
    expect(ran).toEqual(['next'])
  })

  test('runs all shortly in a background tab, which gets no frames', async () => {
    for (const name of ['a', 'b']) scheduleFrame(run(name))
    await vi.advanceTimersByTimeAsync(300)
    expect(ran).toEqual(['a', 'b'])
    expect(requested).toBeUndefined()
  })
})
