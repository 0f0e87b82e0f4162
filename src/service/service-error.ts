import { errorCodes, errorOf, isErrorCode, type ErrorCode, type ErrorDetail } from '#contract/errors.ts'

/** An error for the caller: response body, status and headers. */
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

/** Creates an error with one of our codes, which determines the status. `param` names the invalid request field. */
export function refuse(
  code: ErrorCode,
  message: string,
  options: { param?: string; headers?: Record<string, string> } = {},
): ServiceError {
  return new ServiceError(errorOf(code, message, options.param ?? null), errorCodes[code].status, options.headers)
}

/**
 * Creates an error from an engine's. Its code, which some engines set to a status, determines the status only if it is
 * about the caller's request: 401, 403 and 407 are about our key, and 5xx becomes 502.
 */
export function refusalOf(error: ErrorDetail): ServiceError {
  const status = statusOf(error.code)
  return new ServiceError(detailUnder(status, error), status)
}

/** Adapts an engine's error to `status`: failures get our `type`, and numeric codes are dropped. */
export function detailUnder(status: number, error: ErrorDetail): ErrorDetail {
  const code = error.code !== null && isNumber.test(error.code) ? null : error.code
  return { ...error, type: typeUnder(status, error.type), code }
}

function typeUnder(status: number, type: string): string {
  if (status === errorCodes.rate_limit_exceeded.status) return errorCodes.rate_limit_exceeded.type
  if (status >= 500) return errorCodes.upstream_error.type
  return type === errorCodes.upstream_error.type ? errorCodes.invalid_value.type : type
}

const isNumber = /^-?\d+$/

function statusOf(code: string | null): number {
  if (code === 'upstream_timeout') return errorCodes.upstream_timeout.status
  const status = isErrorCode(code) ? errorCodes[code].status : isNumber.test(code ?? '') ? Number(code) : 502
  return status >= 400 && status < 500 && !isAboutOurKey(status) ? status : 502
}

/** Whether an engine's status refuses our own key, which the caller can neither see nor change. */
export function isAboutOurKey(status: number): boolean {
  return status === 401 || status === 403 || status === 407
}
