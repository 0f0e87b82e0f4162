import { describe, expect, it } from 'vitest'
import { safeAddress } from './safe-address.ts'

const picture = 'data:image/png;base64,iVBORw0KGgo='

describe('safeAddress', () => {
  it('keeps small pictures as images, and nowhere else', () => {
    expect(safeAddress(picture, 'src')).toBe(picture)
    expect(safeAddress(picture, 'href')).toBeUndefined()
  })

  it('keeps web addresses of images and links', () => {
    expect(safeAddress('https://example.org/a.png', 'src')).toBe('https://example.org/a.png')
    expect(safeAddress('https://example.org/a', 'href')).toBe('https://example.org/a')
    expect(safeAddress('mailto:a@example.org', 'href')).toBe('mailto:a@example.org')
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
  ])('keeps no image at %.60s', (address) => {
    expect(safeAddress(address, 'src')).toBeUndefined()
  })
})
