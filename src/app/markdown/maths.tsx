import { memo, useEffect, useReducer, useRef } from 'react'
import { inTurn } from './maths/in-turn.ts'
import { loadMathsWriter, mathsWriter } from './maths/maths-writer.ts'

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
