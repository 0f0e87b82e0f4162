import type { Model } from '#contract/model.ts'
import type { ConversationStore } from '#app/chat/conversation-store.ts'
import { ParameterRow } from './parameter-row.tsx'
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
      {furtherNames.map((name) => (
        <ParameterRow key={name} name={name} store={store} id={`${idPrefix}-${name}`} model={model} />
      ))}
      <ExtraRow store={store} id={`${idPrefix}-extra`} />
    </div>
  )
}
