import { type Definition, type ExperimentTool, type Prompt, readTools, variablesOf } from '#experiments/definition.ts'
import { Button } from '#app/ui/button.tsx'
import { InlineCode } from '#app/ui/field.tsx'
import { isRecord } from '#contract/json.ts'
import { JsonField } from './json-field.tsx'
import {
  earlierMessages,
  systemTextOf,
  userTextOf,
  withSystemText,
  withUserText,
  withoutEarlier,
} from './prompt-text.ts'
import { Section, TextArea } from './section.tsx'
import type { EditDefinition } from '#app/features/experiments/experiment-page.tsx'

/** The prompt of an experiment, with its tools and its response format. */
export function PromptSection({ definition, edit }: { definition: Definition; edit: EditDefinition }) {
  const variables = variablesOf(definition)
  return (
    <Section
      name="Prompt"
      aside={
        variables.length === 0 ? (
          <>
            Write <InlineCode>{'{{name}}'}</InlineCode> for what differs between cases
          </>
        ) : (
          `Variables: ${variables.join(', ')}`
        )
      }
    >
      <PromptFields
        prompt={definition.prompt}
        onChange={(prompt, subject) => edit((before) => ({ ...before, prompt }), subject)}
      />
    </Section>
  )
}

interface PromptFieldsProps {
  prompt: Prompt
  /** `subject` names what was edited, so that typing is undone in one step. */
  onChange: (prompt: Prompt, subject: string) => void
}

/** The fields of a prompt: of the experiment, or of one variant. */
export function PromptFields({ prompt, onChange }: PromptFieldsProps) {
  const earlier = earlierMessages(prompt)
  const { tools, responseFormat } = prompt
  const hasMore = tools.length > 0 || responseFormat !== undefined
  return (
    <>
      <TextArea
        label="System prompt"
        value={systemTextOf(prompt)}
        placeholder="Optional"
        onChange={(text) => onChange(withSystemText(prompt, text), 'system prompt')}
      />
      {earlier.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-text-muted">
          {earlier.length === 1 ? '1 earlier message' : `${earlier.length} earlier messages`} of the conversation
          <Button size="small" onClick={() => onChange(withoutEarlier(prompt), '')}>
            Remove
          </Button>
        </p>
      )}
      <TextArea
        label="User prompt"
        value={userTextOf(prompt)}
        rows={3}
        placeholder="Translate into {{language}}: {{text}}"
        onChange={(text) => onChange(withUserText(prompt, text), 'user prompt')}
      />
      <details open={hasMore} className="grid gap-3">
        <summary className="w-fit cursor-default rounded-sm text-text-muted hover:text-text">
          Tools and response format
        </summary>
        <div className="grid gap-3 pt-3">
          <JsonField<ExperimentTool[]>
            label="Tools"
            value={tools.length === 0 ? undefined : tools}
            read={readTools}
            advice="Enter a JSON list of tools, each with a name."
            placeholder='[{"name": "get_weather", "parameters": {"type": "object"}, "mock": "Sunny"}]'
            onChange={(next) => onChange({ ...prompt, tools: next ?? [] }, 'tools')}
          />
          <JsonField<Record<string, unknown>>
            label="Response format"
            value={responseFormat}
            read={(json) => (isRecord(json) ? json : undefined)}
            advice="Enter a JSON object."
            placeholder='{"type": "json_object"}'
            onChange={(next) => {
              const { responseFormat: _, ...rest } = prompt
              onChange(next ? { ...rest, responseFormat: next } : rest, 'response format')
            }}
          />
        </div>
      </details>
    </>
  )
}
