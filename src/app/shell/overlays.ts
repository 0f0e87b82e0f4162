import { createStore } from 'zustand/vanilla'

/** What can lie over every page. */
export type Overlay = 'commands' | 'shortcuts' | 'share' | 'code'

/** What lies over the page now; null is nothing. */
export const overlays = createStore<{ open: Overlay | null }>(() => ({ open: null }))

/** Lays one over the page, in place of any other. */
export function openOverlay(open: Overlay): void {
  overlays.setState({ open })
}

/** Takes away what lies over the page. */
export function closeOverlay(): void {
  overlays.setState({ open: null })
}
