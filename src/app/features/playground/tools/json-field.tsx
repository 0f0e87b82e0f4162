import { type ReactNode, useState } from 'react'
import { isRecord, parseJson } from '#contract/json.ts'
import { schemaFromExample } from '#app/data/json-schema/schema-from-example.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldClass } from '#app/ui/field.tsx'

interface JsonFieldProps {
  id: string
  label: string
  /** JSON Schema, as it was typed; may be empty. */
  value: string
  onChange: (value: string) => void
  /** What an example is one of: `arguments`. */
  exampleOf: string
}

/** An editor for a JSON Schema, which says where it is invalid and makes one from an example. */
export function JsonField({ id, label, value, onChange, exampleOf }: JsonFieldProps) {
  const [example, setExample] = useState<string | null>(null)
  const problem = value.trim() === '' ? undefined : problemOf(value)
  const made = example === null ? undefined : parseJson(example)
  return (
    <div className="grid gap-1.5">
      <Field htmlFor={id} label={label} aside="JSON Schema" error={problem}>
        <textarea
          id={id}
          rows={4}
          value={value}
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-error`}
          placeholder={'{"type": "object", "properties": {"city": {"type": "string"}}}'}
          onChange={({ target }) => onChange(target.value)}
          className={`${fieldClass} field-sizing-content max-h-80 min-h-20 resize-none font-mono text-xs`}
        />
      </Field>
      {example === null ? (
        <Button size="small" variant="quiet" className="-ml-2 justify-self-start" onClick={() => setExample('')}>
          Generate from example
        </Button>
      ) : (
        <div className="grid gap-1.5 rounded-md border border-line p-2.5">
          <Field htmlFor={`${id}-example`} label={`Example ${exampleOf}`} aside="JSON">
            <textarea
              ref={focusOnMount}
              id={`${id}-example`}
              rows={3}
              value={example}
              spellCheck={false}
              placeholder={'{"city": "Oslo"}'}
              onChange={({ target }) => setExample(target.value)}
              className={`${fieldClass} field-sizing-content max-h-60 resize-none font-mono text-xs`}
            />
          </Field>
          {example.trim() !== '' && !isRecord(made) && <Note>Enter one JSON object in braces.</Note>}
          <div className="flex gap-2">
            <Button
              size="small"
              disabled={!isRecord(made)}
              onClick={() => {
                onChange(JSON.stringify(schemaFromExample(made), null, 2))
                setExample(null)
              }}
            >
              Generate
            </Button>
            <Button size="small" variant="quiet" onClick={() => setExample(null)}>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <p className="text-xs text-text-muted">{children}</p>
}

function focusOnMount(field: HTMLTextAreaElement | null): void {
  field?.focus()
}

/** What is wrong with a schema's text, with the line. */
function problemOf(text: string): string | undefined {
  try {
    return isRecord(JSON.parse(text)) ? undefined : 'Enter one object in braces.'
  } catch (reason) {
    const place = /position (\d+)/u.exec(String(reason))?.[1]
    const line = place === undefined ? undefined : text.slice(0, Number(place)).split('\n').length
    return `This isn’t valid JSON${line === undefined ? '' : `: see line ${line}`}.`
  }
}
