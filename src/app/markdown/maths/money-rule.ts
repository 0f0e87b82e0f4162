/**
 * Whether what stands between two single dollars is maths. A dollar is as often money, so it is maths only if nothing
 * at its edges is a space, it is more than a number, and, where it has spaces, it begins with no digit and holds an operator.
 */
export function isMathsBetweenDollars(content: string): boolean {
  if (/^\s|\s$|^[\d.,\s%]*$/u.test(content)) return false
  return !/\s/u.test(content) || (!/^\d/u.test(content) && /[\\^_=+*/<>|-]/u.test(content))
}

/** The two marks that a block of maths can stand between, by the first. */
export type MathsFence = '$$' | '\\['

const closings: Record<MathsFence, RegExp> = {
  $$: /\$\$[ \t]*([.,;:]?)[ \t]*$/u,
  '\\[': /\\\][ \t]*([.,;:]?)[ \t]*$/u,
}

/**
 * The fence of maths that a line opens: everything after it, blank lines too, belongs to it until a line that
 * {@link mathsFenceEnd} finds an end in. Maths that ends on the line it began on is no block, but part of a paragraph.
 */
export function mathsFenceOf(line: string): MathsFence | undefined {
  const [, mark, rest = ''] = /^ {0,3}(\$\$|\\\[)(.*)$/su.exec(line) ?? []
  if (mark === '\\[') return rest.includes('\\]') ? undefined : mark
  if (mark !== '$$' || rest.includes('$')) return undefined
  return rest.trim() === '' || /[\\^_={]/u.test(rest) ? mark : undefined
}

/** Where in a line its maths ends, and the punctuation that follows the closing mark; undefined where it goes on. */
export function mathsFenceEnd(line: string, fence: MathsFence): { at: number; after: string } | undefined {
  const found = closings[fence].exec(line)
  return found ? { at: found.index, after: found[1] ?? '' } : undefined
}
