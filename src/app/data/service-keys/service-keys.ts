import { queryOptions } from '@tanstack/react-query'
import { callService } from '#app/data/calls/call-service.ts'
import { ServiceFailure } from '#app/data/calls/service-call.ts'
import { connection } from '#app/data/connections/connection.ts'
import { isRecord } from '#contract/json.ts'
import type { CreatedKey, KeyChange, KeyInfo, KeyTerms } from '#contract/keys.ts'

/** The keys of the service, which a key with the scope `admin` may list. Rejects with `ServiceFailure`. */
export function serviceKeysQuery(revision: number = connection.getState().revision) {
  return queryOptions({
    queryKey: ['service-keys', { revision }] as const,
    queryFn: async ({ signal }): Promise<KeyInfo[]> => {
      const response = await callService('/v1/keys', { signal })
      const answer: unknown = await response.json().catch(() => null)
      const keys = isRecord(answer) ? answer['data'] : undefined
      if (Array.isArray(keys) && keys.every(isKeyInfo)) return keys
      throw unreadable()
    },
  })
}

/** Makes a key; only this answer has the key itself. Rejects with `ServiceFailure`, whose `param` names the field. */
export async function addServiceKey(name: string, terms: KeyTerms): Promise<CreatedKey> {
  const response = await callService('/v1/keys', { body: { name, ...terms } })
  const created: unknown = await response.json().catch(() => null)
  const key = isRecord(created) ? created['key'] : undefined
  if (typeof key === 'string' && isKeyInfo(created)) return { ...created, key }
  throw unreadable()
}

/** Changes some terms of a key. Rejects with `ServiceFailure`, whose `param` names the field. */
export async function changeServiceKey(id: string, change: KeyChange): Promise<void> {
  await callService(`/v1/keys/${encodeURIComponent(id)}`, { method: 'PATCH', body: change })
}

/** Revokes a key for good. Rejects with `ServiceFailure`. */
export async function revokeServiceKey(id: string): Promise<void> {
  await callService(`/v1/keys/${encodeURIComponent(id)}`, { method: 'DELETE' })
}

function isKeyInfo(value: unknown): value is KeyInfo {
  if (!isRecord(value)) return false
  const hasTexts = ['id', 'name', 'begins', 'created_at', 'owner'].every((name) => typeof value[name] === 'string')
  const limits = ['requests_per_minute', 'tokens_per_minute', 'budget_per_day', 'budget_per_month']
  const { scopes, models, expires_at: expiry } = value
  return (
    hasTexts &&
    limits.every((name) => value[name] === null || typeof value[name] === 'number') &&
    Array.isArray(scopes) &&
    (models === null || Array.isArray(models)) &&
    (expiry === null || typeof expiry === 'string')
  )
}

function unreadable(): ServiceFailure {
  return new ServiceFailure({
    message: 'The keys could not be read. This page may be out of date. Reload it.',
    type: 'internal_error',
    param: null,
    code: null,
  })
}
