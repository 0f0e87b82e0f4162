import { useMemo } from 'react'
import type { Model } from '#contract/model.ts'
import { sourceWords } from '#app/models/source-words.ts'

/** Where the prices on the page are from, with their dates. */
export function PriceNote({ models }: { models: readonly Model[] }) {
  const words = useMemo(() => priceNoteOf(models), [models])
  return words === '' ? null : <span className="text-xs text-text-muted">{words}</span>
}

function priceNoteOf(models: readonly Model[]): string {
  const latest = new Map<string, string>()
  let others = 0
  for (const { pricing, pricing_source: source } of models) {
    if (source && source.date > (latest.get(source.name) ?? '')) latest.set(source.name, source.date)
    if (!source && pricing.length > 0) others += 1
  }
  const named = [...latest].map(([name, date]) => sourceWords({ name, date }))
  if (named.length === 0) return others === 0 ? '' : 'Prices: from the providers'
  return `Prices: ${named.join('; ')}${others === 0 ? '' : '; otherwise from the providers'}`
}
