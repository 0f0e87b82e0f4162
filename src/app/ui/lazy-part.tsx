import { Component, useEffect, type ComponentType, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { Button } from './button.tsx'

type Retry = () => Promise<void>

/** The parts that could not be drawn, by what fetches and draws each again. */
const failed = new Set<Retry>()
/** What fetches the parts that are wanted as soon as a message is sent. */
const early = new Set<Retry>()
let actOnMissing: () => unknown = () => undefined

interface PartState<Props> {
  /** Undefined until its script is here. */
  Loaded?: ComponentType<Props>
  /** Whether its script could not be loaded when it was drawn. */
  isMissing: boolean
}

interface LazyPartOptions<Props> {
  /** Shown while the script is fetched; nothing by default. */
  loading?: ComponentType<Props> | null
  /** Shown where it can't be loaded; null is nothing, for what can be done without. */
  missing?: ComponentType<Props> | null
  /** Whether `prepareParts` fetches it. */
  preload?: boolean
}

/**
 * A part of the page whose script is fetched when the part is first drawn, or before. Where it can't be loaded, as while
 * the service restarts or after an update, only this part is missing. Not `React.lazy`, which needs a `Suspense` around
 * each part and reveals each in its own time: here all copies change in one commit once the script has arrived, and a
 * script that is here already is drawn at once.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { loading: Loading = null, missing: Missing = MissingPart, preload: isEarly = false }: LazyPartOptions<Props> = {},
): ComponentType<Props> {
  const part = createStore<PartState<Props>>(() => ({ isMissing: false }))
  const fetchPart = async () => {
    const Loaded = await load()
    const wasMissing = failed.delete(fetchPart)
    if (wasMissing || part.getState().Loaded === undefined) part.setState({ Loaded, isMissing: false })
  }
  const onFailure = () => void failed.add(fetchPart)
  if (isEarly) early.add(fetchPart)
  return function LazyPart(props: Props) {
    const state = useStore(part)
    const { Loaded, isMissing } = state
    const isWanted = Loaded === undefined && !isMissing
    useEffect(() => {
      if (!isWanted) return
      fetchPart().catch(() => {
        onFailure()
        part.setState({ isMissing: true })
      })
    }, [isWanted])
    const missing = Missing && <Missing {...props} />
    if (isMissing) return missing
    if (!Loaded) return Loading && <Loading {...props} />
    return (
      <Boundary attempt={state} missing={missing} onFailure={onFailure}>
        <Loaded {...props} />
      </Boundary>
    )
  }
}

/** Fetches what is wanted once somebody says something, before the service can go away. */
export function preloadParts(): void {
  // A failure shows when the part is drawn.
  for (const prepare of early) void prepare().catch(() => undefined)
}

/** Sets what is done where a person has tried again and something still can't be had. */
export function onRetryFailure(act: () => unknown): void {
  actOnMissing = act
}

/** Fetches again what could not be had, because a person asks for it, and draws it. */
export async function retryParts(): Promise<void> {
  try {
    await Promise.all([...failed].map((retry) => retry()))
  } catch {
    actOnMissing()
  }
}

interface BoundaryProps {
  /** Another one draws the children again. */
  attempt: unknown
  children: ReactNode
  missing: ReactNode
  onFailure: () => void
}

/** A part that breaks while it is drawn must not take the others with it. Error boundaries must be class components. */
class Boundary extends Component<BoundaryProps, { attempt: unknown; failed: boolean }> {
  override state = { attempt: this.props.attempt, failed: false }

  static getDerivedStateFromProps({ attempt }: BoundaryProps, state: { attempt: unknown }) {
    return attempt === state.attempt ? null : { attempt, failed: false }
  }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    this.props.onFailure()
  }

  override render() {
    return this.state.failed ? this.props.missing : this.props.children
  }
}

function MissingPart() {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 text-xs text-text-muted">
      This part could not be loaded. What you wrote is kept.
      <Button size="small" onClick={() => void retryParts()}>
        Retry
      </Button>
    </div>
  )
}
