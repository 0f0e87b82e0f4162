import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { filesInEditor, forgetEdit, leaveEdit, openEdits, setEditText } from '#app/chat/store/open-edits.ts'
import type { Message } from '#app/data/message.ts'
import { AttachButton } from '#app/chat/attachments/attach-button.tsx'
import type { AttachStore } from '#app/chat/attachments/attach-status.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { Button } from '#app/ui/button.tsx'
import { isComposing } from '#app/ui/focus.ts'
import { changeThenFocus, focusMessage, focusMessageAt, indexOfMessage } from './focus-message.ts'

const AttachedFiles = lazyPart(
  () => import('#app/chat/attachments/attached-files.tsx').then((module) => module.AttachedFiles),
  { missing: null },
)

interface EditorFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  /** Ctrl or ⌘ with Enter. */
  onSubmit: () => void
  /** Escape. */
  onCancel: () => void
  /** A note or control before the buttons. */
  note: ReactNode
  /** The buttons. */
  children: ReactNode
  /** Holds the files of the message; absent where none can be attached. */
  target?: AttachStore
}

/** A text field in the transcript. Takes focus when it opens. */
export function EditorField({ label, value, onChange, onSubmit, onCancel, note, children, target }: EditorFieldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const field = useRef<HTMLTextAreaElement>(null)
  const isFocused = useRef(false)
  return (
    <div className="rim grid gap-2 rounded-lg p-2 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent">
      <textarea
        ref={(element) => {
          field.current = element
          if (!isFocused.current) takeFocus(element)
          isFocused.current = true
        }}
        aria-label={label}
        rows={2}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-[60dvh] min-h-12 w-full resize-none bg-transparent px-1.5 pt-0.5 text-md outline-none"
      />
      {target && <AttachedFiles target={target} onRemoved={() => field.current?.focus()} />}
      <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
        {target && <AttachButton target={target} />}
        <p className="mr-auto px-1.5 text-xs text-text-muted">{note}</p>
        {children}
      </div>
    </div>
  )
}

/** Focuses the end of the text when the field appears. */
function takeFocus(field: HTMLTextAreaElement | null): void {
  if (!field) return
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}

interface MessageEditorProps {
  message: Message
  store: ConversationStore
  /** The model that answers when this is sent; null if there is none. */
  modelId: string | null
}

/** Edits a message in place. Escape keeps the typed text for the next time. */
export function MessageEditor({ message, store, modelId }: MessageEditorProps) {
  const { id } = message
  const typed = useStore(openEdits, ({ texts }) => texts[id])
  const busy = useStore(store, ({ running }) => running !== null)
  const [hasUnsavedText] = useState(typed !== undefined && typed !== message.text)
  const text = typed ?? message.text
  const files = filesInEditor(message)
  const attached = useStore(files, (state) => state.attached)
  const isEmpty = text.trim() === '' && attached.length === 0
  const canSend = message.kind === 'written' && message.role === 'user'

  const closeEditor = () => {
    leaveEdit(id)
    forgetEdit(id)
  }
  const save = () => {
    if (isEmpty) return
    changeThenFocus(
      () => {
        store.getState().editText(id, text, attached)
        closeEditor()
      },
      () => focusMessage(id, 'edit'),
    )
  }
  const send = () => {
    if (!canSend) return save()
    if (isEmpty || busy || modelId === null) return
    const index = indexOfMessage(store, id)
    changeThenFocus(
      () => {
        store.getState().editAndResend(id, text, modelId, attached)
        closeEditor()
      },
      () => focusMessageAt(store, index, null, 'edit'),
    )
  }
  const revert = (button: HTMLElement) => {
    const field = button.closest('article')?.querySelector('textarea')
    // The button disappears with the change it reverts.
    changeThenFocus(
      () => forgetEdit(id),
      () => field?.focus(),
    )
  }
  const cancel = () =>
    changeThenFocus(
      () => leaveEdit(id),
      () => focusMessage(id, 'edit'),
    )

  return (
    <EditorField
      label="Edit message"
      value={text}
      onChange={(next) => setEditText(id, next)}
      onSubmit={send}
      onCancel={cancel}
      {...(message.kind === 'written' && { target: files })}
      note={
        canSend && busy
          ? 'A reply is streaming. Save now, or send when it finishes.'
          : hasUnsavedText && 'Unsaved changes'
      }
    >
      {hasUnsavedText && typed !== undefined && typed !== message.text && (
        <Button variant="quiet" size="small" onClick={({ currentTarget }) => revert(currentTarget)}>
          Discard changes
        </Button>
      )}
      <Button variant="quiet" size="small" onClick={cancel}>
        Cancel
      </Button>
      <Button size="small" disabled={isEmpty} onClick={save}>
        Save
      </Button>
      {canSend && (
        <Button
          variant="primary"
          size="small"
          disabled={isEmpty || busy || modelId === null}
          title="Ctrl+Enter"
          onClick={send}
        >
          Save and send
        </Button>
      )}
    </EditorField>
  )
}
