import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { ServiceFailure } from '#app/data/calls/service-call.ts'
import { connection } from '#app/data/connections/connection.ts'
import { serviceKeysQuery } from '#app/data/service-keys/service-keys.ts'
import { Button } from '#app/ui/button.tsx'
import { InlineCode } from '#app/ui/field.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { Notice } from '#app/ui/notice.tsx'

const KeyManager = lazyPart(async () => (await import('./key-manager.tsx')).KeyManager)

/** The keys of this server: to manage for an admin key; otherwise it says how to get one. */
export function KeysSection() {
  const { key, revision } = useStore(connection)
  const { data: keys, error, refetch } = useQuery({ ...serviceKeysQuery(revision), enabled: key !== null })
  // Also while keys from before are there: an admin may revoke the key of this browser.
  const isRefused = error instanceof ServiceFailure && (error.status === 401 || error.status === 403)
  return (
    <section aria-labelledby="service-keys" className="grid max-w-5xl gap-5 border-t border-line p-4 md:p-6">
      <div className="grid gap-1.5">
        <h2 id="service-keys" className="text-lg font-semibold">
          API keys
        </h2>
        <p className="max-w-[72ch] text-md text-text-muted">
          Control who can call this server, with which models, how often, and up to what cost.
        </p>
      </div>
      {keys && !isRefused && <KeyManager keys={keys} />}
      {key === null && keyNeeded}
      {error && <Refusal error={error} onRetry={() => void refetch()} />}
    </section>
  )
}

const keyNeeded = <p className="text-text-muted">Enter a valid API key under This server first.</p>

function Refusal({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const status = error instanceof ServiceFailure ? error.status : undefined
  if (status === 401) return keyNeeded
  if (status === 403) {
    return (
      <p className="max-w-[72ch] text-text-muted">
        This browser’s key can’t manage keys. Create an admin key on the server and enter it under This server:{' '}
        <InlineCode>npm run keys -- add NAME --scopes admin,chat,models</InlineCode>
      </p>
    )
  }
  return (
    <Notice
      tone="danger"
      actions={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {error.message}
    </Notice>
  )
}
