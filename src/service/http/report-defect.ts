import type { Log } from '#service/log.ts'
import { refuse, ServiceError } from '#service/service-error.ts'

/** What a thrown value means to the caller: a refusal as it is; anything else is a defect of ours, logged and not told. */
export function reportDefect(log: Log, requestId: string, reason: unknown): ServiceError {
  if (reason instanceof ServiceError) return reason
  const defect = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)
  log.error({ requestId, defect }, 'internal error')
  return refuse('internal_error', 'The service failed, and it is our fault. Try again; the log tells more.')
}
