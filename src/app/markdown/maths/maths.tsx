import { memo, useEffect, useReducer, useRef } from 'react'
import { clipCombiningMarks } from '#app/markdown/clip-marks.ts'

/** Milliseconds per task for rendering formulas; the rest continue in the next task. */
const budget = 12

const pending = new Set<() => void>()
let used = 0
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Runs a job now, or in a later task if many arrive at once, so that a page full of formulas stays responsive. Returns
 * a function that cancels it.
 */
export function scheduleRender(job: () => void): () => void {
  if (pending.size === 0 && used < budget) run(job)
  else pending.add(job)
  timer ??= setTimeout(nextTask)
  return () => pending.delete(job)
}

function run(job: () => void): void {
  const start = performance.now()
  job()
  used += performance.now() - start
}

function nextTask(): void {
  used = 0
  for (const job of pending) {
    if (used >= budget) break
    pending.delete(job)
    run(job)
  }
  timer = pending.size > 0 ? setTimeout(nextTask) : undefined
}

/** Renders TeX into an element. */
export type MathsRenderer = (target: HTMLElement, source: string, display: boolean) => void

let renderer: MathsRenderer | undefined

// A function, so that React sees a value that can change between renders.
const loadedRenderer = () => renderer

/** Loads KaTeX with its styles and fonts, which only replies with maths need. If that fails, TeX is shown as source. */
async function loadRenderer(): Promise<void> {
  try {
    renderer ??= (await import('./katex-renderer.ts')).renderWithKatex
  } catch {
    renderer ??= renderSource
  }
}

/** Shows TeX as source. */
export function renderSource(target: HTMLElement, source: string): void {
  const code = document.createElement('code')
  code.textContent = clipCombiningMarks(source)
  target.replaceChildren(code)
}

interface MathsProps {
  /** TeX, without its delimiters. */
  source: string
  /** Display style: on its own line, and larger. */
  display: boolean
}

/** Maths rendered by KaTeX. Empty while KaTeX loads; TeX that KaTeX can't render is shown as source. */
export const Maths = memo(function Maths({ source, display }: MathsProps) {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const element = useRef<HTMLSpanElement>(null)
  const render = loadedRenderer()

  useEffect(() => {
    if (render) return
    let isUnmounted = false
    void loadRenderer().then(() => isUnmounted || rerender())
    return () => {
      isUnmounted = true
    }
  }, [render])

  useEffect(() => {
    const { current } = element
    return render && current ? scheduleRender(() => render(current, source, display)) : undefined
  }, [render, source, display])

  return <span ref={element} className={display ? 'maths maths-display' : 'maths'} />
})
