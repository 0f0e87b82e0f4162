import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Model } from '#contract/model.ts'
import { FactsView } from './facts-view.tsx'

const now = Date.UTC(2026, 6, 24)

function releasedOf(created: number): string {
  const model = { created, context_length: 0, model_type: 'text_generation' } as Model
  const place = document.createElement('div')
  place.innerHTML = renderToStaticMarkup(<FactsView model={model} now={now} />)
  const names = [...place.querySelectorAll('dt')]
  const at = names.findIndex(({ textContent }) => textContent === 'Released')
  return place.querySelectorAll('dd')[at]?.textContent ?? ''
}

it('says when a model came out, and not of a day to come that it was just now', () => {
  expect(releasedOf(Date.UTC(2026, 6, 22) / 1000)).toBe('22 July 2026 2 days ago')
  expect(releasedOf(Date.UTC(2026, 8, 1) / 1000)).toBe('1 September 2026 ')
  expect(releasedOf(0)).toBe('–')
  expect(releasedOf(Number.MAX_SAFE_INTEGER)).toBe('–')
})
