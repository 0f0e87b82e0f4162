import { useStore } from 'zustand'
import { type StoreApi, createStore } from 'zustand/vanilla'
import type { Attachment } from '#app/data/attachments/attachment.ts'
import { type Message, attachmentsOf } from '#app/data/message.ts'

/** The files of a message that is being edited; also where they are attached, see `AttachStore`. */
export interface EditedFiles {
  attached: readonly Attachment[]
  setAttached: (attached: readonly Attachment[]) => void
}

/** Where a new message is being inserted. */
interface NewPlace {
  beside: string
  place: 'before' | 'after'
}

interface OpenEdits {
  /** The text of each editor, by message id. Kept when an editor is closed with Escape, until the page is reloaded. */
  texts: Readonly<Record<string, string>>
  /** The ids of the messages whose editor is open. */
  open: ReadonlySet<string>
  adding: NewPlace | null
}

/** The key in `texts` of the message being inserted. */
export const newMessageKey = 'new'

/** The open editors of this tab. They outlive the components that show them. */
export const openEdits = createStore<OpenEdits>(() => ({ texts: {}, open: new Set(), adding: null }))

/** Opens the editor of a message, with the text that was left in it, if any. */
export function startEdit(id: string): void {
  openEdits.setState(({ open }) => ({ open: new Set([...open, id]) }))
}

/** Sets the text of an editor. */
export function setEditText(id: string, text: string): void {
  openEdits.setState(({ texts }) => ({ texts: { ...texts, [id]: text } }))
}

const editedFiles = new Map<string, StoreApi<EditedFiles>>()

/** The files in the editor of a message, kept as long as its text. */
export function filesInEditor(message: Message): StoreApi<EditedFiles> {
  const known = editedFiles.get(message.id)
  if (known) return known
  const files = createStore<EditedFiles>((set) => ({
    attached: attachmentsOf(message),
    setAttached: (attached) => set({ attached }),
  }))
  editedFiles.set(message.id, files)
  return files
}

/** Closes an editor and keeps its text for the next time. */
export function leaveEdit(id: string): void {
  openEdits.setState(({ open }) => ({ open: new Set([...open].filter((each) => each !== id)) }))
}

/** Discards the text and files of an editor. */
export function forgetEdit(id: string): void {
  editedFiles.delete(id)
  openEdits.setState(({ texts }) => ({
    texts: Object.fromEntries(Object.entries(texts).filter(([key]) => key !== id)),
  }))
}

/** Opens the editor for a new message; null closes it. */
export function setAdding(adding: NewPlace | null): void {
  openEdits.setState({ adding })
}

/** Whether a message's editor is open. */
export function useIsEditing(id: string): boolean {
  return useStore(openEdits, ({ open }) => open.has(id))
}
