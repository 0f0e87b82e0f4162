import type { Code, Construct, State, TokenizeContext, Tokenizer } from 'micromark-util-types'
import { mathsFenceEnd, mathsFenceOf, type MathsFence } from './money-rule.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathsFlow: 'mathsFlow'
    mathsFlowData: 'mathsFlowData'
  }
}

const dollar = 36
const backslash = 92
// Concrete: what is within it begins no list, quote or the like.
const fencedMaths: Construct = { name: 'fencedMaths', tokenize: tokenizeFence, concrete: true }

/** Maths in a block of its own, between `$$` or `\[` and `\]`, over several lines. */
export const mathsFlow: Record<number, Construct> = { [dollar]: fencedMaths, [backslash]: fencedMaths }

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
    fence = mathsFenceOf(line)
    if (!fence) return nok(code)
    effects.exit('mathsFlowData')
    return isInterrupt() ? ok(code) : endOfLine(code)
  }

  function endOfLine(code: Code): State | undefined {
    if (code === null) return end(code)
    return effects.check(nextLine, goOn, end)(code)
  }

  function goOn(code: Code) {
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
    return fence && mathsFenceEnd(line, fence) ? end(code) : endOfLine(code)
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

/** Whether the next line still belongs to the quote or list that this one is in. */
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
