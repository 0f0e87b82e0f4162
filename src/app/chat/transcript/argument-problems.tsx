import { useMemo } from 'react'
import { validateJson } from '#dialects/json-schema/validate.ts'
import { isRecord, parseJson } from '#contract/json.ts'

interface ArgumentProblemsProps {
  /** The arguments as the model wrote them. */
  json: string
  /** The JSON Schema of the tool, as text; empty if there is none. */
  schema: string
}

/** What is wrong with the arguments of a tool call: they aren't JSON, or don't match the tool's schema. */
export function ArgumentProblems({ json, schema }: ArgumentProblemsProps) {
  const problems = useMemo(() => problemsOf(json, schema), [json, schema])
  if (problems.length === 0) return null
  return (
    <ul aria-label="Problems" className="grid gap-0.5 text-xs text-danger">
      {problems.map(({ path, message }, index) => (
        // The same part may violate several rules.
        <li key={index} className="wrap-anywhere">
          {path !== '' && <code className="font-mono">{path}</code>} {message}
        </li>
      ))}
    </ul>
  )
}

/** Enough to see what is wrong. */
const mostProblems = 8

function problemsOf(json: string, schemaText: string): { path: string; message: string }[] {
  const value = json.trim() === '' ? {} : parseJson(json)
  if (value === undefined)
    return [{ path: '', message: 'The arguments aren’t valid JSON. Edit them, or send a result anyway.' }]
  const schema = parseJson(schemaText)
  return isRecord(schema) ? validateJson(schema, value).slice(0, mostProblems) : []
}
