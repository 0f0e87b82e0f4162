import { useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { schemaFromExample } from '#app/data/json-schema/schema-from-example.ts'
import {
  type FormatKind,
  type ResponseFormat,
  emptyResponseFormat,
  formatKinds,
  formatProblem,
} from '#app/data/response-format.ts'
import { createPartialJson } from '#app/data/json-schema/partial-json.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldClass } from '#app/ui/field.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { isRecord, parseJson } from '#contract/json.ts'
import { ParameterHeader } from './parameter-row.tsx'
import { useSettingFocus } from './setting-to-focus.ts'

const kindNames: Readonly<Record<FormatKind, string>> = {
  text: 'Text',
  json_object: 'JSON object',
  json_schema: 'JSON schema',
}

const codeClass = `${fieldClass} h-44 min-h-24 resize-y font-mono text-xs`

/** The form that replies must have: text, any JSON object, or JSON that matches a schema. */
export function ResponseFormatPanel({ store, idPrefix }: { store: ConversationStore; idPrefix: string }) {
  const format = useStore(store, ({ responseFormat }) => responseFormat)
  const field = useSettingFocus<HTMLSelectElement>(store, 'responseFormat')
  const change = (part: Partial<ResponseFormat>) =>
    store.getState().applySetup({ responseFormat: { ...store.getState().responseFormat, ...part } })
  const id = `${idPrefix}-format`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ParameterHeader
        label="Response format"
        htmlFor={id}
        help="The form that replies must have. Not every model supports it."
        changed={format.kind !== 'text'}
        onReset={() => change({ kind: emptyResponseFormat.kind })}
      >
        <select
          ref={field}
          id={id}
          value={format.kind}
          onChange={({ target }) => change({ kind: formatKinds.find((each) => each === target.value) ?? 'text' })}
          className={`${fieldClass} h-8 w-30! py-0! pointer-coarse:h-9`}
        >
          {formatKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindNames[kind]}
            </option>
          ))}
        </select>
      </ParameterHeader>
      {format.kind === 'json_object' && (
        <p className="text-xs text-text-muted">Most models also need the word “JSON” in a message.</p>
      )}
      {format.kind === 'json_schema' && <SchemaFields format={format} change={change} id={id} />}
    </div>
  )
}

interface SchemaFieldsProps {
  format: ResponseFormat
  change: (part: Partial<ResponseFormat>) => void
  id: string
}

function SchemaFields({ format, change, id }: SchemaFieldsProps) {
  const { name, strict, schema } = format
  const [isGenerating, setGenerating] = useState(false)
  const nameProblem = formatProblem({ ...format, schema: '{}' })
  const problem = schemaProblem(schema)
  return (
    <>
      <Field htmlFor={`${id}-name`} label="Schema name" error={nameProblem}>
        <input
          id={`${id}-name`}
          value={name}
          onChange={({ target }) => change({ name: target.value })}
          aria-invalid={nameProblem !== undefined}
          aria-describedby={nameProblem === undefined ? undefined : `${id}-name-error`}
          spellCheck={false}
          className={`${fieldClass} font-mono text-xs`}
        />
      </Field>
      <Field htmlFor={`${id}-schema`} label="JSON schema" error={problem}>
        <textarea
          id={`${id}-schema`}
          value={schema}
          onChange={({ target }) => change({ schema: target.value })}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-schema-error`}
          spellCheck={false}
          placeholder={'{"type": "object", "properties": {…}}'}
          className={codeClass}
        />
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Switch checked={strict === true} onChange={(isStrict) => change({ strict: isStrict ? true : null })}>
          Strict
        </Switch>
        <Button size="small" aria-expanded={isGenerating} onClick={() => setGenerating(!isGenerating)}>
          Generate from example
        </Button>
      </div>
      {isGenerating && (
        <ExampleField
          id={`${id}-example`}
          onGenerate={(generated) => {
            change({ schema: generated })
            setGenerating(false)
            document.querySelector<HTMLElement>(`#${CSS.escape(`${id}-schema`)}`)?.focus()
          }}
        />
      )}
    </>
  )
}

function ExampleField({ id, onGenerate }: { id: string; onGenerate: (schema: string) => void }) {
  const [example, setExample] = useState('')
  const problem = example.trim() === '' ? undefined : jsonProblem(example)
  return (
    <Field htmlFor={id} label="Example reply" error={problem}>
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

/** What is wrong with the text of a schema, and where. */
function schemaProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Enter a schema, or generate one from an example.'
  const problem = jsonProblem(text)
  if (problem !== undefined) return problem
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
