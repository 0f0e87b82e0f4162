import { memo, useEffect, useReducer, useRef } from 'react'
import { clipMarks } from '#app/markdown/clip-marks.ts'

/** How long the formulas of one task may take, in milliseconds; the rest have a task of their own. */
const budget = 12

const waiting = new Set<() => void>()
let used = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Does a job now, or soon where many came at once, so that a page full of formulas stays responsive. Gives its undoing. */
export function inTurn(job: () => void): () => void {
  if (waiting.size === 0 && used < budget) run(job)
  else waiting.add(job)
  timer ??= setTimeout(nextTask)
  return () => waiting.delete(job)
}

function run(job: () => void): void {
  const start = performance.now()
  job()
  used += performance.now() - start
}

function nextTask(): void {
  used = 0
  for (const job of waiting) {
    if (used >= budget) break
    waiting.delete(job)
    run(job)
  }
  timer = waiting.size > 0 ? setTimeout(nextTask) : undefined
}

/** Fills an element with maths. */
export type MathsWriter = (place: HTMLElement, source: string, display: boolean) => void

let writer: MathsWriter | undefined

/** What sets maths, once it has been fetched. */
function mathsWriter(): MathsWriter | undefined {
  return writer
}

/** Fetches KaTeX, its styles and its fonts, which only replies with maths need. Without them TeX is shown as written. */
async function loadMathsWriter(): Promise<void> {
  try {
    writer ??= (await import('./katex-writer.ts')).writeWithKatex
  } catch {
    writer ??= writeSource
  }
}

/** Shows TeX as it was written. */
export function writeSource(place: HTMLElement, source: string): void {
  const code = document.createElement('code')
  code.textContent = clipMarks(source)
  place.replaceChildren(code)
}

interface MathsProps {
  /** TeX, without its delimiters. */
  source: string
  /** On a line of its own, and larger. */
  display: boolean
}

/** Maths as KaTeX sets it. While KaTeX is on its way its place is kept; what it cannot read stays as it was written. */
export const Maths = memo(function Maths({ source, display }: MathsProps) {
  const [, showIt] = useReducer((count: number) => count + 1, 0)
  const place = useRef<HTMLSpanElement>(null)
  const write = mathsWriter()

  useEffect(() => {
    if (write) return
    let isGone = false
    void loadMathsWriter().then(() => isGone || showIt())
    return () => {
      isGone = true
    }
  }, [write])

  useEffect(() => {
    const { current } = place
    return write && current ? inTurn(() => write(current, source, display)) : undefined
  }, [write, source, display])

  return <span ref={place} className={display ? 'maths maths-display' : 'maths'} />
})
