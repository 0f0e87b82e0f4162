import fc from 'fast-check'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { describe, expect, it } from 'vitest'
import { remarkMaths } from '#app/markdown/maths/remark-maths.ts'
import { createBlockSplitter, type SourceSpan } from './block-splitter.ts'
import { markdownText } from './markdown.test-support.ts'

function split(text: string): SourceSpan[] {
  const spans: SourceSpan[] = []
  const splitter = createBlockSplitter((span) => spans.push(span))
  for (const line of text.split('\n')) splitter.addLine(line)
  splitter.end()
  return spans
}

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkMaths)

/** A syntax tree without positions, and without trailing empty lines in unclosed code. */
function shapeOf(text: string): unknown[] {
  return processor.parse(text).children.map((child) =>
    JSON.stringify(child, (name, value: unknown) => {
      if (name === 'position') return undefined
      return name === 'value' && typeof value === 'string' ? value.trimEnd() : value
    }),
  )
}

/** References are resolved elsewhere; here references and definitions stay plain text. */
function withoutReferences(text: string): string {
  return text.replaceAll(/[[\]]/g, '')
}

describe('the block splitter', () => {
  it.each([
    ['paragraphs', 'One\nline\n\nTwo', ['One\nline', 'Two']],
    ['headings without a blank line', '# One\ntext\n## Two', ['# One', 'text', '## Two']],
    ['code with blank lines in it', 'a\n```js\nx\n\ny\n```\nb', ['a', '```js\nx\n\ny\n```', 'b']],
    ['a fence that is never closed', '```\na\n\n# b', ['```\na\n\n# b']],
    ['a loose list', '- a\n\n- b\n\n  more\n\nend', ['- a\n\n- b\n\n  more', 'end']],
    ['lists of two kinds', '- a\n\n1. b', ['- a', '1. b']],
    ['a list that ends a paragraph', 'text\n- a', ['text', '- a']],
    ['a number that does not', 'text\n2. a', ['text\n2. a']],
    ['a comment with blank lines in it', '<!--\n\n# no\n\n-->\n\nyes', ['<!--\n\n# no\n\n-->', 'yes']],
    ['a setext heading', 'Title\n===\ntext', ['Title\n===', 'text']],
    ['maths with blank lines in it', 'a\n$$\nx\n\ny\n$$\nb', ['a', '$$\nx\n\ny\n$$', 'b']],
    ['quotes', '> a\nlazy\n\n> b', ['> a\nlazy', '> b']],
  ])('splits %s', (_, text, sources) => {
    expect(split(text).map(({ source }) => source.trimEnd())).toEqual(sources)
  })

  it('distinguishes code, lists and tables', () => {
    const kinds = split('```\na\n```\n\n- a\n\n| a |\n|---|\n\ntext').map(({ kind }) => kind)
    expect(kinds).toEqual(['code', 'list', 'table', 'flow'])
  })

  it('never changes the meaning of a text', () => {
    fc.assert(
      fc.property(markdownText, (raw) => {
        const text = withoutReferences(raw)
        expect(split(text).flatMap(({ source }) => shapeOf(source))).toEqual(shapeOf(text))
      }),
      { numRuns: 1000 },
    )
  }, 60_000)
})
