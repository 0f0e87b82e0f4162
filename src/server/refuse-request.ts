import { errorResponse } from '#service/http/error-response.ts'
import { randomId } from '#service/random-id.ts'
import { refuse } from '#service/service-error.ts'

/** Answers what the HTTP layer cannot make a request of, such as a `Host` that is no host name. */
export function refuseRequest(): Response {
  const message = 'The request’s address or Host header is not valid. Check the URL.'
  return errorResponse(refuse('invalid_value', message), randomId('req_'))
}
