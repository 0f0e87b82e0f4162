import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Plus } from 'lucide-react'
import { useStore } from 'zustand'
import { isStaticCopy } from '#app/data/calls/page-host.ts'
import { curlCode } from '#app/data/codegen/curl-code.ts'
import { connection } from '#app/data/connections/connection.ts'
import { historyDatabaseName } from '#app/data/history/rows.ts'
import { modelQuery, modelsQuery } from '#app/data/models/queries.ts'
import { experimentsDatabaseName, hasDatabase } from '#app/data/storage/databases.ts'
import { type Callable, whyNotCallable } from '#app/models/callable.tsx'
import { isCallable } from '#app/models/text-models.ts'
import { compareLimit, compareStore, toggleCompared, writeIds } from '#app/models/compare-list.ts'
import { ConnectButton } from '#app/models/connect-button.tsx'
import { KeyHint } from '#app/models/key-hint.tsx'
import { CatalogueAge } from '#app/models/load-problem.tsx'
import { StatusWord } from '#app/models/model-words.tsx'
import { usePageTitle } from '#app/models/page-title.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { InlineCode } from '#app/ui/field.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { Model } from '#contract/model.ts'
import { AlternativesView } from './alternatives-view.tsx'
import { CostEstimateView, FactsView, PricesView } from './facts-view.tsx'
import { IgnoredType, ModelProblem, isModelType } from './model-problem.tsx'

/** A shell command that calls this model. Nothing in a static copy, which has no service to call. */
export function CallIt({ id, isServed }: { id: string; isServed: boolean }) {
  if (isStaticCopy) return null
  const command = curlCode({
    baseUrl: `${location.origin}/v1`,
    body: { model: id, messages: [{ role: 'user', content: 'Good morning' }] },
    stream: false,
  }).trim()
  return (
    <section aria-label="Call this model" className="grid min-w-0 gap-2">
      <h2 className="font-semibold">Call this model</h2>
      {!isServed && <p>Works once the model is connected. Until then you get an error that explains why.</p>}
      <p className="text-text-muted">
        <KeyHint service={null} /> Any chat completions client works with the base URL{' '}
        <InlineCode>{`${location.origin}/v1`}</InlineCode>.
      </p>
      <div className="min-w-0 rounded-md border border-line bg-surface-raised">
        <div className="flex items-center justify-between border-b border-line py-0.5 pr-1 pl-3.5">
          <span className="label">Shell</span>
          <CopyButton name="Copy command" text={() => command} />
        </div>
        <pre
          tabIndex={0}
          role="group"
          aria-label="Command"
          className="overflow-x-auto px-3.5 py-3 font-mono text-xs leading-5"
        >
          <code>{command}</code>
        </pre>
      </div>
    </section>
  )
}

/** The model's name, id and status, with its actions. */
export function ModelHeader({ model }: { model: Model }) {
  const { id, name, model_type: type, status, deprecated } = model
  return (
    <header className="grid gap-3">
      <nav aria-label="Breadcrumb" className="text-xs text-text-muted">
        <Link to="/models" className="rounded-sm underline decoration-line-strong underline-offset-3 hover:text-text">
          Models
        </Link>
      </nav>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">
            <bdi>{name}</bdi>
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <bdi className="font-mono text-xs wrap-anywhere text-text-muted">{id}</bdi>
            <CopyButton name="Copy id" label="Copy id" text={() => id} />
            {(isCallable(model) || deprecated === true) && <StatusWord status={status} deprecated={deprecated} />}
          </p>
          <ConnectionNote model={model} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {type === 'text_generation' && (
            <Link
              to="/"
              search={{ model: id }}
              className={buttonClass({ variant: status === 'active' ? 'primary' : 'secondary' })}
            >
              Open in playground
            </Link>
          )}
          <CompareButton id={id} />
        </div>
      </div>
    </header>
  )
}

/** Why a model can't be called, in one quiet line; what to do about it opens below. Nothing if it can be called. */
function ConnectionNote({ model }: { model: Callable }) {
  const why = whyNotCallable(model, isStaticCopy)
  if (!why) return null
  // The first sentence is short enough for one line of a phone.
  const [what = '', ...rest] = why.what.split(/(?<=\.) /u)
  const isConnectable = model.model_type === 'text_generation' && model.status === 'inactive'
  return (
    <div role="note" className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <details className="max-w-[90ch] min-w-48 flex-1 text-text-muted">
        <summary className="flex flex-wrap gap-x-2 rounded-sm">
          {what}
          <span className="text-accent underline underline-offset-3">
            {isConnectable ? 'How to connect' : 'Details'}
          </span>
        </summary>
        <p className="pt-1.5 wrap-anywhere">{[...rest, why.next].join(' ')}</p>
      </details>
      {isConnectable && <ConnectButton size="small" />}
    </div>
  )
}

