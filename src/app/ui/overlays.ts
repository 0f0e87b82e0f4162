import { createStore } from 'zustand/vanilla'

/** What can lie over every page. */
export type Overlay = 'commands' | 'shortcuts' | 'share' | 'code' | 'connect'

interface Overlays {
  /** What lies over the page now; null is nothing. */
  open: Overlay | null
  /** What came of the one that was closed last, for screen readers. */
  outcome: string
}

export const overlays = createStore<Overlays>(() => ({ open: null, outcome: '' }))

/** Lays one over the page, in place of any other. */
export function openOverlay(open: Overlay): void {
  overlays.setState({ open, outcome: '' })
}

/** Takes away what lies over the page. `outcome` is announced. */
export function closeOverlay(outcome = ''): void {
  overlays.setState({ open: null, outcome })
}
