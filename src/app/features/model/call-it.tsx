import { curlCode } from '#app/data/code/curl-code.ts'
import { servesItself } from '#app/data/serves-itself.ts'
import { KeyHint } from '#app/models/key-hint.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { InlineCode } from '#app/ui/inline-code.tsx'

/** The command that calls this model, for a shell that knows the key; nothing where no service answers but the page. */
export function CallIt({ id, isServed }: { id: string; isServed: boolean }) {
  if (servesItself) return null
  const command = curlCode({
    baseUrl: `${location.origin}/v1`,
    body: { model: id, messages: [{ role: 'user', content: 'Good morning' }] },
    stream: false,
  }).trim()
  return (
    <section aria-label="Call it" className="grid min-w-0 gap-2">
      <h2 className="font-semibold">Call it</h2>
      {!isServed && <p>This works once an engine serves the model; until then the answer is a refusal that says so.</p>}
      <p className="text-text-muted">
        <KeyHint service={null} /> Any client of the chat-completions interface does the same with the base URL{' '}
        <InlineCode>{`${location.origin}/v1`}</InlineCode>.
      </p>
      <div className="min-w-0 rounded-md border border-line bg-surface-raised">
        <div className="flex items-center justify-between border-b border-line py-0.5 pr-1 pl-3.5">
          <span className="label">Shell</span>
          <CopyButton name="Copy command" text={() => command} />
        </div>
        <pre
          tabIndex={0}
          role="group"
          aria-label="Command"
          className="overflow-x-auto px-3.5 py-3 font-mono text-xs leading-5"
        >
          <code>{command}</code>
        </pre>
      </div>
    </section>
  )
}
