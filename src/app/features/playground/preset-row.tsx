import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { changeThenFocus } from '#app/chat/focus-message.ts'
import { presets, type Preset } from '#app/data/presets.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldClass } from '#app/ui/field.tsx'

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
