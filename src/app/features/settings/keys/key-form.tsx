import { type ReactNode, useRef, useState } from 'react'
import { ServiceFailure } from '#app/data/calls/service-call.ts'
import { addServiceKey, changeServiceKey } from '#app/data/service-keys/service-keys.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldClass } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { CreatedKey, KeyInfo, KeyScope } from '#contract/keys.ts'
import {
  type FieldName,
  type FieldProblems,
  type KeyDraft,
  changesOf,
  draftOf,
  emptyDraft,
  fieldNames,
  fieldOf,
  limitNames,
  limits,
  readDraft,
} from './key-draft.ts'

const scopeWords: Record<KeyScope, string> = {
  chat: 'Call models',
  models: 'List models',
  admin: 'Manage keys and see all usage',
}
const scopeNames = ['chat', 'models', 'admin'] as const

interface KeyFormProps {
  /** Undefined for a new key. */
  edited: KeyInfo | undefined
  onCreated: (created: CreatedKey) => void
  onChanged: (name: string) => void
  onCancel: () => void
}

/** The terms of a key. What is typed stays until the service has accepted it. */
export function KeyForm({ edited, onCreated, onChanged, onCancel }: KeyFormProps) {
  const [initial] = useState<KeyDraft>(() => (edited ? draftOf(edited) : emptyDraft))
  const [draft, setDraft] = useState(initial)
  const [problems, setProblems] = useState<FieldProblems>({})
  const [failure, setFailure] = useState('')
  const [isSaving, setSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const set = (changes: Partial<KeyDraft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    // The problem of a field lasts until it changes.
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(changes, name))),
    )
  }
  const showProblems = (found: FieldProblems) => {
    setProblems(found)
    const first = fieldNames.find((name) => found[name] !== undefined)
    if (first) form.current?.querySelector<HTMLElement>(`#${idOf(first)}`)?.focus()
  }
  const save = async () => {
    setFailure('')
    const { terms, problems: found } = readDraft(draft)
    if (Object.keys(found).length > 0) {
      showProblems(found)
      return
    }
    setSaving(true)
    try {
      if (edited) {
        const change = changesOf(initial, draft)
        if (Object.keys(change).length > 0) await changeServiceKey(edited.id, change)
        onChanged(edited.name)
      } else onCreated(await addServiceKey(draft.name, terms))
    } catch (reason) {
      setSaving(false)
      const field = reason instanceof ServiceFailure ? fieldOf(reason.detail.param) : undefined
      const message = reason instanceof Error ? reason.message : 'The key could not be saved. Try again.'
      if (field) showProblems({ [field]: message })
      else setFailure(message)
    }
  }
  /** A text field. */
  const input = (name: Exclude<FieldName, 'scopes' | 'models'>, more: Partial<InputProps> = {}) => (
    <DraftField name={name} label={labels[name]} problem={problems[name]} aside={more.aside}>
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens because its button was pressed
        autoFocus={name === (edited ? 'owner' : 'name')}
        id={idOf(name)}
        type={more.type ?? 'text'}
        inputMode={more.inputMode}
        autoComplete="off"
        spellCheck={false}
        placeholder={more.placeholder}
        value={draft[name]}
        onChange={({ target }) => set({ [name]: target.value })}
        aria-invalid={problems[name] !== undefined}
        aria-describedby={problems[name] === undefined ? undefined : `${idOf(name)}-error`}
        className={fieldClass}
      />
    </DraftField>
  )

  return (
    <form
      ref={form}
      aria-label={edited ? `Edit ${edited.name}` : 'Add key'}
      noValidate
      className="grid max-w-xl gap-4 rounded-md border border-line p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSaving) void save()
      }}
    >
      <h3 className="font-semibold">{edited ? `Edit ${edited.name}` : 'Add key'}</h3>
      <div className="grid gap-4 md:grid-cols-2">
        {!edited && input('name', { placeholder: 'For example, laptop' })}
        {input('owner', { aside: 'Optional', placeholder: 'Who uses it' })}
      </div>
      <fieldset aria-describedby={problems.scopes === undefined ? undefined : `${idOf('scopes')}-error`}>
        <legend className="label mb-1.5">Scopes</legend>
        <div className="grid gap-1.5">
          {scopeNames.map((scope, place) => (
            <label key={scope} className="flex items-center gap-2">
              <input
                id={place === 0 ? idOf('scopes') : undefined}
                type="checkbox"
                checked={draft.scopes.includes(scope)}
                onChange={({ target }) =>
                  set({
                    scopes: scopeNames.filter((each) =>
                      each === scope ? target.checked : draft.scopes.includes(each),
                    ),
                  })
                }
              />
              <span>
                <span className="font-medium">{scope}</span>{' '}
                <span className="text-text-muted">{scopeWords[scope]}</span>
              </span>
            </label>
          ))}
        </div>
        {problems.scopes !== undefined && (
          <p role="alert" id={`${idOf('scopes')}-error`} className="mt-1.5 text-xs text-danger">
            {problems.scopes}
          </p>
        )}
      </fieldset>
      <DraftField name="models" label="Allowed models" problem={problems.models} aside="Optional">
        <textarea
          id={idOf('models')}
          rows={2}
          autoComplete="off"
          spellCheck={false}
          placeholder="All, or one id per line"
          value={draft.models}
          onChange={({ target }) => set({ models: target.value })}
          aria-invalid={problems.models !== undefined}
          aria-describedby={problems.models === undefined ? undefined : `${idOf('models')}-error`}
          className={`${fieldClass} field-sizing-content max-h-40 min-h-14 font-mono text-xs`}
        />
      </DraftField>
      <div className="grid gap-4 md:grid-cols-2">
        {limitNames.map((name) => (
          <div key={name}>
            {input(name, {
              placeholder: 'No limit',
              inputMode: limits[name].isWhole ? 'numeric' : 'decimal',
              aside: limits[name].isWhole ? undefined : 'US dollars',
            })}
          </div>
        ))}
        {input('expires_at', { type: 'date', aside: 'Optional, 00:00 UTC' })}
      </div>
      {failure !== '' && <Notice tone="danger">{failure}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" aria-disabled={isSaving}>
          {edited ? 'Save changes' : 'Create key'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

interface InputProps {
  type: 'text' | 'date'
  inputMode: 'numeric' | 'decimal'
  placeholder: string
  aside: string | undefined
}

const labels = {
  name: 'Key name',
  owner: 'Owner',
  requests_per_minute: limits.requests_per_minute.label,
  tokens_per_minute: limits.tokens_per_minute.label,
  budget_per_day: limits.budget_per_day.label,
  budget_per_month: limits.budget_per_month.label,
  expires_at: 'Expires',
}

function idOf(name: FieldName): string {
  return `key-${name.replaceAll('_', '-')}`
}

interface DraftFieldProps {
  name: FieldName
  label: string
  problem: string | undefined
  aside?: string | undefined
  children: ReactNode
}

function DraftField({ name, label, problem, aside, children }: DraftFieldProps) {
  return (
    <Field htmlFor={idOf(name)} label={label} aside={aside} error={problem}>
      {children}
    </Field>
  )
}
