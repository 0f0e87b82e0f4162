import { describe, expect, it } from 'vitest'
import { safeLink } from './safe-link.ts'

describe('safeLink', () => {
  it.each(['https://example.org/a?b=c', 'http://example.org/', 'mailto:someone@example.org'])(
    'follows %s',
    (address) => {
      expect(safeLink(address)).toBe(address)
    },
  )

  it.each(['#user-content-fn-1', '#r1-fnref-2-3', '#user-content-fn-a=b'])('follows the footnote %s', (address) => {
    expect(safeLink(address)).toBe(address)
  })

  it.each(['#', '#root', '#key=stolen', '#s=1.setup', '#user-content-fn-1&key=stolen'])(
    'does not follow %s, which the page itself would read',
    (address) => {
      expect(safeLink(address)).toBeUndefined()
    },
  )

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' \u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://example.org/1',
    'file:///etc/passwd',
    '//example.org/relative',
    '/v1/models',
    '',
  ])('does not follow %j', (address) => {
    expect(safeLink(address)).toBeUndefined()
  })
})
