import { useMemo } from 'react'
import type { Model } from '#contract/model.ts'
import { sourceWords } from '#app/models/source-words.ts'

/** Where the prices on the page are from, with their dates. */
export function PriceNote({ models }: { models: readonly Model[] }) {
  const words = useMemo(() => priceNoteOf(models), [models])
  if (words === '') return null
  // It takes what room the line has left; each price has its own source in its hint.
  return (
    <span title={words} className="min-w-0 flex-1 truncate text-xs text-text-muted max-md:hidden">
      {words}
    </span>
  )
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
