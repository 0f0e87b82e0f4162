import { describe, expect, it } from 'vitest'
import { SchemaError, jsonGrammar } from './json-grammar.ts'

// What llama.cpp makes of the grammars is tested with the model, in local-models.test.ts.

describe('the grammar of a schema', () => {
  it('has texts around the JSON', () => {
    expect(jsonGrammar({ type: 'null' }, '<a>\n', '</a>').split('\n')[0]).toBe('root ::= "<a>\\n" null "</a>"')
  })

  it('allows any object for an empty schema, and any value for one with annotations only', () => {
    expect(jsonGrammar({})).toMatch(/^root ::= object\n/u)
    expect(jsonGrammar({ title: 'Anything' })).toMatch(/^root ::= value\n/u)
  })

  it('defines each rule that it uses once', () => {
    const grammar = jsonGrammar({
      type: ['object', 'null'],
      properties: { a: { $ref: '#/$defs/list' }, 'quoted "b"': { enum: ['\\', '"', '\n'] } },
      required: ['a'],
      additionalProperties: { type: 'number' },
      $defs: {
        list: { type: 'array', prefixItems: [{ type: 'string', maxLength: 2 }], items: { $ref: '#/$defs/list' } },
      },
    })
    const rules = grammar.split('\n').map((line) => line.split(' ::= '))
    const names = rules.map(([name = '']) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const [, body = ''] of rules) {
      const bare = body.replaceAll(/"(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]/gu, ' ')
      for (const used of bare.match(/[a-z]\w*/gu) ?? []) expect(names).toContain(used)
    }
  })

  it.each([
    [{ type: 'string', pattern: 'a' }, '“pattern” in the schema at #'],
    [{ type: 'object', properties: { n: { type: 'integer', minimum: 1 } } }, '“minimum” in the schema at #/n'],
    [{ allOf: [] }, '“allOf”'],
    [{ type: 'text' }, 'unknown type text'],
    [{ $ref: '#/$defs/none' }, 'refers to #/$defs/none'],
    [{ $ref: 'https://example.com/schema' }, 'isn’t defined'],
    [{ type: 'array', items: 5 }, 'at #/items must be an object'],
    [{ enum: Array.from({ length: 3 }, () => 'x'), not: {} }, '“not”'],
    [
      {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`p${at}`, { type: 'null' }])),
      },
      'too large',
    ],
  ])('refuses what it can’t enforce: %j', (schema, message) => {
    expect(() => jsonGrammar(schema)).toThrow(SchemaError)
    expect(() => jsonGrammar(schema)).toThrow(message)
  })
})
