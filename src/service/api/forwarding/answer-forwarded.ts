import { isRecord } from '#contract/json.ts'
import { joinMembers, writtenMembers } from '#contract/raw-json.ts'
import { admitRequest, identifyCaller, reservedFor } from '#service/api/caller.ts'
import {
  type ByteWriter,
  type HttpContext,
  clientClosedRequest,
  reportDefect,
  reportRequest,
  requestIdOf,
} from '#service/api/http-context.ts'
import { readJsonBody } from '#service/api/request-body.ts'
import { errorResponse, servedByHeader } from '#service/api/responses.ts'
import type { CancellationToken } from '#service/cancellation.ts'
import type { ServedModel } from '#service/catalogue/merge-models.ts'
import type { ForwardCall, ForwardedAnswer } from '#service/engines/engine.ts'
import { shutdownReason } from '#service/relay/active-chats.ts'
import { requireModel } from '#service/relay/callable-model.ts'
import { type ChatOutcome, type ServiceContext, silentLog } from '#service/service-context.ts'
import { randomId } from '#service/random-id.ts'
import { ServiceError, refuse } from '#service/service-error.ts'
import { requireModelAllowed } from '#service/state/key-store.ts'
import type { LedgerEntry } from '#service/state/ledger.ts'
import { loggedCall, loggedRefusal } from '#service/state/request-log.ts'
import type { Reservation } from '#service/state/spending.ts'
import type { KeyHolder } from '#service/state/keys-and-limits.ts'
import { type ForwardedEndpoint, type ForwardedId, forwardedEndpoints } from './endpoints.ts'
import {
  type AskedUnits,
  type RequestSize,
  forwardCharge,
  greatestForwardCharge,
  unitsAsked,
} from './forwarded-charges.ts'
import { boundaryOf } from './multipart-model.ts'
import { HeldBytes, openUpload } from './upload.ts'

/**
 * Uploads whose model comes after the file may together hold this much, in bytes, and those with the same key a quarter of it;
 * or one body of the largest size.
 */
const maxHeldBytes = 256 * 1024 * 1024

/** A request whose model is known, with its body for the engine. */
interface ForwardedRequest extends Pick<ForwardCall, 'contentType' | 'length'> {
  served: ServedModel
  units: AskedUnits | undefined
  body: ForwardCall['body']
  /** In bytes; 0 for JSON. */
  mostUploadBytes: number
  /** What has arrived so far, in bytes. */
  uploadedBytes(): number
  /** Call when the body isn't sent. Don't wait for it: the caller may be waiting for the response before it sends more. */
  discard(): Promise<void>
}

/**
 * Answers the endpoints whose requests are passed on without being understood, apart from `model`. The returned function
 * never rejects: every failure becomes an error response, or breaks the connection of an answer that has begun.
 */
export function createForwardHandler(service: ServiceContext): (http: HttpContext, id: ForwardedId) => Promise<void> {
  const { maxBodyBytes } = service
  const memory = new HeldBytes(Math.max(maxHeldBytes, maxBodyBytes))
  const memoryByKey = new Map<string, HeldBytes>()
  const memoryOf = ({ name }: KeyHolder) => {
    const known = memoryByKey.get(name) ?? new HeldBytes(Math.max(maxHeldBytes / 4, maxBodyBytes), memory)
    memoryByKey.set(name, known)
    return known
  }
  return async (http, id) => {
    const endpoint = forwardedEndpoints[id]
    const startedAt = service.clock.now()
    const requestId = requestIdOf(http.header('x-request-id'))
    const reportStatus = (status: number) => {
      const { method, path } = http
      const route = `/v1/${endpoint.path}`
      reportRequest(service, { requestId, method, path, route, status, ms: service.clock.now() - startedAt })
    }
    let caller: KeyHolder | undefined
    let limitHeaders: Readonly<Record<string, string>> = {}
    let cancellation: CancellationToken | undefined
    /** If there is one, the request is reported with its end. */
    let reservation: Reservation | undefined
    try {
      caller = await identifyCaller(http.header, service)
      await admitRequest(caller, service, 'chat')
      limitHeaders = service.rateLimit.headersOf(caller)
      // Before the body is read: a slow upload occupies the service as a call does.
      cancellation = service.activeChats.open()
      // Stop the engine when the caller disconnects.
      http.onClose(() => cancellation?.cancel())
      const request = await (endpoint.format === 'json'
        ? readJsonRequest(service, http, id)
        : readUpload(service, http, id, memoryOf(caller)))
      reservation = await reserve(service, http, caller, request)
      limitHeaders = { ...limitHeaders, ...reservation.headers }
      const onBegun = () => reportStatus(200)
      const about = { http, requestId, caller, endpoint, request, reservation, cancellation, limitHeaders }
      await forward(service, { ...about, onBegun })
    } catch (reason) {
      // A failure after the caller disconnected isn't a server error.
      const { isClosed: isGone } = http
      const refusal = reportDefect(isGone ? silentLog : service.log, requestId, reason)
      const answer = errorResponse(refusal, requestId, undefined, limitHeaders)
      http.respond(answer)
      reportStatus(isGone && answer.status >= 500 ? clientClosedRequest : answer.status)
      if (!caller || reservation || !service.requestLog) return
      const time = service.clock.now()
      const about = { request_id: requestId, key: caller.name, endpoint: `/v1/${endpoint.path}` }
      const { code } = refusal.detail
      service.requestLog.record(loggedRefusal({ ...about, code, time, total_ms: time - startedAt }))
    } finally {
      if (cancellation) service.activeChats.close(cancellation)
    }
  }
}

