/** The effects of one key, in milliseconds from its event's timestamp. */
export interface KeySeen {
  /** To the first task after the next frame. */
  frame: number
  /** To the first task after the frame in which the model count last changed; absent if it didn't. */
  count?: number
}

interface Probe {
  keys: KeySeen[]
  /** When a frame first had the expected element, since navigation. */
  shownAt: number
  countFrames: (milliseconds: number) => Promise<number>
}

declare global {
  interface Window {
    catalogueProbe: Probe
  }
}

/** Runs in the page before its scripts. `shown` and `count` are CSS selectors of the expected element and the model count. */
export function installProbe({ shown, count }: { shown: string; count: string }): void {
  const probe: Probe = {
    keys: [],
    shownAt: 0,
    countFrames: (milliseconds) =>
      new Promise((done) => {
        let frames = 0
        const from = performance.now()
        const onFrame = () => {
          const passed = performance.now() - from
          if (passed >= milliseconds) return done((frames / passed) * 1000)
          frames += 1
          requestAnimationFrame(onFrame)
        }
        requestAnimationFrame(onFrame)
      }),
  }
  window.catalogueProbe = probe

  /** Calls back in the first task after the next frame, when it has been painted. */
  const afterFrame = (then: (now: number) => void) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      then(performance.now())
    })
    port1.start()
    requestAnimationFrame(() => port2.postMessage(null))
  }
  const look = () => {
    if (document.querySelector(shown)) afterFrame((now) => (probe.shownAt = now))
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)

  let text = ''
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const key: KeySeen = { frame: 0 }
      probe.keys.push(key)
      afterFrame((now) => (key.frame = now - timeStamp))
      const watch = () => {
        if (probe.keys.at(-1) !== key) return
        const now = document.querySelector(count)?.textContent ?? ''
        if (now !== text) {
          text = now
          afterFrame((at) => (key.count = at - timeStamp))
        }
        requestAnimationFrame(watch)
      }
      text = document.querySelector(count)?.textContent ?? ''
      requestAnimationFrame(watch)
    },
    true,
  )
}
