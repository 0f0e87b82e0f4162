import type { Model } from '#contract/model.ts'
import { parameters } from '#contract/parameters.ts'
import type { ConversationStore } from '#app/chat/conversation-store.ts'
import { ListRow } from './parameter-list.tsx'
import { ParameterRow } from './parameter-row.tsx'
import { isUnsupported } from './parameter-support.ts'
import { ExtraRow } from './parameter-extra.tsx'
import { furtherNames } from './further-parameters.ts'

interface ParametersMoreProps {
  store: ConversationStore
  idPrefix: string
  model: Model | undefined
}

/** The parameters that few change, and a field for all that have no control. */
export function ParametersMore({ store, idPrefix, model }: ParametersMoreProps) {
  return (
    <div className="grid gap-5">
      {furtherNames.map((name) => {
        const id = `${idPrefix}-${name}`
        if (name !== 'stop') return <ParameterRow key={name} name={name} store={store} id={id} model={model} />
        const unsupportedBy = isUnsupported(model, parameters[name]) ? model?.name : undefined
        return <ListRow key={name} name={name} store={store} id={id} unsupportedBy={unsupportedBy} />
      })}
      <ExtraRow store={store} id={`${idPrefix}-extra`} />
    </div>
  )
}
