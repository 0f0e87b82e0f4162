import { describe, expect, it } from 'vitest'
import { sanitizeUrl, sanitizeLink, findMisleadingHost } from './safe-link.tsx'

describe('safeLink', () => {
  it.each(['https://example.org/a?b=c', 'http://example.org/', 'mailto:someone@example.org'])(
    'follows %s',
    (address) => {
      expect(sanitizeLink(address)).toBe(address)
    },
  )

  it.each(['#user-content-fn-1', '#r1-fnref-2-3', '#user-content-fn-a=b'])('follows the footnote %s', (address) => {
    expect(sanitizeLink(address)).toBe(address)
  })

  it.each(['#', '#root', '#key=stolen', '#s=1.setup', '#user-content-fn-1&key=stolen'])(
    'does not follow %s, which the page would interpret',
    (address) => {
      expect(sanitizeLink(address)).toBeUndefined()
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
    expect(sanitizeLink(address)).toBeUndefined()
  })
})

describe('safe address', () => {
  const picture = 'data:image/png;base64,iVBORw0KGgo='

  describe('safeAddress', () => {
    it('allows small data URLs only as images', () => {
      expect(sanitizeUrl(picture, 'src')).toBe(picture)
      expect(sanitizeUrl(picture, 'href')).toBeUndefined()
    })

    it('keeps web URLs of images and links', () => {
      expect(sanitizeUrl('https://example.org/a.png', 'src')).toBe('https://example.org/a.png')
      expect(sanitizeUrl('https://example.org/a', 'href')).toBe('https://example.org/a')
      expect(sanitizeUrl('mailto:a@example.org', 'href')).toBe('mailto:a@example.org')
    })

    it.each([
      'data:image/svg+xml;base64,PHN2Zy8+',
      'data:text/html;base64,PHN2Zy8+',
      'data:image/png,<script>',
      `data:image/png;base64,${'A'.repeat(100_000)}`,
      'mailto:a@example.org',
      '#user-content-fn-1',
      'javascript:alert(1)',
      '/v1/models',
    ])('allows no image at %.60s', (address) => {
      expect(sanitizeUrl(address, 'src')).toBeUndefined()
    })
  })
})

describe('trueHost', () => {
  it.each([
    ['https://example.org/docs', 'the docs'],
    ['https://example.org/docs', 'example.org'],
    ['https://www.example.org/docs', 'https://example.org/docs'],
    ['https://example.org/', 'Example.ORG/anything'],
    ['https://example.org/', 'Node.js, the runtime'],
    ['mailto:help@example.org', 'help@example.org'],
    ['mailto:help@example.org?subject=x', 'mailto:help@example.org'],
  ])('shows no host for %s as %j', (address, text) => {
    expect(findMisleadingHost(address, text)).toBeUndefined()
  })

  it.each([
    ['https://hostile.example/', 'bank.example', 'hostile.example'],
    ['https://bank.example.hostile.example/', 'https://bank.example', 'bank.example.hostile.example'],
    ['https://bank.example@hostile.example/', 'https://bank.example@hostile.example', 'hostile.example'],
    ['https://hostile.example/', '\u202ebank.example', 'hostile.example'],
    ['https://hostile.example/', 'bank\u200b.example', 'hostile.example'],
    ['https://xn--bnk-6cd.example/', 'bаnk.example', 'xn--bnk-6cd.example'],
    ['mailto:thief@hostile.example', 'help@bank.example', 'thief@hostile.example'],
  ])('shows the host of %s, displayed as %j', (address, text, host) => {
    expect(findMisleadingHost(address, text)).toBe(host)
  })
})
