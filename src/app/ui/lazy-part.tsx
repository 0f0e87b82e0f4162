import { Component, useEffect, type ComponentType, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { Button } from './button.tsx'

type Retry = () => Promise<void>

/** Retry functions of the parts that failed to load or render. */
const failed = new Set<Retry>()
/** Loaders of the parts needed as soon as a message is sent. */
const preloads = new Set<Retry>()
let handleRetryFailure: () => unknown = () => undefined

interface PartState<Props> {
  /** Undefined until its script is loaded. */
  Loaded?: ComponentType<Props>
  /** Whether its script failed to load. */
  isMissing: boolean
}

interface LazyPartOptions<Props> {
  /** Shown while the script loads; nothing by default. */
  loading?: ComponentType<Props> | null
  /** Shown if it can't be loaded; null renders nothing, for optional parts. */
  missing?: ComponentType<Props> | null
  /** Whether `preloadParts` loads it. */
  preload?: boolean
}

type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the script before the part renders, for example when the pointer is on its button. */
  prepare: () => void
}

/**
 * A component whose script is loaded on first render, or earlier. If loading fails, as during a restart or after an
 * update, only this part is missing. Unlike `React.lazy` it needs no `Suspense` boundary, all instances update in one
 * commit, and a loaded script renders without a delay.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { loading: Loading = null, missing: Missing = MissingPart, preload = false }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  const part = createStore<PartState<Props>>(() => ({ isMissing: false }))
  const fetchPart = async () => {
    const Loaded = await load()
    const wasMissing = failed.delete(fetchPart)
    if (wasMissing || part.getState().Loaded === undefined) part.setState({ Loaded, isMissing: false })
  }
  const onFailure = () => void failed.add(fetchPart)
  if (preload) preloads.add(fetchPart)
  function LazyPart(props: Props) {
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
  // A failure shows when the part renders.
  return Object.assign(LazyPart, { prepare: () => void fetchPart().catch(() => undefined) })
}

/** Loads the parts needed for the first message while the service is still reachable. */
export function preloadParts(): void {
  // A failure shows when the part renders.
  for (const prepare of preloads) void prepare().catch(() => undefined)
}

/** Sets what happens when the user retries and loading still fails. */
export function onRetryFailure(act: () => unknown): void {
  handleRetryFailure = act
}

/** Loads failed parts again, at the user's request. */
export async function retryParts(): Promise<void> {
  try {
    await Promise.all([...failed].map((retry) => retry()))
  } catch {
    handleRetryFailure()
  }
}

interface BoundaryProps {
  /** A new value renders the children again. */
  attempt: unknown
  children: ReactNode
  missing: ReactNode
  onFailure: () => void
}

/** Keeps an error in one part from breaking the page. Error boundaries must be class components. */
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
      This part couldn’t be loaded. Your drafts are kept.
      <Button size="small" onClick={() => void retryParts()}>
        Retry
      </Button>
    </div>
  )
}
