import type { ChatCompletion } from '#contract/chat.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import { parseJson } from '#contract/json.ts'
import { joinMembers, rawMembers } from '#contract/raw-json.ts'
import { foldCompletion } from '#dialects/completion.ts'
import type { EngineModel } from '#dialects/model-list.ts'
import { publishModel, publishedId } from '#service/catalogue/publish-model.ts'
import type { ReferenceCatalogue } from '#service/catalogue/reference/create-reference-catalogue.ts'
import { boundaryOf } from '#service/api/forwarding/multipart-model.ts'
import { HeldBytes, openUpload } from '#service/api/forwarding/upload.ts'
import type { CancellationToken } from '#service/cancellation.ts'
import type { Engine, EngineCall, ForwardCall, ForwardedAnswer, ServedBy } from '#service/engines/engine.ts'
import type { Clock } from '#service/service-context.ts'
import { ServiceError, refusalOf, refuse } from '#service/service-error.ts'
import { AttemptToken, type BegunReply, ChangedCall, beginReply, canMoveOn } from './attempt.ts'
import { type Circuit, type CircuitCall, createCircuit, probeMs } from './circuit.ts'
import { type RouteMember, type MemberFacts, orderMembers, routeFacts } from './route-facts.ts'

/** Receives what routes do, for log and metrics. */
export interface RouteObserver {
  /** A call moved on from this engine. */
  fellBack(route: string, engine: string, code: string | null): void
  circuitChanged(engine: string, isOpen: boolean): void
}

export interface RouteSettings {
  /** By public name. The members are in order of preference. */
  routes: Readonly<Record<string, readonly RouteMember[]>>
  /** How long to wait for the first content of a reply, in milliseconds. */
  firstContentMs: number
  /** Finds an engine by name, also one that is discovered later. */
  findEngine: (name: string) => Engine | undefined
  /** Resolves when the first search for engines is over. Omitted: there is none. */
  searched?: Promise<unknown>
  observer?: RouteObserver
  reference?: ReferenceCatalogue
  /** From 0 to 1; `Math.random` if omitted. */
  random?: () => number
}

type Batch = readonly ChatEvent[]

/** The name of the engine of all routes. */
export const routesName = 'routes'

/**
 * Serves models under names of the operator's choice, each by the first of several engines that answers. A call moves on
 * before its first content, never after it, and never after a mistake of the caller. An engine that fails ten times in a
 * row is left out until it answers a probe.
 */
export function createRouteEngine(settings: RouteSettings, { clock }: { clock: Clock }): Engine {
  return new RouteEngine(settings, clock)
}

/** A member that may be asked now. */
interface Candidate {
  member: RouteMember
  engine: Engine
  model: string
  circuit: CircuitCall
}

class RouteEngine implements Engine {
  readonly name = routesName
  readonly #settings: RouteSettings
  readonly #clock: Clock
  readonly #circuits = new Map<string, Circuit>()
  /** The engine's own ids of members that are written by their published id, by `memberKey`. */
  readonly #ownIds = new Map<string, string>()

  constructor(settings: RouteSettings, clock: Clock) {
    this.#settings = settings
    this.#clock = clock
  }

  async models(signal: AbortSignal): Promise<readonly EngineModel[]> {
    const { routes, searched } = this.#settings
    await searched
    const names = new Set(Object.values(routes).flatMap((members) => members.map(({ engine }) => engine)))
    const listed = new Map(
      await Promise.all(
        [...names].map(async (name) => {
          const models = await this.#settings
            .findEngine(name)
            ?.models(signal)
            .catch(() => undefined)
          return [name, models ?? []] as const
        }),
      ),
    )
    return Object.entries(routes).map(([name, members]) =>
      routeFacts(
        name,
        members,
        members.map((member) => this.#factsOf(member, listed.get(member.engine) ?? [])),
      ),
    )
  }

  async stream(call: EngineCall): Promise<AsyncIterable<Batch>> {
    const ask = ({ engine, model }: Candidate, token: AttemptToken) =>
      beginReply(engine, new ChangedCall(call, { ...call.request, model }, token), {
        clock: this.#clock,
        deadlineMs: this.#settings.firstContentMs,
      })
    const { candidate, token, result } = await this.#firstOf(call.request.model, call.cancellation, ask)
    call.onServed?.(servedBy(candidate))
    return pass(result, candidate.circuit, token)
  }

  /** Read as a stream, so that the first content can be waited for. */
  async complete(call: EngineCall): Promise<ChatCompletion> {
    const stream_options = { ...call.request.stream_options, include_usage: true }
    const request = { ...call.request, stream: true, stream_options }
    const events = await this.stream(new ChangedCall(call, request, call.cancellation))
    const result = await foldCompletion(events, call.identity)
    if ('completion' in result) return result.completion
    throw refusalOf(result.error)
  }

  async forward(call: ForwardCall): Promise<ForwardedAnswer> {
    const { name, changesFor, canRepeat, discard } = await readForwarded(call)
    const ask = ({ engine, model }: Candidate, token: AttemptToken) => {
      if (!engine.forward) throw refuse('upstream_invalid', 'The engine has no such endpoint. Choose another model.')
      return engine.forward({ ...call, ...changesFor(model), cancellation: token })
    }
    try {
      const { candidate, token, result } = await this.#firstOf(name, call.cancellation, ask, canRepeat)
      const body = passBytes(result.body, candidate.circuit, token)
      return { ...result, body, servedBy: servedBy(candidate) }
    } catch (reason) {
      discard()
      throw reason
    }
  }

  /**
   * Asks the members of a route in turn, until one begins to answer. Rejects with the last one's error. A body that can't be
   * sent again is sent to one member only.
   */
  async #firstOf<T>(
    name: string,
    caller: CancellationToken,
    ask: (candidate: Candidate, token: AttemptToken) => T | Promise<T>,
    canRepeat = true,
  ): Promise<{ candidate: Candidate; token: AttemptToken; result: T }> {
    const { routes, random = Math.random, observer } = this.#settings
    const members = Object.hasOwn(routes, name) ? (routes[name] ?? []) : []
    let failure: { engine: string; error: ServiceError } | undefined
    for (const member of orderMembers(members, random)) {
      const candidate = this.#admit(member)
      if (!candidate) continue
      // Only now is there another one to ask.
      if (failure) observer?.fellBack(name, failure.engine, failure.error.detail.code)
      const token = new AttemptToken(caller)
      try {
        return { candidate, token, result: await ask(candidate, token) }
      } catch (reason) {
        token.release()
        const { circuit, engine } = candidate
        if (caller.isCancelled || !(reason instanceof ServiceError)) circuit.abandoned()
        else if (canMoveOn(reason)) circuit.failed()
        else circuit.succeeded()
        if (caller.isCancelled || !canMoveOn(reason) || !canRepeat) throw reason
        failure = { engine: engine.name, error: reason }
      }
    }
    throw failure?.error ?? noneAvailable(name)
  }

