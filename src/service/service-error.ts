import { errorCodes, errorOf, type ErrorCode, type ErrorDetail } from '#contract/errors.ts'

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