function CompareButton({ id }: { id: string }) {
  const ids = useStore(compareStore, (state) => state.ids)
  const isIn = ids.includes(id)
  const isFull = !isIn && ids.length >= compareLimit
  const Icon = isIn ? Check : Plus
  return (
    <>
      <Button aria-pressed={isIn} disabled={isFull} onClick={() => toggleCompared(id)}>
        <Icon aria-hidden size={16} />
        {isIn ? 'In comparison' : 'Add to comparison'}
      </Button>
      {isFull && <span className="text-xs text-text-muted">You can compare up to {compareLimit} models.</span>}
      {ids.length > 0 && (
        <Link
          to="/compare"
          search={{ ids: writeIds(ids) }}
          className="rounded-sm px-1 text-accent underline underline-offset-3"
        >
          Compare {ids.length}
        </Link>
      )}
    </>
  )
}

const MeasuredSection = lazyPart(() => import('./measured-section.tsx').then((module) => module.MeasuredSection))

/**
 * What this browser has measured of a model. Nothing in a browser without chats and experiments, which then doesn't load
 * the code that reads them.
 */
function MeasuredView({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['has-measurements'],
    queryFn: () => hasDatabase(historyDatabaseName, experimentsDatabaseName),
  })
  return data === true && <MeasuredSection id={id} />
}

interface ModelPageProps {
  id: string
  /** The type in the URL, if any. */
  type: string | undefined
}

/** One model: its facts, prices, alternatives, and how to call it. */
export function ModelPage({ id, type: asAddressed }: ModelPageProps) {
  const type = isModelType(asAddressed) ? asAddressed : undefined
  const revision = useStore(connection, (state) => state.revision)
  const { data: models, dataUpdatedAt: listReadAt } = useQuery(modelsQuery(revision))
  const { data: asked, error, dataUpdatedAt, refetch } = useQuery(modelQuery(id, type, revision))
  // The list's copy is shown until the model itself has loaded.
  const listed = models?.find((each) => each.id === id && (type === undefined || each.model_type === type))
  const model = asked ?? (error ? undefined : listed)
  usePageTitle(model?.name ?? id)

  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-6xl gap-6 px-4 py-4 md:px-6 md:py-5">
        <IgnoredType type={asAddressed} />
        {error && <ModelProblem id={id} error={error} isAlone={!model} onAgain={() => void refetch()} />}
        {model && <ModelDetails model={model} models={models ?? []} readAt={dataUpdatedAt || listReadAt} />}
        {!model && !error && <ModelSkeleton />}
      </div>
    </div>
  )
}

function ModelDetails({ model, models, readAt }: { model: Model; models: readonly Model[]; readAt: number }) {
  return (
    <>
      <ModelHeader model={model} />
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-8">
          {model.description !== '' && (
            <p className="max-w-[72ch] text-md wrap-anywhere whitespace-pre-line">{model.description}</p>
          )}
          <FactsView model={model} now={readAt} />
          {model.model_type === 'text_generation' && <MeasuredView id={model.id} />}
          {model.model_type === 'text_generation' && <CallIt id={model.id} isServed={model.status === 'active'} />}
        </div>
        <div className="grid min-w-0 gap-8">
          <PricesView model={model} readAt={readAt} />
          {model.model_type === 'text_generation' && <CostEstimateView model={model} />}
          <AlternativesView model={model} models={models} readAt={readAt} />
        </div>
      </div>
      <CatalogueAge />
    </>
  )
}

/** Line widths in percent, about those of the facts. */
const lines = [42, 64, 36, 28, 30, 45, 25]

function ModelSkeleton() {
  return (
    <div role="status" aria-label="Loading the model" className="grid animate-appear-late gap-3">
      <div className="h-6 w-64 max-w-full rounded-sm bg-tint" />
      <div className="h-4 w-40 rounded-sm bg-tint" />
      <div className="mt-6 grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          {lines.map((width) => (
            <div key={width} className="border-t border-line py-2.5">
              <div className="h-4 rounded-sm bg-tint" style={{ width: `${width}%` }} />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
