import { useState } from 'react'
import { createPartialJson } from '#dialects/json-schema/partial-json.ts'
import { schemaFromExample } from '#dialects/json-schema/schema-from-example.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldClass } from '#app/ui/field.tsx'
import { isRecord, parseJson } from '#contract/json.ts'

const codeClass = `${fieldClass} h-36 min-h-24 resize-y font-mono text-xs`

interface SchemaFieldProps {
  id: string
  label: string
  /** JSON Schema, as it was typed. */
  value: string
  onChange: (value: string) => void
  /** What is wrong with an empty field; undefined if it may be empty. */
  emptyProblem?: string
  exampleLabel: string
}

/** An editor for a JSON Schema. It says where it is invalid, and makes a schema from an example. */
export function SchemaField({ id, label, value, onChange, emptyProblem, exampleLabel }: SchemaFieldProps) {
  const [isGenerating, setGenerating] = useState(false)
  const problem = value.trim() === '' ? emptyProblem : (jsonProblem(value) ?? objectProblem(value))
  return (
    <>
      <Field htmlFor={id} label={label} error={problem}>
        <textarea
          id={id}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-error`}
          spellCheck={false}
          placeholder={'{"type": "object", "properties": {…}}'}
          className={codeClass}
        />
      </Field>
      <Button
        size="small"
        className="justify-self-start"
        aria-expanded={isGenerating}
        onClick={() => setGenerating(!isGenerating)}
      >
        Generate from example
      </Button>
      {isGenerating && (
        <ExampleField
          id={`${id}-example`}
          label={exampleLabel}
          onGenerate={(generated) => {
            onChange(generated)
            setGenerating(false)
            document.querySelector<HTMLElement>(`#${CSS.escape(id)}`)?.focus()
          }}
        />
      )}
    </>
  )
}

interface ExampleFieldProps {
  id: string
  label: string
  onGenerate: (schema: string) => void
}

function ExampleField({ id, label, onGenerate }: ExampleFieldProps) {
  const [example, setExample] = useState('')
  const problem = example.trim() === '' ? undefined : jsonProblem(example)
  return (
    <Field htmlFor={id} label={label} error={problem}>
      <textarea
        id={id}
        value={example}
        onChange={({ target }) => setExample(target.value)}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-error`}
        spellCheck={false}
        placeholder={'{"name": "Ada", "age": 36}'}
        className={codeClass}
      />
      <Button
        size="small"
        className="justify-self-end"
        disabled={example.trim() === '' || problem !== undefined}
        onClick={() => onGenerate(JSON.stringify(schemaFromExample(parseJson(example)), null, 2))}
      >
        Replace schema
      </Button>
    </Field>
  )
}

function objectProblem(text: string): string | undefined {
  return isRecord(parseJson(text)) ? undefined : 'Enter the JSON schema as one object in braces.'
}

/** Why a text isn't JSON, with line and column; undefined if it is. */
function jsonProblem(text: string): string | undefined {
  if (parseJson(text) !== undefined) return undefined
  const json = createPartialJson()
  json.read(text)
  const { problem } = json
  if (!problem) return 'The JSON is incomplete. Close its last bracket.'
  const before = text.slice(0, problem.at)
  return `${problem.message} in line ${before.split('\n').length}, column ${problem.at - before.lastIndexOf('\n')}.`
}
