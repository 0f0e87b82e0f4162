import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorBody } from '#contract/errors.ts'
import { requestIdOf } from '#service/api/http-context.ts'
import type { ServiceError } from '#service/service-error.ts'

/** Answers in the contract's error shape what is refused before it becomes a request to the service. */
export function sendRefusal(request: IncomingMessage, response: ServerResponse, refusal: ServiceError): void {
  const body: ErrorBody = { error: refusal.detail }
  response.writeHead(refusal.status, {
    ...refusal.headers,
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-request-id': requestIdOf(request.headers['x-request-id']?.toString()),
  })
  response.end(JSON.stringify(body))
}
