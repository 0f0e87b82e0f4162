import type { CompileContext, Extension as TreeExtension, Token } from 'mdast-util-from-markdown'
import type { Code, Construct, Extension, State, TokenizeContext, Tokenizer } from 'micromark-util-types'
import type { Processor } from 'unified'
import { type MathsFence, findMathsEnd, parseMathsFence, mathsText } from './maths-text.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathsFlow: 'mathsFlow'
    mathsFlowData: 'mathsFlowData'
  }
}

const dollar = 36
const backslash = 92
// `concrete` keeps lists, quotes and so on from starting inside it.
const fencedMaths: Construct = { name: 'fencedMaths', tokenize: tokenizeFence, concrete: true }

/** Block maths over several lines, between `$$` or `\[` and `\]`. */
const mathsFlow: Record<number, Construct> = { [dollar]: fencedMaths, [backslash]: fencedMaths }

const nextLine: Construct = { partial: true, tokenize: tokenizeNextLine }

function tokenizeFence(this: TokenizeContext, ...[effects, ok, nok]: Parameters<Tokenizer>): State {
  const isInterrupt = () => this.interrupt === true
  let fence: MathsFence | undefined
  let line = ''

  return (code) => {
    effects.enter('mathsFlow')
    effects.enter('mathsFlowData')
    return firstLine(code)
  }

  function firstLine(code: Code): State | undefined {
    if (!isLineEnd(code)) {
      take(code)
      return firstLine
    }
    fence = parseMathsFence(line)
    if (!fence) return nok(code)
    effects.exit('mathsFlowData')
    return isInterrupt() ? ok(code) : endOfLine(code)
  }

  function endOfLine(code: Code): State | undefined {
    if (code === null) return end(code)
    return effects.check(nextLine, continueBlock, end)(code)
  }

  function continueBlock(code: Code) {
    effects.enter('lineEnding')
    effects.consume(code)
    effects.exit('lineEnding')
    line = ''
    return lineStart
  }

  function lineStart(code: Code): State | undefined {
    if (isLineEnd(code)) return endOfLine(code)
    effects.enter('mathsFlowData')
    return within(code)
  }

  function within(code: Code): State | undefined {
    if (!isLineEnd(code)) {
      take(code)
      return within
    }
    effects.exit('mathsFlowData')
    return fence && findMathsEnd(line, fence) ? end(code) : endOfLine(code)
  }

  function end(code: Code) {
    effects.exit('mathsFlow')
    return ok(code)
  }

  function take(code: NonNullable<Code>) {
    line += code < 0 ? ' ' : String.fromCharCode(code)
    effects.consume(code)
  }
}

/** Succeeds if the next line still belongs to the same quote or list. */
function tokenizeNextLine(this: TokenizeContext, ...[effects, ok, nok]: Parameters<Tokenizer>): State {
  const isLazy = () => this.parser.lazy[this.now().line] === true
  return (code) => {
    if (code === null) return nok(code)
    effects.enter('lineEnding')
    effects.consume(code)
    effects.exit('lineEnding')
    return (next) => (isLazy() ? nok(next) : ok(next))
  }
}

function isLineEnd(code: Code): code is null {
  return code === null || code < -2
}

const syntax: Extension = { flow: mathsFlow, text: mathsText }

const tree: TreeExtension = {
  enter: { mathsText: enterText, mathsFlow: enterFlow },
  exit: { mathsText: exitMaths, mathsFlow: exitMaths },
}

/**
 * A remark plugin for maths: `$$…$$`, `\(…\)`, `\[…\]`, and `$…$` unless it is money. It creates `code` elements with
 * the class `maths-inline`, `maths-display` or, for a block without an end, `maths-unfinished`.
 */
export function remarkMaths(this: Processor): void {
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), syntax]
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), tree]
}

function enterText(this: CompileContext, token: Token): void {
  const text = this.sliceSerialize(token)
  const isSingle = !/^(?:\$\$|\\)/u.test(text)
  const isDisplay = text.startsWith('$$') || text.startsWith('\\[')
  enterMaths(this, token, isSingle ? text.slice(1, -1) : text.slice(2, -2), isDisplay ? 'display' : 'inline')
}

function enterFlow(this: CompileContext, token: Token): void {
  const text = this.sliceSerialize(token)
  const fence = parseMathsFence(text.split(/\r\n|\r|\n/u, 1)[0] ?? '')
  const end = fence && findMathsEnd(text, fence)
  const isFinished = end !== undefined && end.at >= 2
  // Without an end it is shown as source, including its opening mark.
  if (isFinished) enterMaths(this, token, text.slice(2, end.at) + end.after, 'display')
  else enterMaths(this, token, text, 'unfinished')
}

function enterMaths(context: CompileContext, token: Token, source: string, kind: string): void {
  const value = source.trim()
  const data = { hProperties: { className: [`maths-${kind}`] }, hChildren: [{ type: 'text' as const, value }] }
  context.enter({ type: 'inlineCode', value, data }, token)
}

function exitMaths(this: CompileContext, token: Token): void {
  this.exit(token)
}
