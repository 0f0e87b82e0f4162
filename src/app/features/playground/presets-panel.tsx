import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { ConversationStore } from '#app/chat/conversation-store.ts'
import { invalidSettings } from '#app/chat/invalid-settings.ts'
import { useNews } from '#app/chat/use-news.ts'
import { presets, watchPresets, type Preset } from '#app/data/presets.ts'
import type { Setup } from '#app/data/setup.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldClass } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { takeLostFocus } from '#app/ui/focus.ts'
import { PresetRow } from './preset-row.tsx'

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

  const apply = ({ name: applied, modelId, connectionId, systemPrompt, parameters, extraBody }: Preset) =>
    onApply(`Applied ${applied}.`, {
      systemPrompt,
      parameters,
      extraBody,
      ...(modelId !== null && { modelId, connectionId }),
    })
  const save = (event: FormEvent) => {
    event.preventDefault()
    setRefused(invalid.length > 0)
    if (invalid.length > 0) return
    const { modelId, connectionId, systemPrompt, parameters, extraBody } = store.getState()
    const model = withModel ? { modelId, connectionId } : { modelId: null, connectionId: null }
    presets.getState().save({ name, ...model, systemPrompt, parameters, extraBody })
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
