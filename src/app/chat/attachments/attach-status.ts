import { type StoreApi, createStore } from 'zustand/vanilla'
import type { Attachment } from '#app/data/attachments/attachment.ts'

// Apart from attach-files.ts, which is loaded when the first file is attached.

/** Where files are attached: the workspace, a pane with a message field of its own, or a message that is edited. */
export interface AttachTarget {
  attached: readonly Attachment[]
  setAttached: (attached: readonly Attachment[]) => void
}
export type AttachStore = Pick<StoreApi<AttachTarget>, 'getState' | 'getInitialState' | 'subscribe'>

/** What is going on in a message field. */
interface AttachStatus {
  /** How many files are being read. */
  reading: number
  /** Why files were refused, in sentences. */
  problems: readonly string[]
}

const idle: AttachStatus = { reading: 0, problems: [] }

/** The status by message field. */
export const attachStatus = createStore<{ byTarget: ReadonlyMap<AttachStore, AttachStatus> }>(() => ({
  byTarget: new Map(),
}))

export function statusOf(target: AttachStore): AttachStatus {
  return attachStatus.getState().byTarget.get(target) ?? idle
}

export function setStatus(target: AttachStore, status: AttachStatus): void {
  attachStatus.setState(({ byTarget }) => ({ byTarget: new Map([...byTarget, [target, status]]) }))
}

/** Forgets why files were refused, once the message is sent without them. */
export function forgetProblems(target: AttachStore): void {
  const { reading, problems } = statusOf(target)
  if (problems.length > 0) setStatus(target, { reading, problems: [] })
}
