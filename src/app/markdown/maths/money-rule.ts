/** A TeX command such as `\times`. */
const command = /\\[a-zA-Z]+/u

/**
 * Whether the text between two single dollars is maths. A dollar often means money, so it is maths only without spaces at
 * its edges and with more than a number inside. If it has spaces, it also needs an operator and must not begin with a
 * digit, unless it holds a TeX command: nobody writes one in a price.
 */
export function isMathsBetweenDollars(content: string): boolean {
  if (/^\s|\s$|^[\d.,\s%]*$/u.test(content)) return false
  if (!/\s/u.test(content) || command.test(content)) return true
  return !/^\d/u.test(content) && /[\\^_=+*/<>|-]/u.test(content)
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
