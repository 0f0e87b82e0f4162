import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/conversation-store.ts'
import { readExtraBody } from '#app/chat/extra-body.ts'
import { fieldClass } from '#app/ui/field.tsx'
import { ParameterHead } from './parameter-head.tsx'
import { useFocusWhenWanted } from './wanted-setting.ts'

/** Whatever else a request is to carry: JSON text, checked while it is typed. What is wrong with it is never sent. */
export function ExtraRow({ store, id }: { store: ConversationStore; id: string }) {
  const typed = useStore(store, (state) => state.extraBody)
  const { problem } = readExtraBody(typed)
  const field = useFocusWhenWanted<HTMLTextAreaElement>(store, 'extraBody')
  return (
    <div className="grid gap-1">
      <ParameterHead
        label="Other fields (JSON)"
        htmlFor={id}
        help="Further fields of the request body, for what has no control here."
        changed={typed.trim() !== ''}
        onReset={() => store.getState().setExtraBody('')}
        untouched="Not sent"
      />
      <textarea
        ref={field}
        id={id}
        rows={2}
        value={typed}
        onChange={(event) => store.getState().setExtraBody(event.target.value)}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-error`}
        spellCheck={false}
        placeholder={'{"top_k": 40}'}
        className={`${fieldClass} field-sizing-content max-h-[30dvh] min-h-14 resize-none font-mono text-xs`}
      />
      {problem !== undefined && (
        <p role="alert" id={`${id}-error`} className="text-xs text-danger">
          {problem} This JSON won’t be sent.
        </p>
      )}
    </div>
  )
}
