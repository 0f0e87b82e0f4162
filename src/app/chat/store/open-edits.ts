import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Where a new message is being written: beside which one, before or after it. */
interface NewPlace {
  beside: string
  place: 'before' | 'after'
}

interface OpenEdits {
  /** What stands in an editor, by its message; kept when the editor is left by Escape, until the page is loaded anew. */
  texts: Readonly<Record<string, string>>
  /** The messages whose editor is open. */
  open: ReadonlySet<string>
  adding: NewPlace | null
}

/** The key of the text that becomes a new message. */
export const newMessageKey = 'new'

/** The edits that are under way in this tab. They outlive the page that shows them. */
export const openEdits = createStore<OpenEdits>(() => ({ texts: {}, open: new Set(), adding: null }))

/** Opens a message's editor, on what was left in it if anything was. */
export function startEdit(id: string): void {
  openEdits.setState(({ open }) => ({ open: new Set([...open, id]) }))
}

/** Notes what stands in an editor. */
export function setEditText(id: string, text: string): void {
  openEdits.setState(({ texts }) => ({ texts: { ...texts, [id]: text } }))
}

/** Closes an editor; what stood in it is there again when it opens. */
export function leaveEdit(id: string): void {
  openEdits.setState(({ open }) => ({ open: new Set([...open].filter((each) => each !== id)) }))
}

/** Forgets what stood in an editor. */
export function forgetEdit(id: string): void {
  openEdits.setState(({ texts }) => ({
    texts: Object.fromEntries(Object.entries(texts).filter(([key]) => key !== id)),
  }))
}

/** Opens the editor of a new message; null closes it. */
export function setAdding(adding: NewPlace | null): void {
  openEdits.setState({ adding })
}

/** Whether a message's editor is open. */
export function useIsEditing(id: string): boolean {
  return useStore(openEdits, ({ open }) => open.has(id))
}
