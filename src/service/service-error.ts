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
 * Refuses with an engine's error. Its code, or the status that some engines send as one, chooses the status only where
 * that is true of our caller: an engine's 401, 403 and 407 are about our key, and its 5xx is a 502 here.
 */
export function refusalOf(told: ErrorDetail): ServiceError {
  const status = statusOf(told.code)
  return new ServiceError(detailUnder(status, told), status)
}

/** An engine's error as it is sent under `status`: a failure has our `type`, and a number is not a `code`. */
export function detailUnder(status: number, told: ErrorDetail): ErrorDetail {
  const code = told.code !== null && isNumber.test(told.code) ? null : told.code
  return { ...told, type: typeUnder(status, told.type), code }
}

function typeUnder(status: number, told: string): string {
  if (status === errorCodes.rate_limit_exceeded.status) return errorCodes.rate_limit_exceeded.type
  if (status >= 500) return errorCodes.upstream_error.type
  return told === errorCodes.upstream_error.type ? errorCodes.invalid_value.type : told
}

const isNumber = /^-?\d+$/

function statusOf(code: string | null): number {
  if (code === 'upstream_timeout') return errorCodes.upstream_timeout.status
  const status = isErrorCode(code) ? errorCodes[code].status : isNumber.test(code ?? '') ? Number(code) : 502
  return status >= 400 && status < 500 && !isAboutOurKey(status) ? status : 502
}

/** Whether an engine that answers with this status refuses our own key, which our caller can neither see nor change. */
export function isAboutOurKey(status: number): boolean {
  return status === 401 || status === 403 || status === 407
}
