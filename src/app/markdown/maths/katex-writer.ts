import 'katex/dist/katex.min.css'
import { render } from 'katex'
import { writeSource } from './maths-writer.ts'

/** Longer than any formula that is read. With macros of its own, TeX can become far longer than it is written. */
const longest = { plain: 5_000, withMacros: 500 }
const mostExpansions = { plain: 500, withMacros: 50 }
const definesMacros = /\\(?:[egx]?def|let|futurelet|(?:re)?newcommand|providecommand)(?![a-zA-Z])/u

/** Sets TeX element by element, so that neither markup nor style attributes are parsed from text. */
export function writeWithKatex(place: HTMLElement, source: string, display: boolean): void {
  const kind = definesMacros.test(source) ? 'withMacros' : 'plain'
  if (source.length > longest[kind]) return writeSource(place, source)
  try {
    render(source, place, {
      displayMode: display,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: mostExpansions[kind],
      maxSize: 20,
    })
  } catch {
    // TeX that does not parse, or that nests too deeply for the stack: it says more as written than as an error.
    writeSource(place, source)
  }
}
