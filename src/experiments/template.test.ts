import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeTemplate, fillAll, fillTemplate, variablesIn, variablesInAll } from './template.ts'

describe('fillTemplate', () => {
  it.each([
    ['Hello {{name}}!', { name: 'Ada' }, 'Hello Ada!'],
    ['{{ first name }} and {{first name}}', { 'first name': 'Ada' }, 'Ada and Ada'],
    ['{{unknown}}', {}, ''],
    ['\\{{name}} stays', { name: 'Ada' }, '{{name}} stays'],
    ['{{}} and {{ }} and {{a\nb}}', { a: 'x' }, '{{}} and {{ }} and {{a\nb}}'],
    // Values aren't filled in again, and have no special meaning.
    ['{{a}}', { a: '{{b}} $& \\{{c}}', b: 'no' }, '{{b}} $& \\{{c}}'],
    ['{{toString}}{{__proto__}}', {}, ''],
  ])('fills %j', (text, values, filled) => {
    expect(fillTemplate(text, values)).toBe(filled)
  })

  it('returns an escaped text as it was', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{', '}', '{{', '}}', 'a', ' ', '\n')).map((parts) => parts.join('')),
        (text) => {
          expect(fillTemplate(escapeTemplate(text), { a: 'changed' })).toBe(text)
        },
      ),
    )
  })

  it('takes no long time for hostile text', () => {
    const text = '{{'.repeat(20_000) + ' '.repeat(20_000)
    expect(fillTemplate(text, {})).toBe(text)
  })
})

describe('variablesIn', () => {
  it('lists each name once, in order, without escaped ones', () => {
    expect(variablesIn('{{b}} {{a}} {{ b }} \\{{c}}')).toEqual(['b', 'a'])
  })

  it('looks into all texts of a value, and fills them, but not the names of members', () => {
    const value = [{ '{{no}}': '{{a}}', deep: [{ text: 'x {{b}}' }] }, 3, null]
    expect(variablesInAll(value)).toEqual(['a', 'b'])
    expect(fillAll(value, { a: '1', b: '2' })).toEqual([{ '{{no}}': '1', deep: [{ text: 'x 2' }] }, 3, null])
  })
})
