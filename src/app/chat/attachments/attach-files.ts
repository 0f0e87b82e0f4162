import { pathOf } from '#app/chat/store/message-tree.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import type { Pane } from '#app/chat/store/workspace.ts'
import { saveAttachment } from '#app/data/attachments/attachment-store.ts'
import { sizeLimits, sizeWords, totalSize } from '#app/data/attachments/attachment.ts'
import { readAttachment } from '#app/data/attachments/read-attachment.ts'
import { attachmentsOf } from '#app/data/message.ts'
import { type AttachStore, setStatus, statusOf } from './attach-status.ts'

/** Attaches files to the message of a field, or says in it why they were refused. Never rejects. */
export async function attachFiles(target: AttachStore, files: readonly File[]): Promise<void> {
  setStatus(target, { reading: statusOf(target).reading + files.length, problems: [] })
  for (const file of files) {
    // One after the other, in their order and with the memory of one.
    const problem = await attachFile(target, file)
    const { reading, problems } = statusOf(target)
    setStatus(target, { reading: reading - 1, problems: problem === undefined ? problems : [...problems, problem] })
  }
}

async function attachFile(target: AttachStore, file: File): Promise<string | undefined> {
  const tooMuch = requestProblem(target, file)
  if (tooMuch !== undefined && file.size <= sizeLimits.file) return tooMuch
  const read = await readAttachment(file, file.name)
  if ('problem' in read) return read.problem
  const { attachment, blob } = read
  // Before it is listed: the draft is saved with the list, and a reload must find the bytes.
  await saveAttachment(attachment.hash, blob)
  const { attached, setAttached } = target.getState()
  // The same file twice would be sent twice.
  if (!attached.some(({ hash }) => hash === attachment.hash)) setAttached([...attached, attachment])
  return undefined
}

/** Why a request with one more file would be too large; undefined if it isn't. */
function requestProblem(target: AttachStore, file: File): string | undefined {
  const limit = sizeLimits.request
  const total = totalSize(target.getState().attached) + sentSize() + file.size
  if (total <= limit) return undefined
  return `${file.name} doesn’t fit: the files of one request are at most ${sizeWords(limit)}, with it they are ${sizeWords(total)}. Remove another file first.`
}

/** The size of the files that the next request repeats, of the pane with the most. */
function sentSize(): number {
  const sizeOf = ({ store }: Pane) => totalSize(pathOf(store.getState()).flatMap(attachmentsOf))
  return Math.max(...workspace.getState().panes.map(sizeOf))
}

/** Removes a file from the message of a field. */
export function detachFile(target: AttachStore, hash: string): void {
  const { attached, setAttached } = target.getState()
  setAttached(attached.filter((each) => each.hash !== hash))
}

/** Attaches files that were dropped on an element of the playground. */
export function attachDropped(element: Element | null, files: readonly File[]): Promise<void> {
  const { panes, detached } = workspace.getState()
  const own = detached && panes.length > 1 ? panes.find(({ id }) => element?.closest(`[data-pane="${id}"]`)) : undefined
  return attachFiles(own?.store ?? (detached ? (panes[0]?.store ?? workspace) : workspace), files)
}
