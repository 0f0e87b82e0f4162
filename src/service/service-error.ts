import { errorCodes, errorOf, isErrorCode, type ErrorCode, type ErrorDetail } from '#contract/errors.ts'

/** A refusal on its way to the caller: what the body says, the status, and headers that go with it. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly detail: ErrorDetail
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(detail: ErrorDetail, status: number, headers: Readonly<Record<string, string>> = {}) {
    super(detail.message)
    this.detail = detail
    this.status = status
    this.headers = headers
  }
}

/** Refuses with one of our own codes, which sets the status. `param` names the request field at fault. */
export function refuse(
  code: ErrorCode,
  message: string,
  options: { param?: string; headers?: Record<string, string> } = {},
): ServiceError {
  return new ServiceError(errorOf(code, message, options.param ?? null), errorCodes[code].status, options.headers)
}

/**
 * Refuses with an error whose words are already settled, such as an engine's. Its status follows from its code: one of
 * ours, or a number that an engine put there; an engine's 401 and 403 concern our key, not the caller's, so they are 502.
 */
export function refusalOf(detail: ErrorDetail): ServiceError {
  const status = statusOf(detail.code)
  return new ServiceError({ ...detail, type: typeUnder(status, detail.type) }, status)
}

/** The `type` that an engine's error has under a status of the caller's: its own, where it named one that can be true. */
export function typeUnder(status: number, told: string): string {
  if (status === errorCodes.rate_limit_exceeded.status) return errorCodes.rate_limit_exceeded.type
  return status < 500 && told === errorCodes.upstream_error.type ? errorCodes.invalid_value.type : told
}

function statusOf(code: string | null): number {
  if (isErrorCode(code)) return errorCodes[code].status
  const isCallersMistake = code !== null && /^4\d\d$/.test(code) && code !== '401' && code !== '403'
  return isCallersMistake ? Number(code) : 502
}
