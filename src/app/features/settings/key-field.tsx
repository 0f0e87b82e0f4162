import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { RefObject } from 'react'
import type { KeyPlace } from '#app/data/storage/browser-storage.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldClass } from '#app/ui/field.tsx'

export interface SaveOutcome {
  message: string
  /** True if there is something to try now. */
  isUsable: boolean
}

/** The result of saving. Takes focus, since the pressed button may be gone. */
export function SavedNotice({ outcome: { message, isUsable } }: { outcome: SaveOutcome }) {
  return (
    <p
      key={message}
      role="status"
      tabIndex={-1}
      ref={(note) => note?.focus({ preventScroll: true })}
      className="flex flex-wrap items-center gap-2 rounded-md bg-tint px-3 py-2 outline-none"
    >
      <Check aria-hidden size={16} className="text-success" />
      {message}
      {isUsable && (
        <Link to="/" className="text-accent underline underline-offset-3">
          Try its models
        </Link>
      )}
    </p>
  )
}

interface KeyFieldProps {
  /** Uncontrolled, so that the key never appears in React state or the document. */
  field: RefObject<HTMLInputElement | null>
  /** Where a key is saved; null if none is. */
  kept: KeyPlace | null
  place: KeyPlace
  onPlace: (place: KeyPlace) => void
  onForget: () => void
  /** A warning about the saved key. */
  warning?: string | undefined
}

const placeWords: Record<KeyPlace, string> = { device: 'On this device', tab: 'In this tab only' }
const keptWords: Record<KeyPlace, string> = {
  device: 'Key saved on this device.',
  tab: 'Key saved for this tab.',
}

/** A field for a key. A saved key is never shown again, only replaced or forgotten. */
export function KeyField({ field, kept, place, onPlace, onForget, warning }: KeyFieldProps) {
  return (
    <div className="grid gap-2.5">
      <Field htmlFor="connection-key" label="API key">
        <div className="flex items-center gap-2">
          <input
            ref={field}
            id="connection-key"
            type="password"
            autoComplete="off"
            spellCheck={false}
            aria-describedby="connection-key-words"
            placeholder={kept ? 'Key saved' : 'None'}
            className={`${fieldClass} min-w-0 flex-1`}
          />
          {kept && (
            <>
              <Button onClick={() => field.current?.focus()}>Replace</Button>
              <Button
                onClick={() => {
                  onForget()
                  field.current?.focus()
                }}
              >
                Forget
              </Button>
            </>
          )}
        </div>
      </Field>
      <p id="connection-key-words" className={`text-xs ${warning === undefined ? 'text-text-muted' : 'text-warning'}`}>
        {warning ??
          (kept
            ? `${keptWords[kept]} It won’t be shown again. Enter another key to replace it.`
            : 'Sent only to the address above.')}
      </p>
      <div role="radiogroup" aria-labelledby="keep-key" className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <span id="keep-key" className="label">
          Store the key
        </span>
        {(['device', 'tab'] as const).map((each) => (
          <label key={each} className="flex items-center gap-1.5">
            <input type="radio" name="place" checked={place === each} onChange={() => onPlace(each)} />
            {placeWords[each]}
          </label>
        ))}
      </div>
    </div>
  )
}
