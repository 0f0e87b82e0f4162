/** What a prompt asks of the typist; what it does not name is absent. */
export interface TypingRequest {
  /** Rounded to a whole number; not yet limited. */
  tokens?: number
  tokensPerSecond?: number
}

/** `2000`, `2,000`, `2 000`, `1.5`, each with an optional `k`. */
const number = String.raw`(?<![\d.,])(\d{1,3}(?:[,.'’_ \u00A0\u202F]\d{3})+|\d+(?:\.\d+)?)[ -]?(k\b)?`
const unit = String.raw`[\s-]*(?:tokens?|toks?)\b`
const each = String.raw`\s*(?:/|per|a|each|every)\s*(?:s|sec|secs|seconds?)\b`
const speed = new RegExp(`${number}(?:${unit}${each}|\\s*(?:(?:t|\\b)\\s*/\\s*s|tps|per second)\\b)`, 'iu')
const length = new RegExp(`${number}${unit}(?!${each})`, 'iu')

/** Reads a prompt such as `2,000 tokens at 500 tokens per second`, or either half of it. */
export function readTypingRequest(prompt: string): TypingRequest {
  const tokensPerSecond = numberIn(speed.exec(prompt))
  const tokens = numberIn(length.exec(prompt))
  return {
    ...(tokens !== undefined && { tokens: Math.round(tokens) }),
    ...(tokensPerSecond !== undefined && { tokensPerSecond }),
  }
}

function numberIn(match: RegExpExecArray | null): number | undefined {
  const [, digits, thousands] = match ?? []
  if (digits === undefined) return undefined
  // A point before three digits parts thousands, as in much of Europe; before a `k` it can only be a decimal point.
  const separators = thousands ? /[,'’_ \u00A0\u202F]/g : /[,'’_ \u00A0\u202F]|\.(?=\d{3}(?:\D|$))/g
  return Number(digits.replace(separators, '')) * (thousands ? 1000 : 1)
}
