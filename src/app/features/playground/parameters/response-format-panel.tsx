import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import {
  type FormatKind,
  type ResponseFormat,
  emptyResponseFormat,
  formatKinds,
  formatProblem,
} from '#app/data/response-format.ts'
import { Field, fieldClass } from '#app/ui/field.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { Select } from '#app/ui/select.tsx'
import { ParameterHeader } from './parameter-row.tsx'
import { SchemaField } from './schema-field.tsx'
import { useSettingFocus } from './setting-to-focus.ts'

const kindNames: Readonly<Record<FormatKind, string>> = {
  text: 'Text',
  json_object: 'JSON object',
  json_schema: 'JSON schema',
}

/** The form that replies must have: text, any JSON object, or JSON that matches a schema. */
export function ResponseFormatPanel({ store, idPrefix }: { store: ConversationStore; idPrefix: string }) {
  const format = useStore(store, ({ responseFormat }) => responseFormat)
  const field = useSettingFocus<HTMLSelectElement>(store, 'responseFormat')
  const change = (part: Partial<ResponseFormat>) =>
    store.getState().editSetup('format', { responseFormat: { ...store.getState().responseFormat, ...part } })
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
        <Select
          ref={field}
          id={id}
          value={format.kind}
          onChange={({ target }) => change({ kind: formatKinds.find((each) => each === target.value) ?? 'text' })}
          className="w-32"
        >
          {formatKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindNames[kind]}
            </option>
          ))}
        </Select>
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
  const nameProblem = formatProblem({ ...format, schema: '{}' })
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
      <SchemaField
        id={`${id}-schema`}
        label="JSON schema"
        value={schema}
        onChange={(typed) => change({ schema: typed })}
        emptyProblem="Enter a schema, or generate one from an example."
        exampleLabel="Example reply"
      />
      <Switch checked={strict === true} onChange={(isStrict) => change({ strict: isStrict ? true : null })}>
        Strict
      </Switch>
    </>
  )
}
