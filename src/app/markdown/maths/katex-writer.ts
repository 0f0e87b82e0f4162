import 'katex/dist/katex.min.css'
import { render } from 'katex'
import { writeSource } from './maths.tsx'

/** Longer than any formula people write. With its own macros, TeX can expand to far more than its length. */
const longest = { plain: 4_000, withMacros: 500 }
const mostExpansions = { plain: 500, withMacros: 50 }
const definesMacros = /\\(?:[egx]?def|let|futurelet|(?:re)?newcommand|providecommand)(?![a-zA-Z])/u

/** Deeper groups than anyone can read; KaTeX's time grows with the square of the depth. */
const deepestGroup = 40
/** A formula is laid out in one task: an aligned derivation of 30 lines has about 3,000 elements. */
const mostElements = 4_000
/** Chromium overflows its stack and loses the tab when it lays out elements nested about 1,000 deep. */
const deepestElement = 500

/** Draws TeX element by element, so that neither markup nor style attributes are parsed from text. */
export function writeWithKatex(place: HTMLElement, source: string, display: boolean): void {
  const kind = definesMacros.test(source) ? 'withMacros' : 'plain'
  if (source.length > longest[kind] || isNestedTooDeep(source)) return writeSource(place, source)
  // Outside the document nothing is laid out yet, so what is too large can still be dropped.
  const drawing = document.createElement('span')
  try {
    render(source, drawing, {
      displayMode: display,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: mostExpansions[kind],
      maxSize: 20,
    })
  } catch {
    // Invalid TeX, or a stack overflow inside KaTeX: the source says more than an error would.
    return writeSource(place, source)
  }
  if (isTooLarge(drawing)) writeSource(place, source)
  else place.replaceChildren(...drawing.childNodes)
}

function isNestedTooDeep(source: string): boolean {
  let depth = 0
  for (const [token] of source.matchAll(/\\(?:[a-zA-Z]+|.)|[{}]/gsu)) {
    if (token === '{' || token === '\\left' || token === '\\begin') depth += 1
    else if (token === '}' || token === '\\right' || token === '\\end') depth -= 1
    if (depth > deepestGroup) return true
  }
  return false
}

/** Commands such as `\Large` nest all that follows them, so depth is only certain once everything is built. */
function isTooLarge(drawing: Element): boolean {
  const all = drawing.querySelectorAll('*')
  if (all.length > mostElements) return true
  const depths = new Map<Element | null, number>([[drawing, 0]])
  for (const element of all) {
    const depth = (depths.get(element.parentElement) ?? 0) + 1
    if (depth > deepestElement) return true
    depths.set(element, depth)
  }
  return false
}
