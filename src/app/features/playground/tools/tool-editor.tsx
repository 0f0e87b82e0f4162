import { useState } from 'react'
import { isRecord, parseJson } from '#contract/json.ts'
import { type Tool, type ToolKind, toolKinds } from '#app/data/tools.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { Button } from '#app/ui/button.tsx'
import { SchemaField } from '#app/features/playground/parameters/schema-field.tsx'
import { Field, fieldClass } from '#app/ui/field.tsx'

/** The kinds that can be chosen, in the words of the page. */
export const kindWords: Readonly<Record<ToolKind, string>> = { ask: 'Ask me', mock: 'Mock', mcp: 'MCP' }

const kindHelp: Readonly<Record<ToolKind, string>> = {
  ask: 'You type the result of each call.',
  mock: 'Each call gets this result. No code runs.',
  mcp: 'An MCP server is called, after you allow it.',
}

/** Loaded with the servers, which other tools don't need. */
const ServerTools = lazyPart(async () => (await import('./server-tools.tsx')).ServerTools)

interface ToolEditorProps {
  id: string
  tool: Tool
  /** Why it isn't sent. */
  problem: string | undefined
  onChange: (tool: Tool) => void
  /** All tools of the pane, and a change of several at once. */
  list: readonly Tool[]
  onList: (list: readonly Tool[]) => void
  onRemove: () => void
}

/** The fields of one tool. Changes apply at once. */
export function ToolEditor({ id, tool, problem, onChange, list, onList, onRemove }: ToolEditorProps) {
  const set = (changed: Partial<Tool>) => onChange({ ...tool, ...changed })
  return (
    <div className="grid gap-3 pt-1 pb-4">
      <Field htmlFor={`${id}-name`} label="Tool name">
        <input
          ref={focusIfEmpty}
          id={`${id}-name`}
          value={tool.name}
          maxLength={64}
          spellCheck={false}
          autoComplete="off"
          placeholder="get_weather"
          onChange={({ target }) => set({ name: target.value.replaceAll(' ', '_') })}
          className={`${fieldClass} font-mono`}
        />
      </Field>
      <Field htmlFor={`${id}-description`} label="Tool description">
        <textarea
          id={`${id}-description`}
          rows={2}
          value={tool.description}
          placeholder="When and how to use it"
          onChange={({ target }) => set({ description: target.value })}
          className={`${fieldClass} field-sizing-content max-h-40 resize-none`}
        />
      </Field>
      <SchemaField
        id={`${id}-parameters`}
        label="Tool parameters"
        value={tool.parameters}
        onChange={(parameters) => set({ parameters })}
        exampleLabel="Example arguments"
      />
      <fieldset className="grid gap-1.5">
        <legend className="label mb-1.5">Result</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {toolKinds.map((kind) => (
            <label key={kind} className="flex min-h-6.5 items-center gap-2 pointer-coarse:min-h-9">
              <input
                type="radio"
                name={`${id}-kind`}
                checked={tool.kind === kind}
                onChange={() => set({ kind })}
                className="size-3.75"
              />
              {kindWords[kind]}
            </label>
          ))}
        </div>
        <p className="text-xs text-text-muted">{kindHelp[tool.kind]}</p>
      </fieldset>
      {tool.kind === 'mock' && <MockResult id={`${id}-mock`} value={tool.mockResult} onChange={set} />}
      {tool.kind === 'mcp' && <ServerTools tool={tool} list={list} onList={onList} />}
      {problem !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {problem} This tool won’t be sent.
        </p>
      )}
      <Button size="small" variant="quiet" className="justify-self-start" onClick={onRemove}>
        Remove tool
      </Button>
    </div>
  )
}

interface MockResultProps {
  id: string
  value: string
  onChange: (changed: Pick<Tool, 'mockResult'>) => void
}

/** The result of a mock: a text, or cases. It says which of the two was understood. */
function MockResult({ id, value, onChange }: MockResultProps) {
  const cases = parseJson(value)
  const isCases = Array.isArray(cases) && cases.length > 0 && cases.every(isRecord)
  const [isHelpOpen, setHelpOpen] = useState(false)
  return (
    <div className="grid gap-1.5">
      <Field htmlFor={id} label="Mock result" aside={isCases ? `${cases.length} cases` : 'Text'}>
        <textarea
          id={id}
          rows={3}
          value={value}
          spellCheck={false}
          aria-describedby={isHelpOpen ? `${id}-help` : undefined}
          onFocus={() => setHelpOpen(true)}
          onChange={({ target }) => onChange({ mockResult: target.value })}
          className={`${fieldClass} field-sizing-content max-h-60 resize-none font-mono text-xs`}
        />
      </Field>
      {isHelpOpen && (
        <p id={`${id}-help`} className="text-xs text-text-muted">
          A text, or a JSON list of cases by argument:{' '}
          <code className="font-mono wrap-anywhere">
            {'[{"when": {"city": "Oslo"}, "result": "cold"}, {"result": "unknown"}]'}
          </code>
        </p>
      )}
    </div>
  )
}

/** A tool that was just added has no name. */
function focusIfEmpty(field: HTMLInputElement | null): void {
  if (field?.value === '') field.focus()
}
