/** Longer than any paragraph a person would read; beyond it, formatting is not worth its time. */
const lengthLimit = 20_000
/** Marks that are sought with each other, so that their cost grows with the square of their number. */
const markLimit = 500
const depthLimit = 40
/** Bars make cells where a table is parsed with what is around it. */
const barLimit = 2_000

/**
 * Whether formatting a stretch could take longer than a reader should wait. Decided by what stands in it, not by the
 * clock, so that the same text always reads the same.
 */
export function isTooCostly(source: string): boolean {
  if (source.length > lengthLimit) return true
  if (source.length < 400) return false
  let marks = 0
  let bars = 0
  for (let at = 0; at < source.length; at += 1) {
    const code = source.charCodeAt(at)
    if (isMark.has(code)) marks += 1
    else if (code === bar) bars += 1
  }
  return marks > markLimit || bars > barLimit || depthOf(source) > depthLimit
}

/** Whatever the inline parser has to remember until it finds what closes it: ``! $ & * < [ \ ] _ ` ~``. */
const isMark = new Set(Array.from('!$&*<[\\]_`~', (mark) => mark.charCodeAt(0)))

const bar = '|'.charCodeAt(0)

/** How deep quotes and lists stand in each other on one line. */
function depthOf(source: string): number {
  let deepest = 0
  for (const line of source.split('\n')) {
    const containers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*/.exec(line)?.[0] ?? ''
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0
    deepest = Math.max(deepest, containers.replaceAll(/[ \t]/g, '').length, indent / 2)
  }
  return deepest
}
