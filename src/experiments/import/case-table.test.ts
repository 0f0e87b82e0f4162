import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { readCases } from './case-table.ts'

async function read(text: string, fileName?: string) {
  const cases = await readCases(text, fileName)
  if ('problem' in cases) throw new Error(cases.problem)
  return cases
}

async function problemOf(text: string) {
  const cases = await readCases(text)
  return 'problem' in cases ? cases.problem : undefined
}

const capitals = {
  columns: ['country', 'continent'],
  cases: [
    { values: { country: 'France', continent: 'Europe' }, expected: 'Paris' },
    { values: { country: 'Peru', continent: 'America' }, expected: 'Lima', note: 'Easy' },
  ],
  skipped: [],
}

describe('formats', () => {
  it.each([
    ['CSV', 'country,continent,expected,note\nFrance,Europe,Paris,\nPeru,America,Lima,Easy'],
    [
      'CSV with CRLF and a BOM',
      '\uFEFFcountry,continent,expected,note\r\nFrance,Europe,Paris,\r\nPeru,America,Lima,Easy\r\n',
    ],
    ['CSV with semicolons', 'country;continent;expected;note\nFrance;Europe;Paris;\nPeru;America;Lima;Easy\n\n'],
    [
      'CSV that declares its delimiter',
      'sep=|\ncountry|continent|expected|note\nFrance|Europe|Paris|\nPeru|America|Lima|Easy',
    ],
    [
      'cells of a spreadsheet',
      'country\tcontinent\tExpected\tNote\nFrance\tEurope\tParis\t\nPeru\tAmerica\tLima\tEasy',
    ],
    [
      'CSV in quotes',
      '"country","continent","ideal","note"\n"France","Europe","Paris",""\n"Peru","America","Lima","Easy"',
    ],
    [
      'a JSON list',
      JSON.stringify(
        [
          { country: 'France', continent: 'Europe', expected_output: 'Paris', note: null },
          { country: 'Peru', continent: 'America', expected_output: 'Lima', note: 'Easy' },
        ],
        null,
        2,
      ),
    ],
    [
      'JSON with cases',
      JSON.stringify({ cases: capitals.cases.map((each) => ({ id: each.expected, assertions: [], ...each })) }),
    ],
    [
      'JSON with tests',
      '{"tests": [{"vars": {"country": "France", "continent": "Europe"}, "expected": "Paris"},' +
        '{"vars": {"country": "Peru", "continent": "America"}, "expected": "Lima", "description": "Easy"}]}',
    ],
    [
      'JSONL',
      '{"country": "France", "continent": "Europe", "__expected": "Paris"}\n\n' +
        '{"country": "Peru", "continent": "America", "__expected": "Lima", "note": "Easy"}\n',
    ],
    [
      'OpenAI evals items',
      '{"item": {"country": "France", "continent": "Europe", "ideal": "Paris"}}\n' +
        '{"item": {"country": "Peru", "continent": "America", "ideal": "Lima", "note": "Easy"}, "sample": {}}',
    ],
  ])('reads %s', async (_, text) => {
    expect(await read(text)).toEqual(capitals)
  })

  it('keeps delimiters, quotation marks and lines within quoted cells', async () => {
    const { cases } = await read('q,a\n"Say ""hi"", please","two\r\nlines"\n')
    expect(cases).toEqual([{ values: { q: 'Say "hi", please', a: 'two\nlines' } }])
  })

  it('reads a single column whose cells contain commas', async () => {
    expect((await read('question\nWhy, then?\nWho, me?; really')).cases).toEqual([
      { values: { question: 'Why, then?' } },
      { values: { question: 'Who, me?; really' } },
    ])
  })

  it('keeps an item that stands beside other members as JSON', async () => {
    expect((await read('{"item": {"sku": 7}, "q": "Price?"}')).cases).toEqual([
      { values: { item: '{"sku":7}', q: 'Price?' } },
    ])
  })

  it('prefers the delimiter that splits the rows evenly', async () => {
    const { cases } = await read('text;expected\nOne, two, three;3\nFour;1\n')
    expect(cases[0]).toEqual({ values: { text: 'One, two, three' }, expected: '3' })
  })

  it('reads a table whose first name begins with a bracket', async () => {
    expect((await read('[id],q\n1,x')).columns).toEqual(['[id]', 'q'])
  })

  it('reads any table that papaparse writes', async () => {
    const cell = fc.stringMatching(/^[a-z ,;"\n\t=é]{0,8}$/u)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), async (rows) => {
        const filled = rows.map(([one, two]) => ({ one: `1${one}`, two: `2${two}` }))
        const { cases } = await read(Papa.unparse(filled), 'cases.csv')
        expect(cases.map(({ values }) => values)).toEqual(filled)
      }),
      { numRuns: 300 },
    )
  })

  it('reads any JSON value as text or as its JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
        const [each] = (await read(JSON.stringify([{ q: 'x', value }]))).cases
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        expect(each?.values['value']).toBe(value === null ? undefined : text)
      }),
    )
  })

  it('never throws', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[[\]{}",:\\ntru01 \n\t;]{0,40}$/u),
      fc.json().map((json) => `${json}\n${json}`),
    )
    await fc.assert(
      fc.asyncProperty(text, async (each) => {
        const cases = await readCases(each)
        expect('problem' in cases ? cases.problem : cases.cases.length).toBeTruthy()
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('what can’t be imported', () => {
  it('names rows with too many cells, columns without a name and repeated columns', async () => {
    const { columns, cases, skipped } = await read('q,,q,a\n1,2,3,4\n5,6,7,8,9\n')
    expect(columns).toEqual(['q', 'a'])
    expect(cases).toEqual([{ values: { q: '1', a: '4' } }, { values: { q: '5', a: '8' } }])
    expect(skipped).toEqual([
      'Column 2 has no name, so it wasn’t imported.',
      'The column “q” exists more than once. Only the first one was imported.',
      'Row 3 has more cells than the header. The additional cells weren’t imported.',
    ])
  })

  it('names lines that aren’t objects', async () => {
    const { cases, skipped } = await read('{"q": 1}\n{"q": \n[2]\n{"q": 3}')
    expect(cases.map(({ values }) => values['q'])).toEqual(['1', '3'])
    expect(skipped).toEqual([
      'Line 2 isn’t valid JSON, so it wasn’t imported.',
      'Line 3 isn’t a JSON object, so it wasn’t imported.',
    ])
  })

  it('keeps a second column of expected texts as a variable, and says so', async () => {
    const { columns, cases, skipped } = await read('q,ideal,expected,answer\n1,2,3,4')
    expect(columns).toEqual(['q', 'ideal', 'answer'])
    expect(cases).toEqual([{ values: { q: '1', ideal: '2', answer: '4' }, expected: '3' }])
    expect(skipped).toEqual(['“ideal” became a variable, because “expected” is the expected text.'])
  })

  it('leaves out assertions of tests, and says so', async () => {
    const { skipped } = await read('[{"vars": {"q": "x"}, "assert": [{"type": "is-json"}]}]')
    expect(skipped).toEqual(['Row 1 has “assert”, which the cases alone can’t contain.'])
  })

  it.each(['__proto__,constructor,q\n1,2,3', '[{"__proto__": "1", "constructor": "2", "q": "3"}]'])(
    'isn’t harmed by the names of prototypes in %s',
    async (text) => {
      const { columns, cases, skipped } = await read(text)
      expect(columns).toEqual(['constructor', 'q'])
      expect(Object.entries(cases[0]?.values ?? {})).toEqual([
        ['constructor', '2'],
        ['q', '3'],
      ])
      expect(Object.getPrototypeOf(cases[0]?.values)).toBe(Object.prototype)
      expect(skipped).toEqual(['The column “__proto__” wasn’t imported: rename it.'])
    },
  )

  it.each([
    ['', 'This file is empty. Choose a file with column names and at least one row.'],
    ['\uFEFF \n', 'This file is empty. Choose a file with column names and at least one row.'],
    ['q,expected\n', 'This table has column names but no rows. Add at least one row below the names.'],
    ['[]', 'This file has no cases. Give it a list of JSON objects, one for each case.'],
    ['{"cases": [', 'This isn’t valid JSON. Correct it, or save the cases as CSV.'],
    ['[{"q": 1}, {"q": ]', 'Element 2 of the list isn’t valid JSON. Correct it, then import again.'],
    [
      '["a"]',
      'Row 1 isn’t a JSON object, so it wasn’t imported. This file has no cases. Give it a list of JSON objects, one for each case.',
    ],
    [
      `q,a\n"${'x\n'.repeat(2_000_000)}`,
      'The quotation mark that opens in row 2 is never closed. Close it, then import again.',
    ],
    [
      `q\n${'x\n'.repeat(10_001)}`,
      'This file has more than 10,000 rows. Split it, or remove the rows that you don’t need.',
    ],
    [
      `${'c,'.repeat(1)}${Array.from({ length: 1_001 }, (_, at) => `c${at}`).join(',')}\n${'1,'.repeat(1_001)}1`,
      'This file has more than 1,000 columns. Remove those that the prompt doesn’t use.',
    ],
    ['x'.repeat(50_000_001), 'This file is larger than 50 MB. Split it, and import the parts one after another.'],
  ])('refuses a file (%#)', async (text, problem) => {
    expect(await problemOf(text)).toBe(problem)
  })

  it('leaves out rows that nest too deeply', async () => {
    const deep = `[{"q": ${'['.repeat(100_000)}${']'.repeat(100_000)}}, {"q": "ok"}]`
    const { cases, skipped } = await read(deep)
    expect(cases).toEqual([{ values: { q: 'ok' } }])
    expect(skipped).toEqual(['Row 1 nests more than 100 levels, so it wasn’t imported.'])
  })
})

describe('10,000 rows', () => {
  const context = 'A sentence, with “quotes”; and more. '.repeat(25)
  const rows = Array.from({ length: 10_000 }, (_, at) => ({ q: `Question ${at}`, context, expected: `${at}` }))

  it.each([
    ['CSV', Papa.unparse(rows, { newline: '\r\n' })],
    ['quoted CSV', Papa.unparse(rows, { quotes: true })],
    ['JSON', JSON.stringify(rows)],
    ['JSONL', rows.map((each) => JSON.stringify(each)).join('\n')],
  ])('are read with pauses from %s', async (_, text) => {
    const spans: number[] = []
    let start = performance.now()
    const cases = await readCases(text, '', async () => {
      spans.push(performance.now() - start)
      await new Promise((resolve) => {
        setTimeout(resolve)
      })
      start = performance.now()
    })
    spans.push(performance.now() - start)
    expect('problem' in cases ? cases.problem : cases.cases).toEqual(
      rows.map(({ expected, ...values }) => ({ values, expected })),
    )
    expect(spans.length).toBeGreaterThan(1)
    // Generous, for a busy machine: one slice takes 10 ms, the whole file took a hundred.
    expect(spans.toSorted((one, other) => one - other).at(Math.floor(spans.length / 2))).toBeLessThan(50)
  })
})
