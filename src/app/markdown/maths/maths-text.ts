import type { Code, Construct, State, TokenizeContext, Tokenizer } from 'micromark-util-types'

/** A TeX command such as `\times`. */
const command = /\\[a-zA-Z]+/u

/**
 * Whether text between two single dollars is maths rather than money. It must not have spaces at its edges or consist
 * of a number only. With spaces inside, it also needs an operator and must not begin with a digit, unless it contains a
 * TeX command.
 */
function isDollarMaths(content: string): boolean {
  if (/^\s|\s$|^[\d.,\s%]*$/u.test(content)) return false
  if (!/\s/u.test(content) || command.test(content)) return true
  return !/^\d/u.test(content) && /[\\^_=+*/<>|-]/u.test(content)
}

/** The opening marks of a block of maths. */
export type MathsFence = '$$' | '\\['

const closings: Record<MathsFence, RegExp> = {
  $$: /\$\$[ \t]*([.,;:]?)[ \t]*$/u,
  '\\[': /\\\][ \t]*([.,;:]?)[ \t]*$/u,
}

/**
 * The opening mark if the line begins a block of maths. Everything up to a line in which {@link findMathsEnd} finds the
 * end belongs to it, including blank lines. Maths that ends on the same line is part of a paragraph.
 */
export function parseMathsFence(line: string): MathsFence | undefined {
  const [, mark, rest = ''] = /^ {0,3}(\$\$|\\\[)(.*)$/su.exec(line) ?? []
  if (mark === '\\[') return rest.includes('\\]') ? undefined : mark
  if (mark !== '$$' || rest.includes('$')) return undefined
  return rest.trim() === '' || /[\\^_={]/u.test(rest) ? mark : undefined
}

/** Where the maths ends in a line, and the punctuation after the closing mark; undefined if it continues. */
export function findMathsEnd(line: string, fence: MathsFence): { at: number; after: string } | undefined {
  const match = closings[fence].exec(line)
  return match ? { at: match.index, after: match[1] ?? '' } : undefined
}

const dollar = 36
const openParen = 40
const closeParen = 41
const openBracket = 91
const backslash = 92
const closeBracket = 93

/** Every dollar might be money, so one far away must not turn the text between them into maths. */
const maxDollarMathsLength = 300

/** Closing marks known to be missing. Otherwise each of many opening marks would scan the whole text again. */
const missingMarks = new WeakMap<TokenizeContext, Set<number>>()

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathsText: 'mathsText'
    mathsTextData: 'mathsTextData'
  }
}

const bracketMaths: Construct = { name: 'bracketMaths', tokenize: tokenizeMaths }
const dollarMaths: Construct = { name: 'dollarMaths', tokenize: tokenizeMaths, previous: canOpenAfter }

/** Inline maths: `$…$` if it isn't money, `$$…$$`, `\(…\)` and `\[…\]`. */
export const mathsText: Record<number, Construct> = { [dollar]: dollarMaths, [backslash]: bracketMaths }

/** A dollar after a letter or digit is money (`US$5`) or a closing mark. */
function canOpenAfter(this: TokenizeContext, previous: Code): boolean {
  return !isWord(previous) && previous !== dollar
}

function tokenizeMaths(this: TokenizeContext, ...[effects, ok, nok]: Parameters<Tokenizer>): State {
  const knownMissing = missingMarks.get(this) ?? new Set()
  missingMarks.set(this, knownMissing)
  /** The second character of the closing mark; a single dollar has only one. */
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
    if (knownMissing.has(closing)) return nok(code)
    effects.consume(code)
    return atFirst
  }

  function atFirst(code: Code) {
    // Three dollars don't open maths.
    return closing === dollar && code === dollar ? nok(code) : within(code)
  }

  function within(code: Code): State | undefined {
    if (code === null) return giveUp(code)
    if (isLineEnding(code)) return isSingle ? nok(code) : lineEnding(code)
    if (isSingle) {
      if (code === dollar) return end(code)
      if (content.length >= maxDollarMathsLength) return nok(code)
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
    // micromark passes tabs as negative codes; any whitespace is the same here.
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
    if (isSingle ? !isDollarMaths(content) : content.replace(/\\$/u, '').trim() === '') return nok(code)
    effects.consume(code)
    effects.exit('mathsTextData')
    effects.exit('mathsText')
    return isSingle ? afterSingle : ok
  }

  function afterSingle(code: Code) {
    return isWord(code) || code === dollar ? nok(code) : ok(code)
  }

  function giveUp(code: Code) {
    if (!isSingle) knownMissing.add(closing)
    return nok(code)
  }
}

function isLineEnding(code: Code): code is NonNullable<Code> {
  return code !== null && code < -2
}

function isWord(code: Code): boolean {
  return code !== null && code > 0 && /[\p{L}\p{N}]/u.test(String.fromCharCode(code))
}