async function readJsonRequest(service: ServiceContext, http: HttpContext, id: ForwardedId): Promise<ForwardedRequest> {
  const { value, text } = await readJsonBody(http, service.maxBodyBytes)
  if (!isRecord(value)) throw refuse('invalid_value', 'The body must be a JSON object.')
  const { model, ...others } = value
  const served = findModel(service, model, forwardedEndpoints[id])
  // As written, so that numbers keep their digits; the model last, as for chats.
  const members = writtenMembers(others, text).set('model', JSON.stringify(served.engineModelId))
  const units = unitsAsked(id, others)
  const body = joinMembers(members)
  return {
    served,
    units,
    body,
    mostUploadBytes: 0,
    uploadedBytes: () => 0,
    contentType: 'application/json',
    discard: async () => {},
  }
}

async function readUpload(
  service: ServiceContext,
  http: HttpContext,
  id: ForwardedId,
  memory: HeldBytes,
): Promise<ForwardedRequest> {
  const contentType = http.header('content-type') ?? ''
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) {
    const message = 'The body must be multipart/form-data with a boundary. Most clients set both for a form.'
    throw refuse('unsupported_media_type', message)
  }
  const { maxBodyBytes } = service
  const tooLarge = () => refuse('body_too_large', `The body is larger than ${maxBodyBytes} bytes. Send a smaller file.`)
  const announced = Number(http.header('content-length') ?? NaN)
  const length = Number.isSafeInteger(announced) ? announced : undefined
  let uploaded = 0
  const bytes = counted(http.readBytes(maxBodyBytes, tooLarge), (count) => (uploaded += count))
  const upload = await openUpload(bytes, { boundary, length, memory })
  const { discard } = upload
  try {
    const served = findModel(service, upload.model, forwardedEndpoints[id])
    const own = served.engineModelId
    const units = unitsAsked(id, {})
    const body = upload.bodyWith(own)
    return {
      served,
      units,
      body,
      mostUploadBytes: length ?? maxBodyBytes,
      uploadedBytes: () => uploaded,
      contentType,
      length: upload.lengthWith(own),
      discard,
    }
  } catch (reason) {
    void discard()
    throw reason
  }
}

async function* counted(chunks: AsyncIterable<Uint8Array>, onBytes: (count: number) => void) {
  for await (const chunk of chunks) {
    onBytes(chunk.byteLength)
    yield chunk
  }
}

function findModel({ catalogue }: ServiceContext, asked: unknown, { path, type }: ForwardedEndpoint): ServedModel {
  if (typeof asked !== 'string' || asked === '') {
    const where = type === 'embedding' ? 'the id of an embedding model' : `an id from GET /v1/models?type=${type}`
    throw refuse('invalid_value', `model is required: ${where}.`, { param: 'model' })
  }
  const served = requireModel(catalogue, asked, type)
  if (served.engine.forward) return served
  throw refuse(
    'invalid_value',
    `The engine of “${served.model.id}” doesn’t support /v1/${path}. Choose another model.`,
    {
      param: 'model',
    },
  )
}

/** Reserves what the request can cost. Discards its body if it is refused. */
async function reserve(
  { spending }: ServiceContext,
  http: HttpContext,
  caller: KeyHolder,
  { served, units, body, mostUploadBytes, discard }: ForwardedRequest,
): Promise<Reservation> {
  const size = () => ({ units, textBytes: bytesOfText(body), uploadBytes: mostUploadBytes })
  const greatest = () => greatestForwardCharge(served.model, size())
  try {
    requireModelAllowed(caller, served.model.id)
    const reserved = spending.reserve(caller, greatest)
    return reserved instanceof Promise ? await reservedFor(http, reserved) : reserved
  } catch (reason) {
    void discard()
    throw reason
  }
}

interface Forwarding {
  http: HttpContext
  requestId: string
  caller: KeyHolder
  endpoint: ForwardedEndpoint
  request: ForwardedRequest
  reservation: Reservation
  cancellation: CancellationToken
  limitHeaders: Readonly<Record<string, string>>
  onBegun(): void
}

