import type { ErrorBody } from '#contract/errors.ts'
import type { ServiceError } from '#service/service-error.ts'

/** A refusal as it goes out: always the contract's error shape, always with the request's id. */
export function errorResponse(refusal: ServiceError, requestId: string): Response {
  const body: ErrorBody = { error: refusal.detail }
  return Response.json(body, {
    status: refusal.status,
    headers: { ...refusal.headers, 'cache-control': 'no-store', 'x-request-id': requestId },
  })
}
