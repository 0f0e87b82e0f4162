const quote = 34
const backslash = 92
const openBrace = 123
const closeBrace = 125
const openBracket = 91
const closeBracket = 93

/**
 * Whether JSON text nests deeper than `limit`. `JSON.parse` takes any depth, but `JSON.stringify` and every other
 * recursion overflow the stack on it, which would make a caller's mistake look like a defect of ours.
 */
export function nestsDeeperThan(json: string, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (inString) {
      if (code === backslash) at++
      else if (code === quote) inString = false
    } else if (code === quote) {
      inString = true
    } else if (code === openBrace || code === openBracket) {
      if (++depth > limit) return true
    } else if (code === closeBrace || code === closeBracket) {
      depth--
    }
  }
  return false
}
