import 'katex/dist/katex.min.css'
import { render } from 'katex'
import { renderSource } from './maths.tsx'

/** Longer than any real formula. With its own macros, TeX can expand to far more than its length. */
const maxLength = { plain: 4_000, withMacros: 500 }
const maxExpansions = { plain: 500, withMacros: 50 }
const definesMacros = /\\(?:[egx]?def|let|futurelet|(?:re)?newcommand|providecommand)(?![a-zA-Z])/u

/** KaTeX takes quadratic time in the nesting depth of groups. */
const maxGroupDepth = 40
/** A formula is laid out in one task. For comparison: a derivation of 30 aligned lines has about 3,000 elements. */
const maxElements = 4_000
/** Chromium overflows its stack and loses the tab when it lays out elements nested about 1,000 deep. */
const maxElementDepth = 500

/**
 * Renders TeX with DOM calls, so that neither markup nor style attributes are parsed from text. Falls back to the
 * source.
 */
export function renderWithKatex(target: HTMLElement, source: string, display: boolean): void {
  const kind = definesMacros.test(source) ? 'withMacros' : 'plain'
  if (source.length > maxLength[kind] || isNestedTooDeep(source)) return renderSource(target, source)
  // Detached elements aren't laid out, so a formula that is too large can still be discarded.
  const drawing = document.createElement('span')
  try {
    render(source, drawing, {
      displayMode: display,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: maxExpansions[kind],
      maxSize: 20,
    })
  } catch {
    // Invalid TeX, or a stack overflow in KaTeX: the source is more useful than an error.
    return renderSource(target, source)
  }
  if (isTooLarge(drawing)) renderSource(target, source)
  else target.replaceChildren(...drawing.childNodes)
}

function isNestedTooDeep(source: string): boolean {
  let depth = 0
  for (const [token] of source.matchAll(/\\(?:[a-zA-Z]+|.)|[{}]/gsu)) {
    if (token === '{' || token === '\\left' || token === '\\begin') depth += 1
    else if (token === '}' || token === '\\right' || token === '\\end') depth -= 1
    if (depth > maxGroupDepth) return true
  }
  return false
}

/** Commands such as `\Large` nest everything after them, so the depth is only known after rendering. */
function isTooLarge(drawing: Element): boolean {
  const all = drawing.querySelectorAll('*')
  if (all.length > maxElements) return true
  const depths = new Map<Element | null, number>([[drawing, 0]])
  for (const element of all) {
    const depth = (depths.get(element.parentElement) ?? 0) + 1
    if (depth > maxElementDepth) return true
    depths.set(element, depth)
  }
  return false
}
