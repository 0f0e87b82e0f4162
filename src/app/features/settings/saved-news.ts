import type { Saved } from '#app/data/create-connections.ts'
import type { SavedNews } from './saved-note.tsx'

/** What saving a connection came to, in words. */
export function savedNews({ keyDropped, kept }: Saved, name: string): SavedNews {
  const parts = [
    kept ? `${name} is saved.` : `${name} can be used until this page is closed: the browser keeps nothing for it.`,
    keyDropped && 'Its address is another one now, so the key for the former is forgotten. Add the key for this one.',
  ]
  return { words: parts.filter(Boolean).join(' '), usable: !keyDropped }
}
