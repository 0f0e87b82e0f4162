import { Wrench } from 'lucide-react'
import { memo } from 'react'
import { prettyJson } from '#app/data/codegen/pretty-json.ts'
import type { ToolCall } from '#app/data/message.ts'

/** A tool call in a reply. Its name and arguments come from the model and are shown as plain text. */
export const ToolCallView = memo(function ToolCallView({ call, isWriting }: { call: ToolCall; isWriting: boolean }) {
  const { name, arguments: json } = call
  return (
    <div
      role="group"
      aria-label={`Tool call ${name}`}
      data-part="tool-call"
      data-tool={name}
      data-state={isWriting ? 'writing' : 'waiting'}
      className="overflow-hidden rounded-lg border border-line"
    >
      <div className="flex min-h-9 items-center gap-2 px-3 text-sm">
        <Wrench aria-hidden size={14} className="shrink-0 text-text-muted" />
        <span className="min-w-0 truncate font-mono text-xs font-medium" title={name}>
          {name}
        </span>
        <span className="ml-auto shrink-0 text-xs text-text-muted">Tool call</span>
      </div>
      {json !== '' && (
        <pre
          data-part="arguments"
          tabIndex={0}
          role="group"
          aria-label="Arguments"
          className="max-h-80 overflow-auto border-t border-line px-3 py-2 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap"
        >
          {prettyJson(json)}
        </pre>
      )}
    </div>
  )
})
