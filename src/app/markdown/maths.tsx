import { memo, useEffect, useReducer, useRef } from 'react'
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
    if (write && place.current) write(place.current, source, display)
  }, [write, source, display])

  return <span ref={place} className={display ? 'maths maths-display' : 'maths'} />
})
