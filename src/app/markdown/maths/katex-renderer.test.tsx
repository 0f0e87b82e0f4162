import { expect, it } from 'vitest'
import { renderWithKatex } from './katex-renderer.ts'

function render(source: string): HTMLElement {
  const target = document.createElement('span')
  renderWithKatex(target, source, true)
  return target
}

it('draws a formula', () => {
  expect(render('\\frac{a}{b}').querySelector('.katex')).not.toBeNull()
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
    const target = render(source)
    expect(target.querySelector('.katex')).toBeNull()
    expect(target.textContent).toBe(source)
  },
  20_000,
)
