import type { ChatCompletion } from '#contract/chat.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import type { Model } from '#contract/model.ts'
import { foldCompletion } from '#dialects/completion.ts'
import type { EngineModel } from '#dialects/model-list.ts'
import type { CatalogueSources } from '#service/catalogue/merge-models.ts'
import { publishModel, publishedId } from '#service/catalogue/publish-model.ts'
import type { ReferenceCatalogue } from '#service/catalogue/reference/create-reference-catalogue.ts'
import type { ReferenceModel } from '#service/catalogue/reference/reference-model.ts'
import type { CancellationToken } from '#service/cancellation.ts'
import type { Engine, EngineCall, ForwardCall, ForwardedAnswer, ServedBy } from '#service/engines/engine.ts'
import type { Clock } from '#service/service-context.ts'
import { ServiceError, refusalOf, refuse } from '#service/service-error.ts'
import {
  AttemptToken,
  type BegunReply,
  ChangedCall,
  type Deadline,
  beginReply,
  canMoveOn,
  isBusy,
  isInactive,
  withinDeadline,
} from './attempt.ts'
import { type CircuitCall, type Circuits, createCircuits, memberKey, probeMs } from './circuit.ts'
import { passBytes, readForwarded } from './forwarded-request.ts'
import { type RouteMember, type MemberFacts, orderMembers, routeFacts } from './route-facts.ts'

/** Receives what routes do, for log and metrics. */
export interface RouteObserver {
  /** A call moved on from this engine. */
  fellBack(route: string, engine: string, code: string | null): void
  /** Routes leave out a member that fails, or take it back. */
  circuitChanged(member: RouteMember, isOpen: boolean): void
}

export interface RouteSettings {
  /** By public name. The members are in order of preference. */
  routes: Readonly<Record<string, readonly RouteMember[]>>
  /** How long to wait for the first content of a reply, or for embeddings or a moderation, in milliseconds. */
  firstContentMs: number
  /** Finds an engine by name, also one that is discovered later. */
  findEngine: (name: string) => Engine | undefined
  /** Resolves when the first search for engines is over. Omitted: there is none. */
  searched?: Promise<unknown>
  observer?: RouteObserver
  reference?: ReferenceCatalogue
  /** The operator's settings of models, by published id. */
  overrides?: CatalogueSources['overrides']
  /** From 0 to 1; `Math.random` if omitted. */
  random?: () => number
}

type Batch = readonly ChatEvent[]

/** The endpoints besides chat whose answers begin soon. An image, speech or a transcription may take minutes. */
const promptEndpoints: ReadonlySet<string> = new Set(['embeddings', 'moderations'])

/** The name of the engine of all routes. */
const routesName = 'routes'

