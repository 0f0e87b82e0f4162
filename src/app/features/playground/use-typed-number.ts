import { useState } from 'react'
import { useStore } from 'zustand'
import { isAllowed, parameters } from '#contract/parameters.ts'
import type { ConversationStore } from '#app/chat/conversation-store.ts'
import type { NameOf } from './parameter-controls.ts'

/** A number as it is typed: what may be sent is set at once; what may not stays to be mended, and sets nothing. */
export function useTypedNumber(store: ConversationStore, name: NameOf<'number'>) {
  const value = useStore(store, (state) => state.parameters[name])
  const [invalid, setInvalid] = useState<string | null>(null)
  const set = (next: number | undefined) => {
    setInvalid(null)
    store.getState().setParameter(name, next)
  }
  const type = (field: HTMLInputElement) => {
    const isEmpty = field.value.trim() === '' && !field.validity.badInput
    const acceptable = !isEmpty && isAllowed(parameters[name], field.valueAsNumber)
    setInvalid(isEmpty || acceptable ? null : field.value)
    store.getState().setParameter(name, acceptable ? field.valueAsNumber : undefined)
  }
  return { value, invalid, set, type }
}
