import type { PageFailureCode } from './page-failure.ts'

/**
 * Why a call of another origin came to nothing, which browsers keep from pages: asks the address again, without a key
 * and without reading what it says. Times out like the silence it may be. Never rejects.
 */
export async function diagnoseFailure(address: string, signal?: AbortSignal): Promise<PageFailureCode> {
  if (!navigator.onLine) return 'page_offline'
  const patience = AbortSignal.timeout(5_000)
  const ask = (init: RequestInit) =>
    fetch(address, {
      credentials: 'omit',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
      ...init,
    }).catch(() => undefined)

  const readable = await ask({ redirect: 'manual' })
  if (readable?.type === 'opaqueredirect') return 'redirected'
  // A plain question may be read and ours may not: what is refused is its headers.
  if (readable) return 'cors_blocked'
  return (await ask({ mode: 'no-cors' })) ? 'cors_blocked' : 'service_unreachable'
}
