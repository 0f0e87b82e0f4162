import { useStore } from 'zustand'
import { isAllowed, parameters } from '#contract/parameters.ts'
import type { ConversationStore } from '#app/chat/conversation-store.ts'
import type { NameOf } from './parameter-controls.ts'

/** A number as it is typed: what may be sent is set at once; what may not stays to be mended, and sets nothing. */
export function useTypedNumber(store: ConversationStore, name: NameOf<'number'>) {
  const value = useStore(store, (state) => state.parameters[name])
  const invalid = useStore(store, (state) => state.invalid[name])
  const set = (next: number | undefined) => store.getState().setParameter(name, next)
  const type = (field: HTMLInputElement) => {
    const isEmpty = field.value.trim() === '' && !field.validity.badInput
    const acceptable = !isEmpty && isAllowed(parameters[name], field.valueAsNumber)
    if (isEmpty || acceptable) set(isEmpty ? undefined : field.valueAsNumber)
    else store.getState().setInvalid(name, field.value)
  }
  return { value, invalid, set, type }
}
