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

/** One preset: a button that applies it, and in-place renaming. */
export function PresetRow({ preset, onApply, onRemove }: PresetRowProps) {
  const { id, name, modelId } = preset
  const rename = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isRejected, setRejected] = useState(false)
  const closeField = () =>
    changeThenFocus(
      () => {
        setTyped(null)
        setRejected(false)
      },
      () => rename.current?.focus(),
    )

  if (typed !== null) {
    return (
      <li className="grid gap-1 px-2 py-1">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (presets.getState().rename(id, typed)) closeField()
            else setRejected(true)
          }}
          className="flex gap-1"
        >
          <input
            ref={selectText}
            aria-label={`New name for ${name}`}
            value={typed}
            maxLength={60}
            aria-invalid={isRejected}
            aria-describedby={isRejected ? `${id}-error` : undefined}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.stopPropagation()
              event.preventDefault()
              closeField()
            }}
            className={`${fieldClass} min-w-0`}
          />
          <Button type="submit">Rename</Button>
        </form>
        {isRejected && (
          <p role="alert" id={`${id}-error`} className="text-xs text-danger">
            Enter a name that no other preset uses.
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

function selectText(field: HTMLInputElement | null): void {
  field?.select()
}

interface PresetsPanelProps {
  store: ConversationStore
  idPrefix: string
  /** Applies settings with a message and an Undo button. */
  onApply: (words: string, setup: Partial<Setup>) => void
}

/** Named presets of settings, saved in this browser. */
export function PresetsPanel({ store, idPrefix, onApply }: PresetsPanelProps) {
  const { presets: savedPresets, problem } = useStore(presets)
  const [name, setName] = useState('')
  const [includesModel, setIncludesModel] = useState(false)
  const [deleted, setDeleted] = useNews<{ name: string; before: readonly Preset[]; after: readonly Preset[] }>()
  // Undo must not revert later changes to other presets.
  const removed = deleted?.after === savedPresets ? deleted : null
  const [isRejected, setRejected] = useState(false)
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
    setRejected(invalid.length > 0)
    if (invalid.length > 0) return
    const state = store.getState()
    presets.getState().save({ name, ...emptySetup, ...(includesModel ? setupOf(state) : settingsOf(state)) })
    setName('')
  }

  return (
    <div ref={panel} tabIndex={-1} className="grid gap-3 outline-none">
      {savedPresets.length === 0 ? (
        <p className="text-xs text-text-muted">
          Presets save the system prompt and parameters. They are stored only in this browser.
        </p>
      ) : (
        <ul aria-label="Presets" className="-mx-2 grid">
          {savedPresets.map((preset) => (
            <PresetRow
              key={preset.id}
              preset={preset}
              onApply={() => apply(preset)}
              onRemove={() => {
                presets.getState().remove(preset.id)
                setDeleted({ name: preset.name, before: savedPresets, after: presets.getState().presets })
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
          Restore
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
            placeholder="Preset name"
            maxLength={60}
            className={`${fieldClass} min-w-0`}
          />
          <Button type="submit" disabled={name.trim() === ''}>
            Save preset
          </Button>
        </div>
        {isRejected && invalid.length > 0 && (
          <p role="alert" className="text-xs text-danger">
            The preset wasn’t saved. {invalid.join(' ')}
          </p>
        )}
        <label className="flex items-center gap-2 text-xs text-text-muted">
          <input type="checkbox" checked={includesModel} onChange={(event) => setIncludesModel(event.target.checked)} />
          Include the model
        </label>
      </form>
    </div>
  )
}
