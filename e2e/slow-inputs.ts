import type { Page } from '@playwright/test'

/** Texts whose cost grows faster than their length in one markdown parser or another. */
export const slowInputs: Record<string, string> = {
  'brackets that open': '['.repeat(50_000),
  'brackets that open and close': '[a](b'.repeat(10_000),
  'nested links': `${'['.repeat(5_000)}a${'](b)'.repeat(5_000)}`,
  'stars and underlines': '*_'.repeat(25_000),
  'stars with words': '*a '.repeat(20_000),
  'strong that never closes': '**a'.repeat(20_000),
  'strikes that never close': '~~a '.repeat(15_000),
  'backticks of every length': Array.from({ length: 300 }, (_, n) => `e${'`'.repeat(n)}`).join(''),
  'comments that open': '<!--'.repeat(15_000),
  'tags that open': '<a '.repeat(20_000),
  'declarations that open': '<!A '.repeat(15_000),
  'processing instructions': '<?'.repeat(25_000),
  'entities half there': '&amp'.repeat(15_000),
  backslashes: '\\'.repeat(50_000),
  'quotes in quotes': '>'.repeat(10_000),
  'lists in lists': Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  'list markers on one line': `${'- '.repeat(2_000)}a`,
  'a table of one row': `${'| a '.repeat(5_000)}|\n${'|---'.repeat(5_000)}|\n`,
  'a table of many rows': `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(5_000)}`,
  'a list of many items': '- item\n'.repeat(8_000),
  'a word without an end': 'a'.repeat(500_000),
  'a line without an end': 'word '.repeat(100_000),
  'empty lines': '\n'.repeat(100_000),
  'footnotes that are called': `${'[^a]'.repeat(3_000)}\n\n[^a]: note`,
  'definitions of many labels': `${'[x] '.repeat(500)}\n\n${Array.from({ length: 1_000 }, (_, n) => `[l${n}]: /u`).join('\n')}`,
  'maths that never closes': '$$x '.repeat(15_000),
  'braces after a dollar': `$${'{'.repeat(6_000)}`,
  // Deeply nested formulas used to crash the tab.
  'fractions in fractions': `$$${'\\frac{1}{'.repeat(400)}x${'}'.repeat(400)}$$`,
  'roots in roots': `$$${'\\sqrt{'.repeat(200)}x${'}'.repeat(200)}$$`,
  'sizes in sizes': `$$${'\\Huge x\\tiny '.repeat(240)}$$`,
  'a formula of many symbols': `$$${'x+'.repeat(1_900)}$$`,
  'a formula of many fractions': `$$${'\\frac12'.repeat(490)}$$`,
  'combining marks': `a${'\u0301'.repeat(50_000)}`,
  'combining marks in code': `\`\`\`js\na${'\u0301'.repeat(50_000)}\n\`\`\``,
  'combining marks in a link': `[a${'\u0301'.repeat(15_000)}](https://example.org)`,
  'rows wider than their table': `| a | b |\n|---|---|\n${`${'| x '.repeat(1_000)}|\n`.repeat(22)}`,
  'a table of many columns': `${'| h '.repeat(50)}|\n${'|---'.repeat(50)}|\n${`${'| a '.repeat(50)}|\n`.repeat(200)}`,
  'code of many lines': `\`\`\`ts\n${'const a = { b: [1, 2] } // c\n'.repeat(5_000)}\`\`\``,
  'code in one line': `\`\`\`ts\n${'a=1;'.repeat(50_000)}\n\`\`\``,
  'addresses in a row': 'http://a.b/c?d=e&f=g '.repeat(5_000),
  'mail addresses half there': 'a@'.repeat(20_000),
  'setext underlines': 'a\n==\n'.repeat(5_000),
  'rules of every kind': '***\n---\n___\n'.repeat(3_000),
  'images half there': '![a]('.repeat(10_000),
  'carriage returns': '\r'.repeat(100_000),
}

/** Waits for a finished reply that ends with this text. Does little work in the page, so that a bench can use it. */
export async function waitForEnd(page: Page, end: string) {
  await page.waitForFunction(
    (text) => {
      const reply = [...document.querySelectorAll('[role="log"] article[data-state="done"]')].at(-1)
      let last: Node | null | undefined = reply?.querySelector('[data-part="text"]')
      while (last?.lastChild) last = last.lastChild
      return last?.textContent?.trimEnd().endsWith(text) === true
    },
    end,
    { timeout: 30_000, polling: 100 },
  )
}
