import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { parameters } from '#contract/parameters.ts'
import { isRecord } from '#contract/json.ts'
import { newId } from '#app/data/message.ts'
import { ModelPicker } from '#app/models/picker/model-picker.tsx'
import { useModels } from '#app/models/text-models.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldClass } from '#app/ui/field.tsx'
import { SpinInput, parseNumber } from '#app/ui/spin-input.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { type Definition, type Variant, experimentLimits, variantName } from '#experiments/definition.ts'
import { JsonField } from './json-field.tsx'
import { PromptFields } from './prompt-section.tsx'
import { Section } from './section.tsx'
import type { EditDefinition } from '#app/features/experiments/experiment-page.tsx'

/** The models and parameters that are compared. */
export function VariantsSection({ definition, edit }: { definition: Definition; edit: EditDefinition }) {
  const { variants } = definition
  const add = () => {
    // A variant usually differs from the one before in one thing.
    const last = variants.at(-1)
    const next: Variant = last
      ? { ...last, id: newId(), name: '' }
      : { id: newId(), name: '', connection: null, model: '', parameters: {} }
    edit((before) => ({ ...before, variants: [...before.variants, next] }))
  }
  return (
    <Section
      name="Variants"
      aside={`${variants.length} of ${experimentLimits.variants}`}
      actions={
        <Button size="small" disabled={variants.length >= experimentLimits.variants} onClick={add}>
          <Plus aria-hidden size={14} />
          Add variant
        </Button>
      }
    >
      <ul className="grid gap-3 md:grid-cols-[repeat(auto-fill,minmax(17rem,1fr))]">
        {variants.map((variant) => (
          <VariantForm key={variant.id} variant={variant} definition={definition} edit={edit} />
        ))}
      </ul>
    </Section>
  )
}

interface VariantFormProps {
  variant: Variant
  definition: Definition
  edit: EditDefinition
}

function VariantForm({ variant, definition, edit }: VariantFormProps) {
  const { data: models = [] } = useModels()
  const id = useId()
  const { temperature, max_tokens: maxTokens, ...others } = variant.parameters
  const change = (next: Partial<Variant>, subject = '') =>
    edit(
      (before) => ({
        ...before,
        variants: before.variants.map((each) => (each.id === variant.id ? { ...each, ...next } : each)),
      }),
      subject && `${variant.id} ${subject}`,
    )
  const setParameter = (name: string, value: number | undefined) => {
    const { [name]: _, ...rest } = variant.parameters
    change({ parameters: value === undefined ? rest : { ...rest, [name]: value } }, name)
  }
  const remove = () =>
    edit(({ baseline, ...before }) => ({
      ...before,
      ...(baseline !== undefined && baseline !== variant.id && { baseline }),
      variants: before.variants.filter((each) => each.id !== variant.id),
    }))
  return (
    <li className="min-w-0">
      <fieldset
        aria-label={variantName(variant)}
        className="grid h-full min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-lg border border-line bg-surface-raised p-3"
      >
        <div className="flex items-center gap-1">
          <div className="min-w-0 flex-1">
            <ModelPicker
              label="Model"
              models={models}
              modelId={variant.model === '' ? null : variant.model}
              connectionId={variant.connection}
              onChange={(model, connection) => change({ model, connection })}
            />
          </div>
          <Button variant="quiet" aria-label={`Remove ${variantName(variant)}`} onClick={remove}>
            <X aria-hidden size={16} />
          </Button>
        </div>
        <Field htmlFor={`${id}-name`} label="Variant name" aside="Optional">
          <input
            id={`${id}-name`}
            value={variant.name}
            placeholder={variant.model}
            maxLength={100}
            onChange={({ target }) => change({ name: target.value }, 'name')}
            className={fieldClass}
          />
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <NumberField
            label="Temperature"
            {...parameters.temperature.range}
            value={temperature}
            onChange={(value) => setParameter('temperature', value)}
          />
          <NumberField
            label="Max tokens"
            {...parameters.maxTokens.range}
            value={maxTokens}
            onChange={(value) => setParameter('max_tokens', value)}
          />
        </div>
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="size-3.75"
            checked={definition.baseline === variant.id}
            onChange={({ target }) =>
              edit(({ baseline: _baseline, ...before }) => ({
                ...before,
                ...(target.checked && { baseline: variant.id }),
              }))
            }
          />
          Baseline
        </label>
        <Switch
          checked={variant.prompt !== undefined}
          onChange={(isOwn) => {
            const { prompt: _, ...rest } = variant
            const next = isOwn ? { ...rest, prompt: definition.prompt } : rest
            edit((before) => ({
              ...before,
              variants: before.variants.map((each) => (each.id === variant.id ? next : each)),
            }))
          }}
        >
          Own prompt
        </Switch>
        {variant.prompt && (
          <PromptFields prompt={variant.prompt} onChange={(prompt, subject) => change({ prompt }, subject)} />
        )}
        <details open={Object.keys(others).length > 0}>
          <summary className="w-fit cursor-default rounded-sm text-text-muted hover:text-text">More parameters</summary>
          <div className="pt-3">
            <JsonField<Record<string, unknown>>
              label="Other parameters"
              value={Object.keys(others).length === 0 ? undefined : others}
              read={(json) => (isRecord(json) ? json : undefined)}
              advice="Enter a JSON object."
              placeholder='{"top_p": 0.9, "seed": 1}'
              onChange={(next) => {
                const { messages: _, model: _model, ...sent } = next ?? {}
                change(
                  {
                    parameters: {
                      ...sent,
                      ...(temperature !== undefined && { temperature }),
                      ...(maxTokens !== undefined && { max_tokens: maxTokens }),
                    },
                  },
                  'other parameters',
                )
              }}
            />
          </div>
        </details>
      </fieldset>
    </li>
  )
}

interface NumberFieldProps {
  label: string
  min: number
  max: number
  step: number
  value: unknown
  /** Undefined when the field is empty. */
  onChange: (value: number | undefined) => void
}

/** A number that may be left out. What isn't one, or is out of range, stays as typed and isn't used. */
export function NumberField({ label, min, max, step, value, onChange }: NumberFieldProps) {
  const id = useId()
  const [draft, setDraft] = useState<string>()
  const read = (text: string) => {
    const number = parseNumber(text)
    const isAllowed = number !== undefined && number >= min && number <= max && (step < 1 || Number.isInteger(number))
    return isAllowed ? number : undefined
  }
  // What was typed is shown while it means the same: after an undo, for one, it doesn't.
  const isTyped = draft !== undefined && read(draft) === value
  const text = isTyped ? draft : typeof value === 'number' ? String(value) : ''
  const isWrong = isTyped && text.trim() !== '' && value === undefined
  return (
    <Field htmlFor={id} label={label} error={isWrong ? `Enter a number from ${min} to ${max}.` : undefined}>
      <SpinInput
        id={id}
        text={text}
        min={min}
        max={max}
        step={step}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onText={(next) => {
          setDraft(next)
          onChange(read(next))
        }}
      />
    </Field>
  )
}
