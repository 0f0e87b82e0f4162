import type { Code, Construct, State, TokenizeContext, Tokenizer } from 'micromark-util-types'

/** A TeX command such as `\times`. */
const command = /\\[a-zA-Z]+/u

/**
 * Whether the text between two single dollars is maths. A dollar often means money, so it is maths only without spaces at
 * its edges and with more than a number inside. If it has spaces, it also needs an operator and must not begin with a
 * digit, unless it holds a TeX command: nobody writes one in a price.
 */
function isMathsBetweenDollars(content: string): boolean {
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

const dollar = 36
const openParen = 40
const closeParen = 41
const openBracket = 91
const backslash = 92
const closeBracket = 93

/** Money is looked for on every dollar, so that nothing far away can make maths of it. */
const longestBetweenDollars = 300

/** Marks that a text was searched for in vain: without this, each of many openings would search it all again. */
const missing = new WeakMap<TokenizeContext, Set<number>>()

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathsText: 'mathsText'
    mathsTextData: 'mathsTextData'
  }
}

const bracketMaths: Construct = { name: 'bracketMaths', tokenize: tokenizeMaths }
const dollarMaths: Construct = { name: 'dollarMaths', tokenize: tokenizeMaths, previous: isFreeBefore }

/** Maths within a line: `$…$` by the money rule, `$$…$$`, `\(…\)` and `\[…\]`. */
export const mathsText: Record<number, Construct> = { [dollar]: dollarMaths, [backslash]: bracketMaths }

/** A dollar after a letter or digit is money (`US$5`) or closes something. */
function isFreeBefore(this: TokenizeContext, previous: Code): boolean {
  return !isWord(previous) && previous !== dollar
}

function tokenizeMaths(this: TokenizeContext, ...[effects, ok, nok]: Parameters<Tokenizer>): State {
  const searchedFor = missing.get(this) ?? new Set()
  missing.set(this, searchedFor)
  /** The second half of the closing mark; for single dollars there is only one half. */
  let closing = dollar
  let isSingle = false
  let content = ''

  return (code) => {
    effects.enter('mathsText')
    effects.enter('mathsTextData')
    effects.consume(code)
    return code === dollar ? afterDollar : afterBackslash
  }

  function afterDollar(code: Code) {
    if (code !== dollar) {
      isSingle = true
      return within(code)
    }
    return open(code)
  }

  function afterBackslash(code: Code) {
    if (code !== openParen && code !== openBracket) return nok(code)
    closing = code === openParen ? closeParen : closeBracket
    return open(code)
  }

  function open(code: Code) {
    if (searchedFor.has(closing)) return nok(code)
    effects.consume(code)
    return atFirst
  }

  function atFirst(code: Code) {
    // Three dollars are no mark of ours.
    return closing === dollar && code === dollar ? nok(code) : within(code)
  }

  function within(code: Code): State | undefined {
    if (code === null) return giveUp(code)
    if (isLineEnding(code)) return isSingle ? nok(code) : lineEnding(code)
    if (isSingle) {
      if (code === dollar) return end(code)
      if (content.length >= longestBetweenDollars) return nok(code)
    } else if (code === dollar && closing === dollar) {
      effects.consume(code)
      return afterInnerDollar
    }
    take(code)
    return code === backslash ? afterInnerBackslash : within
  }

  function afterInnerDollar(code: Code) {
    if (code === dollar) return end(code)
    content += '$'
    return within(code)
  }

  function afterInnerBackslash(code: Code) {
    if (code === null || isLineEnding(code)) return within(code)
    if (code === closing && closing !== dollar) return end(code)
    take(code)
    return within
  }

  function take(code: NonNullable<Code>) {
    // Tabs come as negative codes; what matters here is only that they are space.
    content += code < 0 ? ' ' : String.fromCharCode(code)
    effects.consume(code)
  }

  function lineEnding(code: NonNullable<Code>) {
    content += '\n'
    effects.exit('mathsTextData')
    effects.enter('lineEnding')
    effects.consume(code)
    effects.exit('lineEnding')
    effects.enter('mathsTextData')
    return within
  }

  function end(code: NonNullable<Code>): State | undefined {
    if (isSingle ? !isMathsBetweenDollars(content) : content.replace(/\\$/u, '').trim() === '') return nok(code)
    effects.consume(code)
    effects.exit('mathsTextData')
    effects.exit('mathsText')
    return isSingle ? afterSingle : ok
  }

  function afterSingle(code: Code) {
    return isWord(code) || code === dollar ? nok(code) : ok(code)
  }

  function giveUp(code: Code) {
    if (!isSingle) searchedFor.add(closing)
    return nok(code)
  }
}

function isLineEnding(code: Code): code is NonNullable<Code> {
  return code !== null && code < -2
}

function isWord(code: Code): boolean {
  return code !== null && code > 0 && /[\p{L}\p{N}]/u.test(String.fromCharCode(code))
}
