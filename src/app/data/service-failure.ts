import type { ErrorDetail } from '#contract/errors.ts'

/** The service said no, or could not be reached; `detail.message` is a sentence for the person at the page. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure'
  readonly detail: ErrorDetail
  /** The HTTP status of the refusal; undefined where nobody answered. */
  readonly status: number | undefined

  constructor(detail: ErrorDetail, status?: number) {
    super(detail.message)
    this.detail = detail
    this.status = status
  }
}
