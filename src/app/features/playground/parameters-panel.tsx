import { useState } from 'react'
import { useStore } from 'zustand'
import { isAllowed, parameters } from '#contract/parameters.ts'
import type { ConversationStore } from '#app/chat/conversation-store.ts'
import { Field, fieldClass } from '#app/ui/field.tsx'
import { Slider } from '#app/ui/slider.tsx'

/** What shapes the replies: system prompt and parameters. What was not touched is not sent. */
export function ParametersPanel({ store, idPrefix }: { store: ConversationStore; idPrefix: string }) {
  return (
    <div className="grid gap-5">
      <SystemPrompt store={store} id={`${idPrefix}-system`} />
      <Temperature store={store} id={`${idPrefix}-temperature`} />
      <MaxTokens store={store} id={`${idPrefix}-max-tokens`} />
    </div>
  )
}

interface ControlProps {
  store: ConversationStore
  id: string
}

function SystemPrompt({ store, id }: ControlProps) {
  const value = useStore(store, (state) => state.systemPrompt)
  return (
    <Field htmlFor={id} label="System prompt">
      <textarea
        id={id}
        rows={4}
        value={value}
        onChange={(event) => store.getState().setSystemPrompt(event.target.value)}
        placeholder="How the model should behave"
        className={`${fieldClass} field-sizing-content max-h-[40dvh] min-h-24 resize-none`}
      />
    </Field>
  )
}

function Temperature({ store }: ControlProps) {
  const { label, range, default: assumed } = parameters.temperature
  const value = useStore(store, (state) => state.parameters.temperature)
  const set = (next: number | undefined) => store.getState().setParameter('temperature', next)
  const shown = value ?? assumed
  return (
    <div className="grid gap-0.5">
      <div className="flex h-6 items-center justify-between gap-2">
        <span className="label flex items-center gap-1.5">
          {label}
          {value !== undefined && <span className="size-1.5 rounded-full bg-accent" title="Changed" />}
        </span>
        <span className="flex items-center gap-2 text-xs tabular-nums">
          {value === undefined ? (
            <span className="text-text-muted">Not sent</span>
          ) : (
            <button
              type="button"
              onClick={() => set(undefined)}
              className="rounded-sm text-text-muted underline decoration-line-strong underline-offset-3 hover:text-text"
            >
              Reset<span className="sr-only"> temperature</span>
            </button>
          )}
          <span className="text-sm">{shown.toFixed(2)}</span>
        </span>
      </div>
      <Slider label={label} value={shown} onChange={set} {...range} valueText={shown.toFixed(2)} />
      <div className="flex justify-between text-xs text-text-muted">
        <span>0 · repeatable</span>
        <span>2 · wild</span>
      </div>
    </div>
  )
}

function MaxTokens({ store, id }: ControlProps) {
  const { label, range } = parameters.maxTokens
  const value = useStore(store, (state) => state.parameters.maxTokens)
  /** Kept apart while it is not a valid number, so that nothing typed is lost. */
  const [invalid, setInvalid] = useState<string | null>(null)
  const change = (text: string) => {
    const isEmpty = text.trim() === ''
    const acceptable = !isEmpty && isAllowed(parameters.maxTokens, Number(text))
    setInvalid(isEmpty || acceptable ? null : text)
    store.getState().setParameter('maxTokens', acceptable ? Number(text) : undefined)
  }
  return (
    <Field
      htmlFor={id}
      label={label}
      aside="the model’s limit if empty"
      error={invalid === null ? undefined : 'Enter a whole number of at least 1, or leave it empty. It is not sent.'}
    >
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={range.min}
        step={range.step}
        value={invalid ?? value ?? ''}
        onChange={(event) => change(event.target.value)}
        aria-invalid={invalid !== null}
        aria-describedby={invalid === null ? undefined : `${id}-error`}
        placeholder="Not sent"
        className={fieldClass}
      />
    </Field>
  )
}
