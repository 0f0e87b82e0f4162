import type { Model } from '#contract/model.ts'
import { parameters, type ParameterName } from '#contract/parameters.ts'
import type { ConversationStore } from '#app/chat/conversation-store.ts'
import { ListRow } from './parameter-list.tsx'
import { NumberRow } from './parameter-number.tsx'
import { SliderRow } from './parameter-slider.tsx'
import { isUnsupported } from './parameter-support.ts'

interface ParameterRowProps {
  name: ParameterName
  store: ConversationStore
  id: string
  /** The chosen model, for what it is known not to obey. */
  model: Model | undefined
}

/** The control of one parameter, as its row of the table has it. */
export function ParameterRow({ name, store, id, model }: ParameterRowProps) {
  const unsupportedBy = isUnsupported(model, parameters[name]) ? model?.name : undefined
  if (name === 'stop') return <ListRow name={name} store={store} id={id} unsupportedBy={unsupportedBy} />
  const Row = parameters[name].default === null ? NumberRow : SliderRow
  return <Row name={name} store={store} id={id} unsupportedBy={unsupportedBy} />
}
