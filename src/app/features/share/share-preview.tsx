import { wireParameters } from '#contract/parameters.ts'
import { visibleJson } from '#app/data/code/literal.ts'
import { writeSetup } from '#app/data/share/setup-json.ts'
import type { SharedPane, SharedSetup } from '#app/data/share/shared-setup.ts'

/** Precisely what will be shared, first in words and then, for who wants to see it, to the letter. */
export function SharePreview({ setup, toTheLetter }: { setup: SharedSetup; toTheLetter: boolean }) {
  return (
    <div className="grid gap-2">
      <h3 className="label">What will be shared</h3>
      <ul className="grid gap-1.5">
        {setup.panes.map((pane, place) => (
          <li key={place} className="wrap-anywhere">
            <bdi className="font-medium">{pane.model ?? 'No model chosen'}</bdi>
            <span className="text-text-muted">{`, ${partsOf(pane).join(', ')}`}</span>
          </li>
        ))}
        {setup.draft !== '' && <li className="text-text-muted">The message that stands unsent</li>}
      </ul>
      {toTheLetter && (
        <details>
          <summary className="w-fit rounded-sm text-xs text-text-muted hover:text-text">To the letter</summary>
          <pre
            tabIndex={0}
            role="group"
            aria-label="Everything in the link"
            className="mt-1.5 max-h-60 overflow-auto rounded-md border border-line bg-surface p-2.5 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
          >
            {visibleJson(writeSetup(setup))}
          </pre>
        </details>
      )}
      <p className="text-xs text-text-muted">
        Nothing else: no key, no other conversation. The setup is in the link itself and on no server.
      </p>
    </div>
  )
}

function partsOf({ baseUrl, system, parameters, extraBody, messages }: SharedPane): string[] {
  const set = Object.entries(wireParameters(parameters)).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  return [
    ...(baseUrl === undefined ? [] : [`at ${baseUrl}`]),
    system === '' ? 'no system prompt' : 'its system prompt',
    ...set,
    ...(extraBody.trim() === '' ? [] : ['other fields']),
    messages.length === 0 ? 'no messages' : messages.length === 1 ? '1 message' : `${messages.length} messages`,
  ]
}
