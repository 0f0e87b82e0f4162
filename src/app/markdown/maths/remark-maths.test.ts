import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { describe, expect, it } from 'vitest'
import { remarkMaths } from './remark-maths.ts'

const plugins = [remarkGfm, remarkMaths]

function htmlOf(markdown: string): string {
  return renderToStaticMarkup(createElement(ReactMarkdown, { remarkPlugins: plugins }, markdown))
}

/** The formulas in a reply, as `kind: source`. */
function mathsIn(markdown: string): string[] {
  const found = htmlOf(markdown).matchAll(/<code class="maths-(\w+)">([^<]*)<\/code>/gu)
  return Array.from(found, ([, kind, source]) => `${kind}: ${source}`)
}

describe('remarkMaths', () => {
  it.each([
    ['It is $x^2$.', ['inline: x^2']],
    ['$x$', ['inline: x']],
    ['With $a + b = c$ too', ['inline: a + b = c']],
    ['($\\alpha$)', ['inline: \\alpha']],
    ['$2x$ and $3_1$', ['inline: 2x', 'inline: 3_1']],
    ['$6 \\times 7 = 42$', ['inline: 6 \\times 7 = 42']],
    ['$2 \\pi r$ of $5 and $6', ['inline: 2 \\pi r']],
    ['$f(x, y)\\ne 0$', ['inline: f(x, y)\\ne 0']],
    ['inline $$x$$ here', ['display: x']],
    ['\\(a\\) and f\\(b\\)', ['inline: a', 'inline: b']],
    ['\\[ a \\]', ['display: a']],
    ['\\(a \\\\ b\\)', ['inline: a \\\\ b']],
    ['$$5$$', ['display: 5']],
    ['$$a $ b$$', ['display: a $ b']],
    ['\\(a\nb\\)', ['inline: a\nb']],
    ['| $x$ | b |\n|---|---|\n| \\(y\\) | c |', ['inline: x', 'inline: y']],
    ['**$x$** and [$y$](https://example.org)', ['inline: x', 'inline: y']],
  ])('parses %j', (markdown, maths) => {
    expect(mathsIn(markdown)).toEqual(maths)
  })

  it.each([
    '$5 and $6',
    '$5 and $10',
    'costs $6 \\ 7$',
    '$5 + 3$',
    '$5 and \\$6 or $7',
    '$5$',
    '$1,000.50$',
    '$ x $',
    'from $5-$10',
    '$5/$10',
    'US$5 or CA$6',
    '$HOME/$USER',
    '$HOME and $PATH',
    'costs $5 (or 6$)',
    'a$x$b',
    '$$$x$$$',
    '$$ $$',
    '\\( \\)',
    '\\$x$',
    '\\\\(a\\\\)',
    '`$x$` and `\\(y\\)`',
    '$x\ny$',
    'an open \\( parenthesis',
    'an open $$ dollar',
    '$$ is a lot of money\nand more',
  ])('doesn’t change %j', (markdown) => {
    expect(mathsIn(markdown)).toEqual([])
    // Only backslash escapes lose a character, as in all Markdown.
    expect(htmlOf(markdown).replaceAll(/<[^>]+>/gu, '')).toContain(/\\|`/u.test(markdown) ? '' : markdown.trim())
  })

  it.each([
    ['$$\nx\n$$', ['display: x']],
    ['Text:\n$$\nx\n$$\nMore.', ['display: x']],
    ['\\[\na\n\nb\n\\]', ['display: a\n\nb']],
    ['$$\n- a\n# b\n> c\n+ d\n$$', ['display: - a\n# b\n&gt; c\n+ d']],
    ['$$ x = 1\ny $$', ['display: x = 1\ny']],
    ['\\[ x\n= y \\].', ['display: x\n= y .']],
    ['> $$\n> x\n> $$\n\nafter', ['display: x']],
    ['- a\n  $$\n  x\n  $$\n- b', ['display: x']],
    ['   $$\n   x\n   $$', ['display: x']],
    ['$$\nx', ['unfinished: $$\nx']],
    ['$$', ['unfinished: $$']],
    ['> $$\n> x\nafter', ['unfinished: $$\nx']],
    ['- \\[\n  x\n\nafter', ['unfinished: \\[\nx']],
    ['$$\n$$', ['display: ']],
  ])('parses the block in %j', (markdown, maths) => {
    expect(mathsIn(markdown)).toEqual(maths)
  })

  it('doesn’t change the text around a block', () => {
    expect(htmlOf('Text:\n\\[\nx\n\\]\nMore.')).toMatch(/^<p>Text:<\/p>\n<code[^>]*>x<\/code>\n<p>More\.<\/p>$/u)
  })
})
