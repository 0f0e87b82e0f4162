import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldClass } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import {
  type Assertion,
  type AssertionField,
  assertionTable,
  assertionTypes,
  newAssertion,
} from '#experiments/assertions.ts'
import type { Definition } from '#experiments/definition.ts'
import { Section, TextArea } from './section.tsx'
import { NumberField } from './variants-section.tsx'
import type { EditDefinition } from '#app/features/experiments/experiment-page.tsx'

/** What replies must meet. */
export function AssertionsSection({ definition, edit }: { definition: Definition; edit: EditDefinition }) {
  const { assertions, threshold } = definition
  return (
    <Section
      name="Assertions"
      aside={assertions.length === 0 ? 'Without any, replies aren’t judged' : undefined}
      actions={
        <Button
          size="small"
          onClick={() =>
            edit((before) => ({ ...before, assertions: [...before.assertions, newAssertion('contains')] }))
          }
        >
          <Plus aria-hidden size={14} />
          Add assertion
        </Button>
      }
    >
      {assertions.length > 0 && (
        <ul className="grid gap-3">
          {assertions.map((assertion, at) => (
            // Assertions are equal if all of their fields are, so their place tells them apart.
            <li key={at}>
              <AssertionForm
                assertion={assertion}
                number={at + 1}
                onChange={(next, subject) =>
                  edit(
                    (before) => ({ ...before, assertions: before.assertions.with(at, next) }),
                    subject && `assertion ${at} ${subject}`,
                  )
                }
                onRemove={() => edit((before) => ({ ...before, assertions: before.assertions.toSpliced(at, 1) }))}
              />
            </li>
          ))}
        </ul>
      )}
      {assertions.length > 1 && (
        <div className="w-40">
          <NumberField
            label="Threshold"
            min={0}
            max={1}
            step={0.05}
            value={threshold}
            onChange={(value = 1) => edit((before) => ({ ...before, threshold: value }), 'threshold')}
          />
        </div>
      )}
    </Section>
  )
}

interface AssertionFormProps {
  assertion: Assertion
  number: number
  onChange: (next: Assertion, subject?: string) => void
  onRemove: () => void
}

function AssertionForm({ assertion, number, onChange, onRemove }: AssertionFormProps) {
  const id = useId()
  const { label, fields } = assertionTable[assertion.type]
  return (
    <fieldset aria-label={`Assertion ${number}: ${label}`} className="flex flex-wrap items-start gap-2">
      <Field htmlFor={`${id}-type`} label="Type">
        <Select
          id={`${id}-type`}
          className="w-48"
          value={assertion.type}
          onChange={({ target }) => {
            const type = assertionTypes.find((each) => each === target.value)
            if (!type) return
            const next = newAssertion(type)
            const isTextBefore = fields.some(({ name, kind }) => name === 'value' && kind === 'text')
            const isTextNow = assertionTable[type].fields.some(({ name, kind }) => name === 'value' && kind === 'text')
            // A text that was typed is kept where it fits.
            onChange({
              ...next,
              ...(isTextBefore && isTextNow && { value: assertion.value }),
              weight: assertion.weight,
            })
          }}
        >
          {assertionTypes.map((type) => (
            <option key={type} value={type}>
              {assertionTable[type].label}
            </option>
          ))}
        </Select>
      </Field>
      {fields.map((field) => (
        <div key={field.name} className="min-w-44 flex-1">
          <AssertionInput field={field} assertion={assertion} onChange={onChange} />
        </div>
      ))}
      <div className="w-20">
        <NumberField
          label="Weight"
          min={0}
          max={1_000}
          step={0.5}
          value={assertion.weight}
          onChange={(weight = 1) => onChange({ ...assertion, weight }, 'weight')}
        />
      </div>
      <Button variant="quiet" aria-label={`Remove assertion ${number}`} className="mt-6" onClick={onRemove}>
        <X aria-hidden size={16} />
      </Button>
    </fieldset>
  )
}

interface AssertionInputProps {
  field: AssertionField
  assertion: Assertion
  onChange: (next: Assertion, subject?: string) => void
}

function AssertionInput({ field: { name, label, kind, placeholder = '' }, assertion, onChange }: AssertionInputProps) {
  const id = useId()
  const value = assertion[name] ?? ''
  const set = (text: string) => onChange({ ...assertion, [name]: text }, name)
  if (kind === 'json') return <TextArea isCode label={label} value={value} placeholder={placeholder} onChange={set} />
  if (kind === 'text') return <TextArea label={label} value={value} placeholder={placeholder} onChange={set} />
  return (
    <Field htmlFor={id} label="Value" aside={label}>
      <input
        id={id}
        inputMode="decimal"
        value={value}
        onChange={({ target }) => set(target.value)}
        className={fieldClass}
      />
    </Field>
  )
}
