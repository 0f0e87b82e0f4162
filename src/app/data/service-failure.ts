import type { ErrorDetail } from '#contract/errors.ts'

interface Refusal {
  /** The HTTP status; undefined where nobody answered. */
  status?: number | undefined
  /** Before when it does not want to be asked again, in milliseconds since the epoch; undefined where it did not say. */
  retryAt?: number | undefined
}

/** The service said no, or could not be reached; `detail.message` is a sentence for the person at the page. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure'
  readonly detail: ErrorDetail
  readonly status: number | undefined
  readonly retryAt: number | undefined

  constructor(detail: ErrorDetail, { status, retryAt }: Refusal = {}) {
    super(detail.message)
    this.detail = detail
    this.status = status
    this.retryAt = retryAt
  }
}
