import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { type BaseUrlProblem, apiBaseOf, readBaseUrl } from '#app/data/connections/base-url.ts'
import { connections } from '#app/data/connections/connections.ts'
import type { Saved } from '#app/data/connections/create-connections.ts'
import type { OtherConnection } from '#app/data/connections/stored-connections.ts'
import { keyIn } from '#app/data/connections/connection.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldClass } from '#app/ui/field.tsx'
import { ConnectionTest, useConnectionTest } from './connection-test.tsx'
import { KeyField, type SaveOutcome } from './key-field.tsx'

/** What to do about each problem of a base URL. */
export const problemWords: Record<BaseUrlProblem, string> = {
  empty: 'Enter the base URL of the provider, such as http://127.0.0.1:11434/v1.',
  'not-an-address': 'This isn’t a valid URL. Enter one such as https://api.example.com/v1.',
  'not-http': 'Start the URL with https:// or http://.',
  credentials: 'Remove the user name and password from the URL. Enter the key in the API key field.',
  query: 'Remove the ? or # and everything after it. A base URL ends with its path.',
}

function describeSave({ keyDropped, kept }: Saved, name: string): SaveOutcome {
  const parts = [
    kept ? `Saved ${name}.` : `${name} works until you close this page. The browser couldn’t save it.`,
    keyDropped && 'The address changed, so the old key was removed. Add a key for the new address.',
  ]
  return { message: parts.filter(Boolean).join(' '), isUsable: !keyDropped }
}

/** Removes a connection on the second press, because its key can't be restored. */
function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <Button
      variant="quiet"
      className="ml-auto"
      onBlur={() => setConfirming(false)}
      onClick={() => {
        if (isConfirming) onRemove()
        else setConfirming(true)
      }}
    >
      {isConfirming ? `Remove ${name} and its key` : 'Remove'}
    </Button>
  )
}

interface OtherConnectionFormProps {
  /** Undefined for a new connection. */
  connection: OtherConnection | undefined
  onSaved: (news: SaveOutcome, id: string) => void
  onRemoved: (name: string) => void
}

/** A connection to another service: its name, its address and its key. */
export function OtherConnectionForm({ connection, onSaved, onRemoved }: OtherConnectionFormProps) {
  const kept = useStore(connections, (state) => (connection && state.keyPlaces[connection.id]) ?? null)
  const [name, setName] = useState(connection?.name ?? '')
  const [address, setAddress] = useState(connection?.baseUrl ?? '')
  const [problem, setProblem] = useState<BaseUrlProblem | null>(null)
  const [place, setPlace] = useState(kept ?? 'device')
  const addressField = useRef<HTMLInputElement>(null)
  const keyField = useRef<HTMLInputElement>(null)
  const { report, test, clear } = useConnectionTest()

  const { baseUrl } = readBaseUrl(address)
  const keyOrigin = connection && kept ? new URL(connection.baseUrl).origin : null
  const dropsKey = keyOrigin !== null && baseUrl !== undefined && new URL(baseUrl).origin !== keyOrigin
  const typedKey = () => keyIn(keyField.current?.value ?? '')

  /** Returns the typed base URL if it is valid. Otherwise shows the problem and focuses the field. */
  const validate = () => {
    const reading = readBaseUrl(address)
    setProblem(reading.problem ?? null)
    if (reading.problem !== undefined) addressField.current?.focus()
    return reading.baseUrl
  }
  const nameOf = (url: string) => (name.trim() === '' ? new URL(url).host : name.trim())
  const changeAddress = (next: string) => {
    clear()
    setProblem(null)
    setAddress(next)
  }

  return (
    <form
      aria-label={connection?.name ?? 'Add connection'}
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const validUrl = validate()
        if (validUrl === undefined) return
        clear()
        const key = typedKey() === '' ? undefined : typedKey()
        if (keyField.current) keyField.current.value = ''
        const draft = { id: connection?.id ?? null, name: nameOf(validUrl), baseUrl: validUrl, key, place }
        const saved = connections.save(draft)
        onSaved(describeSave(saved, draft.name), saved.id)
      }}
    >
      <Field htmlFor="base-url" label="Base URL" error={problem === null ? undefined : problemWords[problem]}>
        <input
          ref={addressField}
          id="base-url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="http://127.0.0.1:11434/v1"
          value={address}
          onChange={(event) => changeAddress(event.target.value)}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? 'base-url-words' : 'base-url-error'}
          className={`${fieldClass} font-mono`}
        />
        {problem === null && (
          <p id="base-url-words" className="text-xs wrap-anywhere text-text-muted">
            {baseUrl === undefined
              ? 'Any service with a chat completions API: Ollama, llama.cpp, vLLM, LM Studio, OpenRouter and others.'
              : `Requests go to ${apiBaseOf(baseUrl)}/chat/completions.`}
          </p>
        )}
      </Field>
      <Field htmlFor="connection-name" label="Name" aside="Optional">
        <input
          id="connection-name"
          autoComplete="off"
          placeholder={baseUrl === undefined ? 'For example, Local Ollama' : new URL(baseUrl).host}
          value={name}
          onChange={(event) => setName(event.target.value)}
          className={fieldClass}
        />
      </Field>
      <KeyField
        field={keyField}
        kept={dropsKey ? null : kept}
        place={place}
        onPlace={setPlace}
        onForget={() => {
          clear()
          if (connection) connections.forgetKey(connection.id)
        }}
        warning={dropsKey ? `The saved key is for ${keyOrigin}. Saving another address removes it.` : undefined}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary">
          Save
        </Button>
        <Button
          onClick={() => {
            const validUrl = validate()
            if (validUrl === undefined) return
            const keptKey = connection && !dropsKey ? connections.keyOf(connection.id) : null
            test({
              id: connection?.id ?? 'new',
              name: nameOf(validUrl),
              apiBase: apiBaseOf(validUrl),
              key: typedKey() === '' ? keptKey : typedKey(),
            })
          }}
        >
          Test connection
        </Button>
        {connection && (
          <RemoveButton
            name={connection.name}
            onRemove={() => {
              clear()
              connections.remove(connection.id)
              onRemoved(connection.name)
            }}
          />
        )}
      </div>
      {report && <ConnectionTest report={report} onUseSuggestion={changeAddress} />}
    </form>
  )
}
