import type { ErrorDetail } from '#contract/errors.ts'

/** What keeps a page from a service before the service can say anything, by the code of the failure. */
export const pageFailureCodes = [
  'service_unreachable',
  'cors_blocked',
  'mixed_content',
  'redirected',
  'page_offline',
  'page_timeout',
  'not_the_api',
  'connection_removed',
] as const
export type PageFailureCode = (typeof pageFailureCodes)[number]

/** Such a failure, as one of the service's own. `explainFailure` says more of it. */
export function pageFailure(code: PageFailureCode, message: string): ErrorDetail {
  return { message, type: 'connection_error', param: null, code }
}