  #admit(member: RouteMember): Candidate | undefined {
    const engine = this.#settings.findEngine(member.engine)
    const circuit = engine && this.#circuitOf(engine).admit()
    if (!engine || !circuit) return undefined
    return { member, engine, model: this.#ownIds.get(memberKey(member)) ?? member.model, circuit }
  }

  #circuitOf(engine: Engine): Circuit {
    const known = this.#circuits.get(engine.name)
    if (known) return known
    const circuit = createCircuit({
      clock: this.#clock,
      probe: (signal) => engine.models(signal),
      onChange: (isOpen) => this.#settings.observer?.circuitChanged(engine.name, isOpen),
    })
    this.#circuits.set(engine.name, circuit)
    return circuit
  }

  #factsOf(member: RouteMember, listed: readonly EngineModel[]): MemberFacts {
    const { reference, findEngine } = this.#settings
    const known = (each: EngineModel) => reference?.find(each.publishedAs ?? each.id)
    const isPublishedAs = (each: EngineModel) =>
      known(each)?.id === member.model || publishedId({ ...each, id: each.publishedAs ?? each.id }) === member.model
    const found = listed.find(({ id }) => id === member.model) ?? listed.find(isPublishedAs)
    if (!found) return undefined
    this.#ownIds.set(memberKey(member), found.id)
    const of = known(found)
    const hasAuthorPrices = of !== undefined && findEngine(member.engine)?.maker === of.author
    return {
      model: publishModel(found, { ...(of && { known: of }), hasAuthorPrices }),
      lacks: found.lacks ?? [],
      embeddings: found.embeddings ?? false,
    }
  }
}

function memberKey({ engine, model }: RouteMember): string {
  return JSON.stringify([engine, model])
}

/** All uploads to routes whose model comes after the file may together hold this much, in bytes. */
const uploads = new HeldBytes(256 * 1024 * 1024)

/** Reads which route a forwarded request is for, and how to name a member in it instead. */
async function readForwarded(call: ForwardCall) {
  const { body, contentType, length } = call
  if (typeof body === 'string') {
    const members = rawMembers(body)
    const changesFor = (model: string) => ({ body: joinMembers(members.set('model', JSON.stringify(model))) })
    return { name: String(parseJson(members.get('model') ?? '')), changesFor, canRepeat: true, discard() {} }
  }
  const upload = await openUpload(body, { boundary: boundaryOf(contentType) ?? '', length, memory: uploads })
  const changesFor = (model: string) => ({ body: upload.bodyWith(model), length: upload.lengthWith(model) })
  return { name: upload.model, changesFor, canRepeat: false, discard: () => void upload.discard() }
}

function servedBy({ engine, model }: Candidate): ServedBy {
  return { engine: engine.name, model }
}

/** The rest of a begun reply. Its end tells the circuit how the engine did. */
async function* pass({ first, rest }: BegunReply, circuit: CircuitCall, token: AttemptToken): AsyncGenerator<Batch> {
  let last: ChatEvent | undefined
  try {
    for (const batch of first) {
      last = batch.at(-1)
      yield batch
    }
    for (let step = await rest.next(); step.done !== true; step = await rest.next()) {
      last = step.value.at(-1)
      yield step.value
    }
  } finally {
    token.release()
    if (last?.type === 'finished') circuit.succeeded()
    else if (token.isCancelled) circuit.abandoned()
    else circuit.failed()
    await rest.return?.()
  }
}

async function* passBytes(
  body: ForwardedAnswer['body'],
  circuit: CircuitCall,
  token: AttemptToken,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let isComplete = false
  try {
    yield* body
    isComplete = true
  } finally {
    token.release()
    if (isComplete) circuit.succeeded()
    else if (token.isCancelled) circuit.abandoned()
    else circuit.failed()
  }
}

function noneAvailable(name: string): ServiceError {
  return refuse('upstream_unreachable', `All engines of “${name}” are failing or missing. Try again in a moment.`, {
    headers: { 'retry-after': String(probeMs / 1000) },
  })
}
