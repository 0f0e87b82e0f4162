import { useState } from 'react'
import { useStore } from 'zustand'
import { connection } from '#app/data/connections/connection.ts'
import { dayWords } from '#app/models/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { counted, formatCount, formatDollars } from '#app/ui/format.ts'
import type { KeyInfo } from '#contract/keys.ts'

interface KeyListProps {
  keys: readonly KeyInfo[]
  /** The key whose form is open. */
  openId: string | undefined
  onChange: (id: string) => void
  onRevoke: (key: KeyInfo) => Promise<void>
}

/** The keys with what they allow. */
export function KeyList({ keys, openId, onChange, onRevoke }: KeyListProps) {
  const own = useStore(connection, (state) => state.key) ?? ''
  const [now] = useState(() => Date.now())
  if (keys.length === 0) return <p className="text-text-muted">No keys yet. Add one for each person or program.</p>
  return (
    <ul aria-label="API keys" className="grid divide-y divide-line rounded-md border border-line">
      {keys.map((key) => {
        const isOwn = own.startsWith(key.begins)
        const isExpired = key.expires_at !== null && Date.parse(key.expires_at) <= now
        return (
          <li
            key={key.id}
            aria-current={key.id === openId ? 'true' : undefined}
            className="flex items-center gap-x-3 px-3 py-2.5 aria-[current=true]:bg-tint max-md:items-start"
          >
            <div className="mr-auto grid min-w-0 gap-0.5">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <bdi className="font-medium wrap-anywhere">{key.name}</bdi>
                <span className="font-mono text-xs text-text-muted">{key.begins}…</span>
                {isOwn && <span className="text-xs text-text-muted">This browser’s key</span>}
                {isExpired && <span className="text-xs font-medium text-danger">Expired</span>}
              </p>
              <p className="text-xs wrap-anywhere text-text-muted tabular-nums">{termsWords(key).join(' · ')}</p>
            </div>
            <div className="flex shrink-0 items-center gap-1 pointer-coarse:[&_button]:h-10">
              <Button size="small" aria-label={`Edit ${key.name}`} onClick={() => onChange(key.id)}>
                Edit
              </Button>
              <RevokeButton name={key.name} onRevoke={() => onRevoke(key)} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

interface RevokeButtonProps {
  name: string
  onRevoke: () => Promise<void>
}

/** Revokes on the second press, because a key can't be restored. */
function RevokeButton({ name, onRevoke }: RevokeButtonProps) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={isConfirming ? `Revoke for good: ${name}` : `Revoke ${name}`}
      className={isConfirming ? 'text-danger!' : ''}
      onBlur={() => setConfirming(false)}
      onClick={() => {
        if (isConfirming) void onRevoke()
        setConfirming(!isConfirming)
      }}
    >
      {isConfirming ? 'Revoke for good' : 'Revoke'}
    </Button>
  )
}

/** What a key allows, in a few words each. */
function termsWords(key: KeyInfo): string[] {
  const { owner, scopes, models, requests_per_minute: requests, tokens_per_minute: tokens, expires_at: expiry } = key
  const { budget_per_day: perDay, budget_per_month: perMonth } = key
  return [
    ...(owner === '' ? [] : [owner]),
    scopes.join(', '),
    ...(models === null ? [] : [`only ${models.length === 1 ? models[0] : counted(models.length, 'model')}`]),
    ...(requests === null ? [] : [`${counted(requests, 'request')} per minute`]),
    ...(tokens === null ? [] : [`${formatCount(tokens)} tokens per minute`]),
    ...(perDay === null ? [] : [`${formatDollars(perDay)} per day`]),
    ...(perMonth === null ? [] : [`${formatDollars(perMonth)} per month`]),
    ...(expiry === null ? [] : [`until ${dayWords(expiry)}`]),
  ]
}
