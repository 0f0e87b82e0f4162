/** Longer than any paragraph a person would read; beyond it, formatting is not worth its time. */
const lengthLimit = 20_000
/** Pairs of marks are sought with each other, so their cost grows with the square of their number. */
const markLimit = 1_500
const depthLimit = 40

/**
 * Whether formatting a stretch could take longer than a reader should wait. Decided by what stands in it, not by the
 * clock, so that the same text always reads the same.
 */
export function isTooCostly(source: string): boolean {
  if (source.length > lengthLimit) return true
  if (source.length < 400) return false
  let marks = 0
  for (let at = 0; at < source.length; at += 1) if (isMark(source.charCodeAt(at))) marks += 1
  return marks > markLimit || depthOf(source) > depthLimit
}

/** `! & * < > [ ] _ ` ~ |` and the backslash: whatever the inline parser has to remember. */
function isMark(code: number): boolean {
  return (
    code === 33 ||
    code === 38 ||
    code === 42 ||
    code === 60 ||
    code === 62 ||
    (code >= 91 && code <= 93) ||
    code === 95 ||
    code === 96 ||
    code === 124 ||
    code === 126
  )
}

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
