import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { thisServerName } from '#app/data/connections/connection-target.ts'
import { connections } from '#app/data/connections/connections.ts'
import { type ConnectionModel, findModel, otherModelsQuery } from '#app/data/models/connection-models.ts'
import { type ModelChoice, isSame, rememberedModels } from '#app/models/remembered-models.ts'
import { isCallable, isDemo, textModels } from '#app/models/text-models.ts'
import { Combobox, type ComboboxOption } from '#app/ui/combobox.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { Model } from '#contract/model.ts'

const ModelFacts = lazyPart(() => import('./model-facts.tsx').then((module) => module.ModelFacts), {
  missing: null,
  preload: true,
})

/** The models of one connection; null is the service that served this page. */
export interface ModelsOfConnection {
  connectionId: string | null
  name: string
  models: readonly ConnectionModel[]
}

interface ModelOption extends ComboboxOption, ModelChoice {}

/** The option value for a model of a connection. Models of the service that served this page use the plain id. */
function optionValue(modelId: string, connectionId: string | null): string {
  return connectionId === null ? modelId : `${modelId} via ${connectionId}`
}

/** The provider that serves a model: the connection, or what the service says of it. Undefined if it doesn't. */
function providerOf(model: Model, { connectionId, name }: Pick<ModelsOfConnection, 'connectionId' | 'name'>) {
  return connectionId === null ? model.provider : name
}

const first = ['Recent', 'Favourites']
const last = ['Demo', 'Not connected']

/**
 * Options for all models of all connections, each once: recent ones, favourites, the others by provider, demo models, and
 * those that can't be called.
 */
export function modelOptions(
  all: readonly ModelsOfConnection[],
  { recent, favourites }: { recent: readonly ModelChoice[]; favourites: readonly ModelChoice[] },
): ModelOption[] {
  const groups = new Map<string, ModelOption[]>(first.map((name) => [name, []]))
  const placeOf = (list: readonly ModelChoice[], choice: ModelChoice) => list.findIndex((each) => isSame(each, choice))
  for (const { connectionId, name, models } of all) {
    for (const model of textModels(models)) {
      const choice = { modelId: model.id, connectionId }
      const provider = providerOf(model, { connectionId, name })
      const isRemembered = isCallable(model) && [recent, favourites].some((list) => placeOf(list, choice) !== -1)
      const note = noteOf(model) ?? (isRemembered ? provider && `via ${provider}` : undefined)
      const group = isRemembered
        ? placeOf(recent, choice) === -1
          ? 'Favourites'
          : 'Recent'
        : isCallable(model)
          ? connectionId === null && isDemo(model)
            ? 'Demo'
            : (provider ?? name)
          : 'Not connected'
      const option = {
        ...choice,
        value: optionValue(model.id, connectionId),
        group,
        label: model.name,
        detail: model.id,
        facts: () => <ModelFacts model={model} />,
        ...(note !== undefined && { note }),
      }
      const members = groups.get(group)
      if (members) members.push(option)
      else groups.set(group, [option])
    }
  }
  groups.get('Recent')?.sort((one, other) => placeOf(recent, one) - placeOf(recent, other))
  const others = [...groups.keys()].filter((name) => !first.includes(name) && !last.includes(name))
  return [...first, ...others, ...last].flatMap((name) => groups.get(name) ?? [])
}

/** Why a model can't be called, if its group doesn't say so. */
function noteOf({ status }: Model): string | undefined {
  return status === 'pending' ? 'Not ready' : undefined
}

const none: never[] = []

interface ModelPickerProps {
  label: string
  /** Models of the service that served this page. Other connections' models are loaded here. */
  models: readonly Model[]
  modelId: string | null
  connectionId: string | null
  onChange: (id: string, connectionId: string | null) => void
}

/** Selects the pane's model from all connections. */
export function ModelPicker({ label, models, modelId, connectionId, onChange }: ModelPickerProps) {
  const revision = useStore(connections, (state) => state.revision)
  const { data: others = none } = useQuery(otherModelsQuery(revision))
  const all = useMemo(() => [{ connectionId: null, name: thisServerName, models }, ...others], [models, others])
  const remembered = useStore(rememberedModels)
  const options = useMemo(() => modelOptions(all, remembered), [all, remembered])
  const ofConnection = all.find((each) => each.connectionId === connectionId)?.models ?? []
  const shownId = modelId === null ? '' : (findModel(ofConnection, modelId)?.id ?? modelId)
  const value = optionValue(shownId, connectionId)
  const chosen = modelId === null ? null : options.find((option) => option.value === value)
  return (
    <Combobox
      label={label}
      options={options}
      // An unknown id still shows: it came from the URL, and the user must see it.
      value={chosen === undefined ? { value, label: modelId ?? '' } : chosen}
      onChange={(next) => {
        const option = options.find((each) => each.value === next)
        if (option) onChange(option.modelId, option.connectionId)
      }}
      placeholder="Choose a model"
      emptyText="No matches"
    />
  )
}
