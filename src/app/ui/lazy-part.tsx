import { Component, lazy, type ComponentType, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { Button } from './button.tsx'

type Retry = () => Promise<void>

/** The parts that could not be drawn, by what fetches each again and draws it. */
const failed = new Set<Retry>()
/** What fetches the parts that are wanted as soon as somebody says something. */
const early = new Set<Retry>()
let actOnMissing: () => unknown = () => undefined

interface LazyPartOptions<Props> {
  /** Stands in its place where it can't be had; null is nothing, for what can be done without. */
  missing?: ComponentType<Props> | null
  /** Whether `prepareParts` fetches it. */
  isEarly?: boolean
}

/**
 * A part of the page whose script is fetched when the part is first drawn, or before. Where it can't be had, as while
 * the service restarts or after an update, only this part is missing: the rest goes on. Drawn within a `Suspense`.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { missing: Missing = MissingPart, isEarly = false }: LazyPartOptions<Props> = {},
): ComponentType<Props> {
  const attempt = () => ({ Loaded: lazy(async () => ({ default: await load() })) })
  const part = createStore(attempt)
  const retry = async () => {
    await load()
    if (failed.delete(retry)) part.setState(attempt())
  }
  if (isEarly) early.add(retry)
  return function LazyPart(props: Props) {
    const Loaded = useStore(part, (state) => state.Loaded)
    return (
      <Boundary of={Loaded} missing={Missing && <Missing {...props} />} onFailure={() => failed.add(retry)}>
        <Loaded {...props} />
      </Boundary>
    )
  }
}

/** Fetches what is wanted once somebody says something, before the service can go away. */
export function prepareParts(): void {
  // A failure shows when the part is drawn.
  for (const prepare of early) void prepare().catch(() => undefined)
}

/** Sets what is done where a person has tried again and something still can't be had. */
export function whenStillMissing(act: () => unknown): void {
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
  /** What is drawn: another one is tried anew. */
  of: unknown
  children: ReactNode
  missing: ReactNode
  onFailure: () => void
}

/** What fails in one part of the page must not take the others with it; React knows classes alone for this. */
class Boundary extends Component<BoundaryProps, { of: unknown; failed: boolean }> {
  override state = { of: this.props.of, failed: false }

  static getDerivedStateFromProps({ of }: BoundaryProps, state: { of: unknown }) {
    return of === state.of ? null : { of, failed: false }
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
