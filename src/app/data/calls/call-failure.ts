import { addressSpaceOf } from '#app/data/connections/base-url.ts'
import type { ErrorDetail } from '#contract/errors.ts'

/** Failures the page finds itself, before any service has answered. */
export const pageFailureCodes = [
  'service_unreachable',
  'cors_blocked',
  'local_network_blocked',
  'mixed_content',
  'redirected',
  'page_offline',
  'page_timeout',
  'not_the_api',
  'connection_removed',
] as const
export type PageFailureCode = (typeof pageFailureCodes)[number]

/** The error detail of a failure that the page found itself. `name` is the provider's name. */
export function pageFailure(code: PageFailureCode, name: string): ErrorDetail {
  return { message: shortMessages[code](name), type: 'connection_error', param: null, code }
}

/** Short messages for places without room or without a connection to describe. `explainFailure` gives the long version. */
const shortMessages: Record<PageFailureCode, (name: string) => string> = {
  service_unreachable: (name) => `${name} cannot be reached. Check that it is running, then try again.`,
  cors_blocked: (name) => `${name} blocks requests from this page (CORS). Allow this page’s origin there.`,
  local_network_blocked: (name) =>
    `The browser blocks calls to ${name}. Allow local network access for this site, then try again.`,
  mixed_content: (name) => `The browser blocks HTTP requests to ${name} from an HTTPS page. Serve it over HTTPS.`,
  redirected: (name) => `${name} redirects to another address. Use that address as the base URL.`,
  page_offline: () => 'You are offline. Try again when you are connected.',
  page_timeout: (name) => `${name} did not respond in time. Try again later.`,
  not_the_api: (name) => `${name} has no chat completions API. Check its base URL.`,
  connection_removed: () => 'The connection of this pane was removed. Choose another model.',
}

/** The failure of a call that another service never answered, with the likely reason. */
export async function diagnoseUnansweredCall(
  { name, apiBase }: { name: string; apiBase: string },
  signal?: AbortSignal,
): Promise<ErrorDetail> {
  return pageFailure(await diagnoseFailure(`${apiBase}/models`, signal), name)
}

/**
 * Finds out why a cross-origin call failed, which browsers hide from pages. Requests the address again, without a key
 * and without reading the response. Times out after 5 seconds. Never rejects.
 */
export async function diagnoseFailure(address: string, signal?: AbortSignal): Promise<PageFailureCode> {
  if (!navigator.onLine) return 'page_offline'
  const timeout = AbortSignal.timeout(5_000)
  const probe = (init: RequestInit) =>
    fetch(address, {
      credentials: 'omit',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...init,
    }).catch(() => undefined)

  const readable = await probe({ redirect: 'manual' })
  if (readable?.type === 'opaqueredirect') return 'redirected'
  // This simple request is readable but the chat call wasn't, so the service refuses its headers.
  if (readable) return 'cors_blocked'
  if (await probe({ mode: 'no-cors' })) return 'cors_blocked'
  return (await isLocalNetworkBlocked(address)) ? 'local_network_blocked' : 'service_unreachable'
}

/** The names of the permission to call local servers: of current Chromium, and of the versions before. */
const permissionNames = {
  loopback: ['loopback-network', 'local-network-access'],
  local: ['local-network', 'local-network-access'],
}

/**
 * Whether the browser refuses calls from this page to a server on this computer or in the local network, because the user
 * hasn't allowed them (Local Network Access). Browsers without that permission never refuse.
 */
async function isLocalNetworkBlocked(address: string): Promise<boolean> {
  const space = addressSpaceOf(new URL(address).hostname)
  const own = addressSpaceOf(location.hostname)
  if (space === undefined || own === 'loopback' || own === space) return false
  // A page over plain http can't even ask.
  if (!isSecureContext && 'targetAddressSpace' in Request.prototype) return true
  for (const name of permissionNames[space]) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript doesn't know the names; a browser that doesn't either rejects
    const permission = await navigator.permissions.query({ name: name as PermissionName }).catch(() => undefined)
    if (permission) return permission.state !== 'granted'
  }
  return false
}
