/**
 * Every error of the service by its wire `code`, with its HTTP status and wire `type`. Add new errors here; no other code
 * chooses a status.
 */
export const errorCodes = {
  invalid_json: { status: 400, type: 'invalid_request_error' },
  invalid_value: { status: 400, type: 'invalid_request_error' },
  context_length_exceeded: { status: 400, type: 'invalid_request_error' },
  invalid_api_key: { status: 401, type: 'authentication_error' },
  key_expired: { status: 401, type: 'authentication_error' },
  budget_exceeded: { status: 402, type: 'budget_error' },
  mcp_url_not_allowed: { status: 403, type: 'permission_error' },
  scope_missing: { status: 403, type: 'permission_error' },
  model_not_allowed: { status: 403, type: 'permission_error' },
  origin_not_allowed: { status: 403, type: 'permission_error' },
  not_found: { status: 404, type: 'not_found_error' },
  model_not_found: { status: 404, type: 'not_found_error' },
  method_not_allowed: { status: 405, type: 'invalid_request_error' },
  request_timeout: { status: 408, type: 'invalid_request_error' },
  name_taken: { status: 409, type: 'conflict_error' },
  model_not_ready: { status: 409, type: 'conflict_error' },
  model_inactive: { status: 409, type: 'conflict_error' },
  body_too_large: { status: 413, type: 'invalid_request_error' },
  unsupported_media_type: { status: 415, type: 'invalid_request_error' },
  rate_limit_exceeded: { status: 429, type: 'rate_limit_error' },
  internal_error: { status: 500, type: 'internal_error' },
  upstream_error: { status: 502, type: 'upstream_error' },
  upstream_unreachable: { status: 502, type: 'upstream_error' },
  upstream_refused: { status: 502, type: 'upstream_error' },
  upstream_invalid: { status: 502, type: 'upstream_error' },
  upstream_cut: { status: 502, type: 'upstream_error' },
  store_unavailable: { status: 503, type: 'overloaded_error' },
  overloaded: { status: 503, type: 'overloaded_error' },
  upstream_timeout: { status: 504, type: 'upstream_error' },
} as const satisfies Record<string, { status: number; type: string }>

export type ErrorCode = keyof typeof errorCodes

/** Whether a code belongs to this service; engines have their own codes. */
export function isErrorCode(code: string | null): code is ErrorCode {
  return code !== null && Object.hasOwn(errorCodes, code)
}

/** The content of an error response. `code` and `type` are open strings, since other services have their own. */
export interface ErrorDetail {
  message: string
  type: string
  param: string | null
  code: string | null
  [other: string]: unknown
}

/** The body of every error response, and of the event that ends a failed stream. */
export interface ErrorBody {
  error: ErrorDetail
}

/** Builds the error detail for one of our codes. `message` ends with what to do. */
export function errorOf(code: ErrorCode, message: string, param: string | null = null): ErrorDetail {
  return { message, type: errorCodes[code].type, param, code }
}
