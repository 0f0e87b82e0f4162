import { Component, lazy, type ComponentType, type ReactNode } from 'react'
import { Button } from './button.tsx'

/**
 * A part of the page whose script is fetched when the part is first drawn. Where it can't be had, as while the service
 * restarts or after an update, only this part says so: the rest goes on. Drawn within a `Suspense`.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function LazyPart(props: Props) {
    return (
      <Boundary>
        <Loaded {...props} />
      </Boundary>
    )
  }
}

/** What fails in one part of the page must not take the others with it; React knows classes alone for this. */
class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert" className="flex flex-wrap items-center gap-2 text-xs text-text-muted">
        This part could not be loaded. What you wrote is kept.
        {/* A browser remembers for the whole of a page's life that a script could not be fetched. */}
        <Button size="small" onClick={() => location.reload()}>
          Reload the page
        </Button>
      </div>
    )
  }
}
