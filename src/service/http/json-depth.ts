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
  // Searched for natively, which takes a long conversation a hundredth of the time that looking at each character does.
  return hasMore(json, ['{', '['], limit) && nests(json, limit)
}

/** Whether the signs occur more than `limit` times between them, inside strings or not. */
function hasMore(text: string, signs: readonly string[], limit: number): boolean {
  let left = limit
  for (const sign of signs) {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) if (--left < 0) return true
  }
  return false
}

function nests(json: string, limit: number): boolean {
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
