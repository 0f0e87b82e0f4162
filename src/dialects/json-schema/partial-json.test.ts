import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPartialJson, valueOf } from './partial-json.ts'

/** Reads the text in pieces that end at these places. */
function readIn(text: string, ends: readonly number[]) {
  const json = createPartialJson()
  for (const end of ends.toSorted((one, other) => one - other)) json.read(text.slice(0, end))
  json.read(text)
  json.finish()
  return json
}

const anyJson = fc
  .tuple(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 1, 2))
  .map(([value, indent]) => JSON.stringify(value, null, indent))

describe('partial JSON', () => {
  test('reads any JSON, however it is split, as JSON.parse does', () => {
    fc.assert(
      fc.property(anyJson, fc.array(fc.nat(200)), (text, ends) => {
        const json = readIn(
          text,
          ends.filter((end) => end < text.length),
        )
        expect(json.problem).toBeUndefined()
        expect(json.isWhole).toBe(true)
        expect(json.root && valueOf(json.root)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('has no problem with any start of a JSON text, and never takes it for a whole object', () => {
    fc.assert(
      fc.property(
        anyJson.filter((text) => text.startsWith('{') || text.startsWith('[')),
        fc.nat(),
        (text, cut) => {
          const json = readIn(text.slice(0, cut % text.length), [])
          expect(json.problem).toBeUndefined()
          expect(json.isWhole).toBe(false)
          // What has arrived is part of the final value, in the same order.
          const begun = json.root ? json.root.children.map(({ key }) => key) : []
          const whole = readIn(text, []).root?.children.map(({ key }) => key)
          expect(whole?.slice(0, begun.length)).toEqual(begun)
        },
      ),
    )
  })

  test('agrees with JSON.parse on damaged texts', () => {
    const damaged = fc
      .tuple(anyJson, fc.nat(), fc.constantFrom('', ',', '"', '}', ']', '01', '\\', '\n', 'x', '-', '{'))
      .map(([text, at, piece]) => text.slice(0, at % text.length) + piece + text.slice((at % text.length) + 1))
    fc.assert(
      fc.property(damaged, (text) => {
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        expect(createAndRead(text).isWhole).toBe(isJson)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['Sure, here it is', 0],
    ['{"a": 1} done', 9],
    ['{a: 1}', 1],
    ['[1, 2,]', 6],
    ['{"a": tru!}', 9],
  ])('says where %j stops being JSON', (text, at) => {
    expect(createAndRead(text).problem?.at).toBe(at)
  })

  test('visits each character about once, even if it comes letter by letter', () => {
    const text = JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ name: `item ${index}`, at: index / 7 })))
    let visited = 0
    const json = createPartialJson()
    for (let end = 1; end <= text.length; end += 1) {
      json.read({
        length: end,
        charCodeAt: (at) => {
          visited += 1
          return text.charCodeAt(at)
        },
        slice: (from = 0, to = end) => {
          visited += to - from
          return text.slice(from, to)
        },
      })
    }
    expect(json.isWhole).toBe(true)
    expect(visited).toBeLessThan(4 * text.length)
  })

  test('stops at a hostile depth', () => {
    expect(createAndRead('['.repeat(100_000)).problem?.message).toContain('200 levels')
  })
})

function createAndRead(text: string) {
  return readIn(text, [])
}
