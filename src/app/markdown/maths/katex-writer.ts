import 'katex/dist/katex.min.css'
import { render } from 'katex'
import { writeSource } from './maths-writer.ts'

/** Longer than any formula that is read; what TeX costs can grow faster than its length. */
const longestSource = 5_000

/** Sets TeX element by element, so that neither markup nor style attributes are parsed from text. */
export function writeWithKatex(place: HTMLElement, source: string, display: boolean): void {
  if (source.length > longestSource) return writeSource(place, source)
  try {
    render(source, place, {
      displayMode: display,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: 500,
      maxSize: 20,
    })
  } catch {
    // TeX that does not parse, or that nests too deeply for the stack: it says more as written than as an error.
    writeSource(place, source)
  }
}
