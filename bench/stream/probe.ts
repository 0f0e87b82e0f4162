/** Observations since the start. Times in milliseconds. */
export interface ProbeReport {
  /** When the end mark was first seen in the reply, since the epoch; 0 until then. */
  endAt: number
  longTasks: number[]
  /** From each key event's timestamp to the first task after the next frame. */
  keys: number[]
  /** Frames from the start until the end mark. */
  frames: number
}

export interface Probe {
  start(): void
  /** Resets all observations except the end mark. */
  restart(): void
  report(): ProbeReport
}

declare global {
  interface Window {
    benchProbe: Probe
  }
}

/** Runs in the page before its scripts. Looks for `endMark` in the last `replies` elements matching `reply`. */
export function installProbe({ reply, replies, endMark }: { reply: string; replies: number; endMark: string }): void {
  const seen: ProbeReport = { endAt: 0, longTasks: [], keys: [], frames: 0 }
  let active = false

  new PerformanceObserver((list) => {
    if (active) seen.longTasks.push(...list.getEntries().map(({ duration }) => duration))
  }).observe({ type: 'longtask' })

  const { port1, port2 } = new MessageChannel()
  let pressed: number[] = []
  port1.addEventListener('message', () => {
    const now = performance.now()
    seen.keys.push(...pressed.map((at) => now - at))
    pressed = []
  })
  port1.start()
  const onKey = ({ timeStamp }: Event) => {
    if (!active) return
    requestAnimationFrame(() => {
      pressed.push(timeStamp)
      port2.postMessage(null)
    })
  }
  addEventListener('keydown', onKey, true)

  /** Only searches the end of the element, since the mark comes last. */
  const endsWithMark = (element: Element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    let node: Node = element
    while (node.lastChild) node = node.lastChild
    walker.currentNode = node
    let tail = node instanceof Text ? node.data : ''
    for (let steps = 0; steps < 60 && tail.length < 600 && walker.previousNode(); steps++) {
      tail = (walker.currentNode.nodeValue ?? '') + tail
    }
    return tail.includes(endMark)
  }
  let found: Element[] = []
  /** Searching the whole page in each frame would be counted as the page's own work. */
  const lastReplies = () => {
    if (found.length < replies || !found.every(({ isConnected }) => isConnected))
      found = [...document.querySelectorAll(reply)].slice(-replies)
    return found
  }
  const isComplete = () => lastReplies().length === replies && lastReplies().every(endsWithMark)

  const onFrame = () => {
    if (!active) return
    if (seen.endAt === 0) {
      seen.frames += 1
      if (isComplete()) seen.endAt = performance.timeOrigin + performance.now()
    }
    requestAnimationFrame(onFrame)
  }
  const restart = () => Object.assign(seen, { longTasks: [], keys: [], frames: 0 })
  window.benchProbe = {
    start() {
      restart()
      active = true
      requestAnimationFrame(onFrame)
    },
    restart,
    report: () => seen,
  }
}
