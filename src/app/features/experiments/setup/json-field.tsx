import { useState } from 'react'
import { parseJson } from '#contract/json.ts'
import { TextArea } from './section.tsx'

interface JsonFieldProps<Value> {
  label: string
  value: Value | undefined
  /** Reads what was typed; undefined if it is something else. */
  read: (json: unknown) => Value | undefined
  /** Undefined when the field is empty or can't be read. */
  onChange: (value: Value | undefined) => void
  /** What to do if it can't be read, in a sentence. */
  advice: string
  placeholder: string
}

/** A field for JSON. What can't be read stays as it was typed, and isn't used. */
export function JsonField<Value>({ label, value, read, onChange, advice, placeholder }: JsonFieldProps<Value>) {
  const [draft, setDraft] = useState<string>()
  const readText = (typed: string) => (typed.trim() === '' ? undefined : read(parseJson(typed)))
  // What was typed is shown while it means the same, so that its layout stays.
  const isTyped = draft !== undefined && JSON.stringify(readText(draft)) === JSON.stringify(value)
  const text = isTyped ? draft : value === undefined ? '' : JSON.stringify(value, null, 2)
  return (
    <TextArea
      isCode
      label={label}
      value={text}
      placeholder={placeholder}
      error={isTyped && text.trim() !== '' && value === undefined ? advice : undefined}
      onChange={(typed) => {
        setDraft(typed)
        onChange(readText(typed))
      }}
    />
  )
}
