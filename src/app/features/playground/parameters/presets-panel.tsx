import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { invalidSettings } from '#app/chat/store/chat-request.ts'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { useNews } from '#app/chat/store/use-panes.ts'
import { changeThenFocus } from '#app/chat/transcript/focus-message.ts'
import { type Setup, emptySetup, settingsOf, setupOf } from '#app/data/setup.ts'
import { type Preset, presets, watchPresets } from '#app/data/storage/presets.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldClass } from '#app/ui/field.tsx'
import { takeLostFocus } from '#app/ui/focus.ts'
import { Notice } from '#app/ui/notice.tsx'

interface PresetRowProps {
  preset: Preset
  onApply: () => void
  onRemove: () => void
}

/** One preset: pressed, it applies; its name can be changed where it stands. */
export function PresetRow({ preset, onApply, onRemove }: PresetRowProps) {
  const { id, name, modelId } = preset
  const rename = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const end = () =>
    changeThenFocus(
      () => {
        setTyped(null)
        setRefused(false)
      },
      () => rename.current?.focus(),
    )

  if (typed !== null) {
    return (
      <li className="grid gap-1 px-2 py-1">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (presets.getState().rename(id, typed)) end()
            else setRefused(true)
          }}
          className="flex gap-1"
        >
          <input
            ref={focusAll}
            aria-label={`New name of ${name}`}
            value={typed}
            maxLength={60}
            aria-invalid={refused}
            aria-describedby={refused ? `${id}-error` : undefined}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.stopPropagation()
              event.preventDefault()
              end()
            }}
            className={`${fieldClass} min-w-0`}
          />
          <Button type="submit">Rename</Button>
        </form>
        {refused && (
          <p role="alert" id={`${id}-error`} className="text-xs text-danger">
            Give it a name that no other preset has.
          </p>
        )}
      </li>
    )
  }
  return (
    <li className="group/preset flex items-center rounded-md hover:bg-tint">
      <button
        type="button"
        aria-label={`Apply ${name}`}
        onClick={onApply}
        className="grid min-w-0 flex-1 rounded-md px-2 py-1 text-start"
      >
        <span className="truncate font-medium">{name}</span>
        {modelId !== null && <span className="truncate font-mono text-xs text-text-muted">{modelId}</span>}
      </button>
      <Button
        ref={rename}
        variant="quiet"
        size="small"
        aria-label={`Rename ${name}`}
        title="Rename"
        onClick={() => setTyped(name)}
      >
        <Pencil aria-hidden size={14} />
      </Button>
      <Button variant="quiet" size="small" aria-label={`Delete ${name}`} title="Delete" onClick={onRemove}>
        <Trash2 aria-hidden size={14} />
      </Button>
    </li>
  )
}

function focusAll(field: HTMLInputElement | null): void {
  field?.select()
}

interface PresetsPanelProps {
  store: ConversationStore
  idPrefix: string
  /** Changes settings, says so, and keeps the way back. */
  onApply: (words: string, setup: Partial<Setup>) => void
}

/** What shapes replies under names of one's own: kept in this browser, applied with one press. */
export function PresetsPanel({ store, idPrefix, onApply }: PresetsPanelProps) {
  const { presets: kept, problem } = useStore(presets)
  const [name, setName] = useState('')
  const [withModel, setWithModel] = useState(false)
  const [deleted, setDeleted] = useNews<{ name: string; before: readonly Preset[]; after: readonly Preset[] }>()
  // Bringing it back must not take back what was done to other presets since.
  const removed = deleted?.after === kept ? deleted : null
  const [refused, setRefused] = useState(false)
  const invalid = useStore(
    store,
    useShallow((state) => invalidSettings(state).map(({ label, advice }) => `${label}: ${advice}`)),
  )
  const panel = useRef<HTMLDivElement>(null)
  useEffect(watchPresets, [])

  const apply = (preset: Preset) =>
    onApply(`Applied ${preset.name}.`, preset.modelId === null ? settingsOf(preset) : setupOf(preset))
  const save = (event: FormEvent) => {
    event.preventDefault()
    setRefused(invalid.length > 0)
    if (invalid.length > 0) return
    const state = store.getState()
    presets.getState().save({ name, ...emptySetup, ...(withModel ? setupOf(state) : settingsOf(state)) })
    setName('')
  }

  return (
    <div ref={panel} tabIndex={-1} className="grid gap-3 outline-none">
      {kept.length === 0 ? (
        <p className="text-xs text-text-muted">
          A preset keeps the system prompt and the parameters under a name, in this browser.
        </p>
      ) : (
        <ul aria-label="Presets" className="-mx-2 grid">
          {kept.map((preset) => (
            <PresetRow
              key={preset.id}
              preset={preset}
              onApply={() => apply(preset)}
              onRemove={() => {
                presets.getState().remove(preset.id)
                setDeleted({ name: preset.name, before: kept, after: presets.getState().presets })
              }}
            />
          ))}
        </ul>
      )}
      <p role="status" className="text-xs text-text-muted empty:hidden">
        {removed && `Deleted ${removed.name}.`}
      </p>
      {removed && (
        <Button
          ref={takeLostFocus}
          key={removed.name}
          size="small"
          className="justify-self-start"
          onClick={() => {
            panel.current?.focus({ preventScroll: true })
            presets.getState().restore(removed.before)
            setDeleted(null)
          }}
        >
          Bring back
        </Button>
      )}
      {problem !== null && <Notice tone="warning">{problem}</Notice>}
      <form onSubmit={save} className="grid gap-2">
        <div className="flex gap-2">
          <input
            aria-label="Preset name"
            id={`${idPrefix}-preset`}
            value={name}
            onChange={(event) => setName(event.target.value)}
            placeholder="Name for what is set now"
            maxLength={60}
            className={`${fieldClass} min-w-0`}
          />
          <Button type="submit" disabled={name.trim() === ''}>
            Save preset
          </Button>
        </div>
        {refused && invalid.length > 0 && (
          <p role="alert" className="text-xs text-danger">
            The preset wasn’t saved. {invalid.join(' ')}
          </p>
        )}
        <label className="flex items-center gap-2 text-xs text-text-muted">
          <input type="checkbox" checked={withModel} onChange={(event) => setWithModel(event.target.checked)} />
          With the model
        </label>
      </form>
    </div>
  )
}