/**
 * Serves models under names of the operator's choice, each by the first of several engines that answers. A call moves on
 * before its first content, never after it, and never after a mistake of the caller. A member that fails ten times in a row
 * is left out until its engine answers a probe.
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
  readonly #deadline: Deadline
  readonly #circuits: Circuits
  /** The latest listing of each member, by `memberKey`: the engine's own id, and the price if known. */
  readonly #listed = new Map<string, Pick<ServedBy, 'model' | 'pricing'>>()

  constructor(settings: RouteSettings, clock: Clock) {
    this.#settings = settings
    this.#deadline = { clock, deadlineMs: settings.firstContentMs }
    this.#circuits = createCircuits({
      clock,
      probe: async (engine, signal) => settings.findEngine(engine)?.models(signal),
      onChange: (member, isOpen) => settings.observer?.circuitChanged(member, isOpen),
    })
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
    const { model: name } = call.request
    const members = this.#membersOf(name)
    const ask = ({ engine, model }: Candidate, token: AttemptToken) => {
      const adapted = call.adapt?.(call.request, engine) ?? call.request
      return beginReply(engine, new ChangedCall(call, { ...adapted, model }, token), this.#deadline)
    }
    const { candidate, token, result } = await this.#firstOf({ name, members }, call.cancellation, ask)
    call.onServed?.(this.#servedBy(name, candidate))
    return pass(result, candidate.circuit, token)
  }

  /** Read as a stream, so that the first content can be waited for. */
  async complete(call: EngineCall): Promise<ChatCompletion> {
    const request = { ...call.request, stream: true }
    const events = await this.stream(new ChangedCall(call, request, call.cancellation))
    const result = await foldCompletion(events, call.identity)
    if ('completion' in result) return result.completion
    throw refusalOf(result.error)
  }

  /** Counted by the first member that can. A count says nothing about replies, so it leaves the circuits alone. */
  async countTokens({ request, cancellation }: Pick<EngineCall, 'request' | 'cancellation'>): Promise<number> {
    let failure = refuse('not_found', `No engine of “${request.model}” counts tokens.`)
    for (const member of this.#membersOf(request.model)) {
      const candidate = this.#admit(member)
      candidate?.circuit.abandoned()
      if (!candidate?.engine.countTokens) continue
      try {
        return await candidate.engine.countTokens({ request: { ...request, model: candidate.model }, cancellation })
      } catch (reason) {
        if (cancellation.isCancelled || !(canMoveOn(reason) || isMissing(reason))) throw reason
        failure = reason
      }
    }
    throw failure
  }

  async forward(call: ForwardCall): Promise<ForwardedAnswer> {
    const { name, changesFor, canRepeat, discard } = await readForwarded(call)
    const ask = ({ engine, model }: Candidate, token: AttemptToken) => {
      if (!engine.forward) throw noEndpoint(name, call)
      const answer = engine.forward({ ...call, ...changesFor(model), cancellation: token })
      return promptEndpoints.has(call.path) ? withinDeadline(answer, this.#deadline) : answer
    }
    try {
      const members = this.#membersOf(name).filter(({ engine }) => this.#settings.findEngine(engine)?.forward)
      if (members.length === 0) throw noEndpoint(name, call)
      const { candidate, token, result } = await this.#firstOf({ name, members, canRepeat }, call.cancellation, ask)
      const body = passBytes(result.body, candidate.circuit, token)
      return { ...result, body, servedBy: this.#servedBy(name, candidate) }
    } catch (reason) {
      discard()
      throw reason
    }
  }

  #membersOf(name: string): readonly RouteMember[] {
    const { routes } = this.#settings
    return Object.hasOwn(routes, name) ? (routes[name] ?? []) : []
  }

  /**
   * Asks the members of a route in turn, until one begins to answer. Rejects with the last one's error. `canRepeat` says if
   * the request can be sent again.
   */
  async #firstOf<T>(
    { name, members, canRepeat }: { name: string; members: readonly RouteMember[]; canRepeat?: () => boolean },
    caller: CancellationToken,
    ask: (candidate: Candidate, token: AttemptToken) => T | Promise<T>,
  ): Promise<{ candidate: Candidate; token: AttemptToken; result: T }> {
    const { random = Math.random, observer } = this.#settings
    let failure: { engine: string; error: ServiceError } | undefined
    for (const member of orderMembers(members, random)) {
      const candidate = this.#admit(member)
      if (!candidate) continue
      // It is a fallback only if there is another member to ask.
      if (failure) observer?.fellBack(name, failure.engine, failure.error.detail.code)
      const token = new AttemptToken(caller)
      try {
        const result = await ask(candidate, token)
        candidate.circuit.answered()
        return { candidate, token, result }
      } catch (reason) {
        token.release()
        // It may still be working on a late answer.
        token.cancel()
        const { circuit, engine } = candidate
        if (caller.isCancelled || !(reason instanceof ServiceError) || isBusy(reason)) circuit.abandoned()
        else if (canMoveOn(reason) && !isInactive(reason)) circuit.failed()
        else circuit.answered()
        if (caller.isCancelled || !canMoveOn(reason) || canRepeat?.() === false) throw reason
        failure = { engine: engine.name, error: reason }
      }
    }
    throw failure?.error ?? noneAvailable(name)
  }

  /** Who answers, and by which price. */
  #servedBy(route: string, { member, engine, model }: Candidate): ServedBy {
    const { reference } = this.#settings
    const isPriced = this.#pricingSetFor({ id: route }, reference?.find(route)) !== undefined
    const pricing = isPriced ? undefined : this.#listed.get(memberKey(member))?.pricing
    return { engine: engine.name, model, ...(pricing && { pricing }) }
  }

  /** The price that the operator set for a model. */
  #pricingSetFor(listed: EngineModel, of: ReferenceModel | undefined): Model['pricing'] | undefined {
    const { overrides = {} } = this.#settings
    const id = listed.publishedAs ?? listed.id
    const ids = [publishedId({ author: of?.author, ...listed, id }), ...(of && !id.includes('/') ? [of.id] : [])]
    return ids.map((each) => (Object.hasOwn(overrides, each) ? overrides[each]?.pricing : undefined)).find(Boolean)
  }

  #admit(member: RouteMember): Candidate | undefined {
    const engine = this.#settings.findEngine(member.engine)
    const circuit = engine && this.#circuits.admit(member)
    if (!engine || !circuit) return undefined
    return { member, engine, model: this.#listed.get(memberKey(member))?.model ?? member.model, circuit }
  }

  #factsOf(member: RouteMember, listed: readonly EngineModel[]): MemberFacts {
    const { reference, findEngine } = this.#settings
    const known = (each: EngineModel) => reference?.find(each.publishedAs ?? each.id)
    const isPublishedAs = (each: EngineModel) =>
      known(each)?.id === member.model || publishedId({ ...each, id: each.publishedAs ?? each.id }) === member.model
    const found = listed.find(({ id }) => id === member.model) ?? listed.find(isPublishedAs)
    if (!found) return undefined
    const of = known(found)
    const hasAuthorPrices = of !== undefined && findEngine(member.engine)?.maker === of.author
    const pricing = this.#pricingSetFor(found, of)
    const model = publishModel(found, {
      ...(of && { known: of }),
      hasAuthorPrices,
      ...(pricing && { override: { pricing } }),
    })
    this.#listed.set(memberKey(member), {
      model: found.id,
      ...(model.pricing.length > 0 && { pricing: model.pricing }),
    })
    return {
      model,
      lacks: found.lacks ?? [],
      embeddings: found.embeddings ?? false,
    }
  }
}

/** The rest of a begun reply. Its end tells the circuit how the member did. */
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
    if (last?.type === 'finished') circuit.completed()
    else if (token.isCancelled) circuit.abandoned()
    else circuit.failed()
    await rest.return?.()
  }
}

/** Whether an engine lacks the endpoint. */
function isMissing(reason: unknown): reason is ServiceError {
  return reason instanceof ServiceError && reason.status === 404
}

function noEndpoint(name: string, { path }: ForwardCall): ServiceError {
  return refuse('invalid_value', `No engine of the route “${name}” supports /v1/${path}. Choose another model.`, {
    param: 'model',
  })
}

function noneAvailable(name: string): ServiceError {
  return refuse('upstream_unreachable', `No engine of the route “${name}” is available. Try again in a moment.`, {
    headers: { 'retry-after': String(probeMs / 1000) },
  })
}
