import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import type { Model } from '#contract/model.ts'
import { connection } from '#app/data/connection.ts'
import { modelQuery } from '#app/data/model-query.ts'
import { modelsQuery } from '#app/data/queries.ts'
import { CatalogueAge } from '#app/models/catalogue-age.tsx'
import { usePageTitle } from '#app/models/use-page-title.ts'
import { WhyNotCallable } from '#app/models/why-not-callable.tsx'
import { AlternativesView } from './alternatives-view.tsx'
import { BillView } from './bill-view.tsx'
import { CallIt } from './call-it.tsx'
import { FactsView } from './facts-view.tsx'
import { ModelHeader } from './model-header.tsx'
import { IgnoredType, isModelType, ModelProblem } from './model-problem.tsx'
import { PricesView } from './prices-view.tsx'

interface ModelPageProps {
  id: string
  /** The type that the address says it has, if any. */
  type: string | undefined
}

/** Everything about one model: what it is, what it costs, what one might take instead, and how it is called. */
export function ModelPage({ id, type: asAddressed }: ModelPageProps) {
  const type = isModelType(asAddressed) ? asAddressed : undefined
  const revision = useStore(connection, (state) => state.revision)
  const { data: models, dataUpdatedAt: listReadAt } = useQuery(modelsQuery(revision))
  const { data: asked, error, dataUpdatedAt, refetch } = useQuery(modelQuery(id, type, revision))
  // What the list knew stands until the model itself has answered.
  const listed = models?.find((each) => each.id === id && (type === undefined || each.model_type === type))
  const model = asked ?? (error ? undefined : listed)
  usePageTitle(model?.name ?? id)

  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-6xl gap-6 px-4 py-4 md:px-6 md:py-5">
        <IgnoredType type={asAddressed} />
        {error && <ModelProblem id={id} error={error} isAlone={!model} onAgain={() => void refetch()} />}
        {model && <Known model={model} models={models ?? []} readAt={dataUpdatedAt || listReadAt} />}
        {!model && !error && <Waiting />}
      </div>
    </div>
  )
}

function Known({ model, models, readAt }: { model: Model; models: readonly Model[]; readAt: number }) {
  return (
    <>
      <ModelHeader model={model} />
      <WhyNotCallable model={model} />
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-8">
          {model.description !== '' && (
            <p className="max-w-[72ch] text-md wrap-anywhere whitespace-pre-line">{model.description}</p>
          )}
          <FactsView model={model} now={readAt} />
          {model.model_type === 'text_generation' && <CallIt id={model.id} isServed={model.status === 'active'} />}
        </div>
        <div className="grid min-w-0 gap-8">
          <PricesView model={model} readAt={readAt} />
          {model.model_type === 'text_generation' && <BillView model={model} />}
          <AlternativesView model={model} models={models} readAt={readAt} />
        </div>
      </div>
      <CatalogueAge />
    </>
  )
}

/** How long the lines of facts will be, about, in percent. */
const lines = [42, 64, 36, 28, 30, 45, 25]

function Waiting() {
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
