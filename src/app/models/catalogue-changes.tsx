import { X } from 'lucide-react'
import { type ReactNode, memo, useEffect, useMemo, useState } from 'react'
import { type CatalogueSnapshot, dismissVisit, keepVisit, lastVisit } from '#app/data/storage/last-visit.ts'
import { Button } from '#app/ui/button.tsx'
import { focusContent } from '#app/ui/focus.ts'
import type { Model } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import { dayWords } from './dates.ts'
import { Hint } from './hint.tsx'
import { ModelLink } from './model-link.tsx'
import { priceWords } from './model-words.tsx'
import { priceSourceWords } from './price-words.ts'
import { onceIdleOrHidden } from './when-idle.ts'

/** A changed price, in US dollars per 1,000,000 tokens. */
export interface PriceChange {
  /** The current model. */
  model: Model
  metric: 'input_tokens' | 'output_tokens'
  before: number
  after: number
}

/** What changed in the catalogue, in its order. */
export interface ChangesSince {
  added: readonly Model[]
  /** The ids of removed models. */
  gone: readonly string[]
  up: readonly PriceChange[]
  down: readonly PriceChange[]
}

const metrics = ['input_tokens', 'output_tokens'] as const

/** What the next visit is compared with; `at` in milliseconds since 1970. */
export function snapshotOf(models: readonly Model[], at: number): CatalogueSnapshot {
  return {
    at,
    rates: new Map(
      models.map((model) => [
        model.id,
        [rateOf(model, 'input_tokens') ?? null, rateOf(model, 'output_tokens') ?? null],
      ]),
    ),
  }
}

/** What changed since a snapshot. A price that is or was unknown counts as unchanged. */
export function changesSince({ rates }: CatalogueSnapshot, models: readonly Model[]): ChangesSince {
  const prices = models.flatMap((model) =>
    metrics.flatMap((metric, place): PriceChange[] => {
      const before = rates.get(model.id)?.[place] ?? null
      const after = rateOf(model, metric)
      if (before === null || after === undefined || before === after) return []
      return [{ model, metric, before, after }]
    }),
  )
  const present = new Set(models.map(({ id }) => id))
  return {
    added: models.filter(({ id }) => !rates.has(id)),
    gone: [...rates.keys()].filter((id) => !present.has(id)),
    up: prices.filter(({ before, after }) => after > before),
    down: prices.filter(({ before, after }) => after < before),
  }
}

/** How many changes there are, of all kinds. */
export function countChanges({ added, gone, up, down }: ChangesSince): number {
  return added.length + gone.length + up.length + down.length
}

/** How many of each kind are listed; the rest are counted. */
const namedAtMost = 20

/** What changed in the catalogue since the last visit. Nothing on a first visit or without changes. */
export const CatalogueChanges = memo(function CatalogueChanges({ models }: { models: readonly Model[] }) {
  const [before, setBefore] = useState(lastVisit)
  const changes = useMemo(() => before && changesSince(before, models), [before, models])
  // Stored once it has been shown, so that the next visit is compared with what this one saw.
  useEffect(() => onceIdleOrHidden(() => keepVisit(snapshotOf(models, Date.now()))), [models])

  if (!before || !changes || countChanges(changes) === 0) return null
  const { added, gone, up, down } = changes
  const summary = [
    counted(added.length, 'new model', 'new models'),
    counted(gone.length, 'removed', 'removed'),
    counted(down.length, 'price down', 'prices down'),
    counted(up.length, 'price up', 'prices up'),
  ].flatMap((words) => words ?? [])

  return (
    <div
      role="group"
      aria-label="Changes since your last visit"
      className="relative border-b border-line bg-surface-sunken"
    >
      <details className="group">
        <summary className="flex min-h-9 items-center gap-x-2 py-1.5 pr-12 pl-4 md:pl-5">
          {/* One line on a phone, where the models below are what the page was opened for. */}
          <span className="min-w-0 max-md:truncate">
            <span className="font-medium">Since your last visit on {dayWords(before.at)}:</span> {summary.join(' · ')}
          </span>
          <span className="ml-auto shrink-0 text-accent underline underline-offset-3">
            <span className="group-open:hidden">Show</span>
            <span className="hidden group-open:inline">Hide</span>
          </span>
        </summary>
        <div className="grid max-h-[40dvh] gap-3 overflow-y-auto px-4 pb-3 md:px-5">
          <Kind title="New" of={added.map(nameOf)} />
          <Kind title="Removed" of={gone.map(idOf)} />
          <Kind title="Prices down" of={down.map(priceOf)} />
          <Kind title="Prices up" of={up.map(priceOf)} />
        </div>
      </details>
      <Button
        variant="quiet"
        size="small"
        aria-label="Dismiss changes"
        className="absolute top-1 right-2"
        onClick={() => {
          const seen = snapshotOf(models, Date.now())
          dismissVisit(seen)
          setBefore(seen)
          // The focused button disappears with the message.
          focusContent()
        }}
      >
        <X aria-hidden size={16} />
      </Button>
    </div>
  )
})

interface Line {
  key: string
  content: ReactNode
}

function Kind({ title, of }: { title: string; of: readonly Line[] }) {
  if (of.length === 0) return null
  return (
    <section>
      <h2 className="label">{title}</h2>
      <ul className="grid gap-0.5">
        {of.slice(0, namedAtMost).map(({ key, content }) => (
          <li key={key}>{content}</li>
        ))}
        {of.length > namedAtMost && <li className="text-text-muted">and {of.length - namedAtMost} more</li>}
      </ul>
    </section>
  )
}

function nameOf({ id, name }: Model): Line {
  return { key: id, content: <ModelName id={id} name={name} /> }
}

function idOf(id: string): Line {
  return { key: id, content: <span className="font-mono text-xs wrap-anywhere">{id}</span> }
}

function priceOf({ model, metric, before, after }: PriceChange): Line {
  return {
    key: `${model.id} ${metric}`,
    content: (
      <>
        <ModelName id={model.id} name={model.name} />{' '}
        <Hint text={priceSourceWords(model)} className="tabular-nums">
          {metric === 'input_tokens' ? 'input' : 'output'} {priceWords(before)} → {priceWords(after)} per 1M
        </Hint>
      </>
    ),
  }
}

function ModelName({ id, name }: { id: string; name: string }) {
  return (
    <ModelLink id={id} className="font-medium wrap-anywhere underline decoration-line-strong underline-offset-3">
      {name}
    </ModelLink>
  )
}

function counted(count: number, one: string, many: string): string | undefined {
  return count === 0 ? undefined : `${count} ${count === 1 ? one : many}`
}
