import type { CompileContext, Extension as TreeExtension, Token } from 'mdast-util-from-markdown'
import type { Extension } from 'micromark-util-types'
import type { Processor } from 'unified'
import { mathsFlow } from './maths-flow.ts'
import { mathsText } from './maths-text.ts'
import { mathsFenceEnd, mathsFenceOf } from './money-rule.ts'

const syntax: Extension = { flow: mathsFlow, text: mathsText }

const tree: TreeExtension = {
  enter: { mathsText: enterText, mathsFlow: enterFlow },
  exit: { mathsText: exitMaths, mathsFlow: exitMaths },
}

/**
 * A remark plugin that reads maths by our money rule: `$$…$$`, `\(…\)`, `\[…\]`, and `$…$` that is no money. It comes
 * out as `code` with the class `maths-inline`, `maths-display` or, for a block whose end is missing, `maths-unfinished`.
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
  const fence = mathsFenceOf(text.split(/\r\n|\r|\n/u, 1)[0] ?? '')
  const end = fence && mathsFenceEnd(text, fence)
  const isFinished = end !== undefined && end.at >= 2
  // What has no end is not set as maths, so its mark stays with it.
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
