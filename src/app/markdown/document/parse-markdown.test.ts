import fc from 'fast-check'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { expect, it } from 'vitest'
import { remarkMaths } from '#app/markdown/maths/remark-maths.ts'
import { htmlAsText, parseMarkdown } from './parse-markdown.ts'

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkMaths)

/** The tree that we read, and the parser's. */
function bothTrees(source: string) {
  const trees = [parseMarkdown(source), htmlAsText(parser.parse(source))] as const
  for (const tree of trees) visit(tree, (node) => void delete node.position)
  return trees
}

it('reads a plain line as the parser does', () => {
  const piece = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('a', 'Word', 'é', '字', '7', ' ', '  ', '. ', ', ', '—') },
    { weight: 6, arbitrary: fc.constantFrom(...Array.from('!?:;\'"()/%+=#–…’-')) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('*', '_', '`', '\n', 'www.a.b', 'http://a.b', 'a@b.c', '&amp;', '$', '\\'),
    },
  )
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
      const [ours, theirs] = bothTrees(pieces.join(''))
      expect(ours).toEqual(theirs)
    }),
    { numRuns: 2_000 },
  )
})

it.each([
  'See WWW.example.org now',
  'see a://b',
  'mail me@example.org',
  'Word  ',
  'a www',
  'x http: //',
  'A - b',
  'B) c',
])('reads %j as the parser does', (source) => {
  const [ours, theirs] = bothTrees(source)
  expect(ours).toEqual(theirs)
})
