import { createStore } from 'zustand/vanilla'

/** A vote between the models of panes. `winner` is null for a tie, and where all were bad. */
export interface BlindVote {
  models: readonly string[]
  winner: string | null
}

/** Whether the panes hide their models, and the votes of this visit. */
export const blindStore = createStore<{ isBlind: boolean; votes: readonly BlindVote[] }>(() => ({
  isBlind: false,
  votes: [],
}))
