/** No script uses more marks on one letter. Laying out a run of marks takes quadratic time. */
const mostMarks = 10

const longRun = new RegExp(`(\\p{M}{${mostMarks}})\\p{M}+`, 'gu')

/** Limits the combining marks on each letter, for display only: copied text stays whole. */
export function clipCombiningMarks(text: string): string {
  return text.replace(longRun, '$1')
}
