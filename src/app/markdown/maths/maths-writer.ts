import { clipMarks } from '#app/markdown/clip-marks.ts'

/** Fills an element with maths. */
export type MathsWriter = (place: HTMLElement, source: string, display: boolean) => void

let writer: MathsWriter | undefined

/** What sets maths, once it has been fetched. */
export function mathsWriter(): MathsWriter | undefined {
  return writer
}

/** Fetches KaTeX, its styles and its fonts, which only replies with maths need. Without them TeX is shown as written. */
export async function loadMathsWriter(): Promise<void> {
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
