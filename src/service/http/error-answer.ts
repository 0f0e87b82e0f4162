import type { ErrorBody } from '#contract/errors.ts'
import type { ServiceError } from '#service/service-error.ts'

/** A refusal as it goes out: always the contract's error shape, always with the request's id. */
export function errorAnswer(refusal: ServiceError, requestId: string) {
  const body: ErrorBody = { error: refusal.detail }
  return {
    status: refusal.status,
    headers: {
      ...refusal.headers,
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
    },
    body: JSON.stringify(body),
  }
}
