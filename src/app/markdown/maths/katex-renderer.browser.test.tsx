import { expect, it } from 'vitest'
import { renderWithKatex } from './katex-renderer.ts'

function written(source: string): HTMLElement {
  const place = document.createElement('span')
  renderWithKatex(place, source, true)
  return place
}

it('renders a formula', () => {
  expect(written('\\frac{a}{b}').querySelector('.katex')).not.toBeNull()
})

it.each([
  ['invalid', '\\frac{a'],
  ['nested too deep', `${'\\frac{1}{'.repeat(60)}x${'}'.repeat(60)}`],
  ['nested too deep by sizes', '\\Huge x\\tiny '.repeat(300)],
  ['too large when drawn', 'x+'.repeat(520)],
  ['too long', 'x'.repeat(5_000)],
])(
  'shows the source of what is %s',
  (_, source) => {
    const place = written(source)
    expect(place.querySelector('.katex')).toBeNull()
    expect(place.textContent).toBe(source)
  },
  20_000,
)
