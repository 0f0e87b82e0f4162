import { createStore } from 'zustand/vanilla'

/** What can lie over every page. */
export type Overlay = 'commands' | 'shortcuts' | 'share' | 'code'

/** What lies over the page now; null is nothing. */
export const overlays = createStore<{ open: Overlay | null }>(() => ({ open: null }))

export function openOverlay(open: Overlay): void {
  overlays.setState({ open })
}

export function closeOverlay(): void {
  overlays.setState({ open: null })
}
