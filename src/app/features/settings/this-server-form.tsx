import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { targetOf } from '#app/data/connections/connection-target.ts'
import { connection, keyIn, rememberKey } from '#app/data/connections/connection.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldClass } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { ConnectionTest, useConnectionTest } from './connection-test.tsx'
import { KeyField, type SaveOutcome } from './key-field.tsx'

/** The service that served this page. Its address is fixed; only the key can be changed. */
export function ThisServerForm({ onSaved }: { onSaved: (news: SaveOutcome) => void }) {
  const { key, place: kept, refused } = useStore(connection)
  const [place, setPlace] = useState(kept ?? 'device')
  const field = useRef<HTMLInputElement>(null)
  const { report, test, clear } = useConnectionTest()
  const typedKey = () => keyIn(field.current?.value ?? '')
  return (
    <form
      aria-label="This server"
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const next = typedKey() === '' ? key : typedKey()
        if (next === null) {
          field.current?.focus()
          return
        }
        clear()
        rememberKey(next, place)
        if (field.current) field.current.value = ''
        onSaved({ message: 'Saved.', isUsable: true })
      }}
    >
      {(key === null || refused) && (
        <Notice tone="warning">
          {refused && key !== null
            ? `${location.host} rejected this key. Enter another one`
            : 'No API key yet. Enter one'}{' '}
          here, or open the link that Parley printed at startup.
        </Notice>
      )}
      <Field htmlFor="base-url" label="Base URL">
        <input id="base-url" readOnly value={`${location.origin}/v1`} className={`${fieldClass} text-text-muted`} />
      </Field>
      <KeyField
        field={field}
        kept={kept}
        place={place}
        onPlace={setPlace}
        onForget={() => {
          clear()
          rememberKey('')
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary">
          Save
        </Button>
        <Button
          onClick={() => {
            const target = targetOf(null)
            if (target) test({ ...target, key: typedKey() === '' ? target.key : typedKey() })
          }}
        >
          Test connection
        </Button>
      </div>
      {report && <ConnectionTest report={report} onUseSuggestion={() => undefined} />}
    </form>
  )
}
