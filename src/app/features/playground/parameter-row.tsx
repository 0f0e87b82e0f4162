import type { Model } from '#contract/model.ts'
import { parameters } from '#contract/parameters.ts'
import type { ConversationStore } from '#app/chat/conversation-store.ts'
import type { NameOf } from './parameter-controls.ts'
import { NumberRow } from './parameter-number.tsx'
import { SliderRow } from './parameter-slider.tsx'
import { isUnsupported } from './parameter-support.ts'

interface ParameterRowProps {
  name: NameOf<'number'>
  store: ConversationStore
  id: string
  /** The chosen model, for what it is known not to obey. */
  model: Model | undefined
}

/** The control of a number, as its row of the table has it. */
export function ParameterRow({ name, store, id, model }: ParameterRowProps) {
  const Row = parameters[name].default === null ? NumberRow : SliderRow
  const unsupportedBy = isUnsupported(model, parameters[name]) ? model?.name : undefined
  return <Row name={name} store={store} id={id} unsupportedBy={unsupportedBy} />
}