async function forward(service: ServiceContext, forwarding: Forwarding): Promise<void> {
  const { http, requestId, endpoint, request, cancellation, limitHeaders, onBegun } = forwarding
  const { served, body, contentType, length, discard } = request
  const report = startReport(service, forwarding)
  let answer: ForwardedAnswer | undefined
  try {
    const { path, kinds } = endpoint
    answer = await served.engine.forward?.({ path, body, contentType, length, kinds, cancellation })
    if (!answer) throw refuse('upstream_invalid', 'The engine doesn’t support this endpoint. Choose another model.')
  } catch (reason) {
    const failure = shutdownReason(cancellation) ?? reason
    report(cancellation.isCancelled && failure === reason ? 'aborted' : 'failed', failure)
    void discard()
    throw failure
  }
  const writer = http.streamBytes({
    'content-type': answer.contentType,
    'cache-control': answer.kind === 'events' ? 'no-cache, no-transform' : 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    ...limitHeaders,
    ...servedByHeader(answer.servedBy),
    ...(answer.kind !== 'json' && { 'x-accel-buffering': 'no' }),
  })
  onBegun()
  const reason = await passOn(answer, writer, cancellation)
  if (reason === undefined) return report('finished', undefined, answer)
  const failure = shutdownReason(cancellation) ?? (cancellation.isCancelled ? undefined : reason)
  endEarly(service, { writer, kind: answer.kind, requestId, failure })
  report(failure === undefined ? 'aborted' : 'failed', failure, answer)
}

/** Sends the answer at the pace of the slower side. Returns why it ended early; undefined if it is complete. */
async function passOn(answer: ForwardedAnswer, writer: ByteWriter, cancellation: CancellationToken): Promise<unknown> {
  try {
    for await (const chunk of answer.body) {
      await writer.write(chunk)
      cancellation.throwIfCancelled()
    }
    writer.end()
    return undefined
  } catch (reason) {
    return reason
  }
}

/** An answer that was cut must not look complete: events end in an error, anything else in a broken connection. */
function endEarly(
  { log }: ServiceContext,
  {
    writer,
    kind,
    requestId,
    failure,
  }: Record<'writer', ByteWriter> & {
    kind: ForwardedAnswer['kind']
    requestId: string
    failure: unknown
  },
): void {
  if (failure === undefined || kind !== 'events') return writer.abort()
  const error = reportDefect(log, requestId, failure).detail
  // The engine may have stopped within a line.
  void writer.write(new TextEncoder().encode(`\n\ndata: ${JSON.stringify({ error })}\n\n`))
  writer.end()
}

type Report = (outcome: ChatOutcome, failure?: unknown, answer?: ForwardedAnswer) => void

const ofRefused: ReturnType<typeof forwardCharge> = {
  tokens: { input: 0, cachedInput: 0, output: 0, reasoning: 0 },
  cost: 0,
  isEstimated: false,
}

function bytesOfText(body: ForwardedRequest['body']): number {
  return typeof body === 'string' ? new TextEncoder().encode(body).length : 0
}

function sizeSoFar({ units, body, uploadedBytes }: ForwardedRequest): RequestSize {
  return { units, textBytes: bytesOfText(body), uploadBytes: uploadedBytes() }
}

/** Logs, counts and charges one forwarded request that reached an engine. */
function startReport(
  { clock, log, meter, ledger, requestLog }: ServiceContext,
  { requestId, caller, endpoint, request, reservation }: Forwarding,
): Report {
  const startedAt = clock.now()
  const model = request.served.model.id
  const route = `/v1/${endpoint.path}`
  const call = { id: randomId('forward-'), key: caller.name, model }
  if (ledger.begin) {
    const { tokens, cost } = forwardCharge(request.served.model, sizeSoFar(request), undefined)
    ledger.begin({ ...call, time: startedAt, engine: request.served.engine.name, input: tokens.input, cost })
  }
  return (outcome, failure, answer) => {
    const totalMs = clock.now() - startedAt
    const usage = answer?.usage()
    const { engine = request.served.engine.name, pricing = request.served.model.pricing } = answer?.servedBy ?? {}
    meter.forwardEnded({ route, model, engine, outcome, totalMs })
    // An engine that refused did nothing.
    const isRefused = outcome === 'failed' && answer === undefined
    const charge = isRefused ? ofRefused : forwardCharge({ pricing }, sizeSoFar(request), usage)
    const { tokens, cost, isEstimated } = charge
    reservation.settle({ tokens: tokens.input + tokens.output, cost: cost ?? 0 })
    const entry: LedgerEntry = {
      ...call,
      time: clock.now(),
      engine,
      outcome,
      input: tokens.input,
      cached: tokens.cachedInput,
      output: tokens.output,
      reasoning: tokens.reasoning,
      estimated: isEstimated,
      cost,
      firstMs: null,
      totalMs,
    }
    ledger.record(entry)
    meter.callCharged(entry)
    const code = failure instanceof ServiceError ? failure.detail.code : failure === undefined ? null : 'internal_error'
    const about = { request_id: requestId, endpoint: route, code, messages: null, reply: null }
    requestLog?.record(loggedCall(entry, about))
    const fields = { requestId, caller: caller.name, route, model, engine, outcome, ms: totalMs }
    if (outcome !== 'failed') return log.info(fields, `forwarding ${outcome}`)
    log.warn({ ...fields, code }, 'forwarding failed')
  }
}
