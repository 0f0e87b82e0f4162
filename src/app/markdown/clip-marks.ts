/** More than any script puts on one letter; laying out a run takes time that grows with the square of its length. */
const mostMarks = 10

const longRun = new RegExp(`(\\p{M}{${mostMarks}})\\p{M}+`, 'gu')

/** A text with no more combining marks on a letter than can be read. Only for display: what is copied stays whole. */
export function clipMarks(text: string): string {
  return text.replace(longRun, '$1')
}
