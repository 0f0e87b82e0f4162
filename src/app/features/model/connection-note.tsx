import { isStaticCopy } from '#app/data/calls/page-host.ts'
import { ConnectButton } from '#app/models/connect-button.tsx'
import { type Callable, whyNotCallable } from '#app/models/callable.tsx'

/** Why a model can't be called, in one quiet line; what to do about it opens below. Nothing if it can be called. */
export function ConnectionNote({ model }: { model: Callable }) {
  const why = whyNotCallable(model, isStaticCopy)
  if (!why) return null
  // The first sentence is short enough for one line of a phone.
  const [what = '', ...rest] = why.what.split(/(?<=\.) /u)
  const isConnectable = model.model_type === 'text_generation' && model.status === 'inactive'
  return (
    <div role="note" className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <details className="max-w-[90ch] min-w-48 flex-1 text-text-muted">
        <summary className="flex flex-wrap gap-x-2 rounded-sm">
          {what}
          <span className="text-accent underline underline-offset-3">
            {isConnectable ? 'How to connect' : 'Details'}
          </span>
        </summary>
        <p className="pt-1.5 wrap-anywhere">{[...rest, why.next].join(' ')}</p>
      </details>
      {isConnectable && <ConnectButton size="small" />}
    </div>
  )
}
