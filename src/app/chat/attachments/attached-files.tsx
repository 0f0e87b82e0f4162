import { CircleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { detachFile } from './attach-files.ts'
import { type AttachStore, attachStatus, statusOf } from './attach-status.ts'
import { AttachmentList } from './attachment-list.tsx'

interface AttachedFilesProps {
  target: AttachStore
  /** Gets the focus when a file is removed, since its button disappears. */
  onRemoved: () => void
}

/** The files of an unsent message, and why others were refused. */
export function AttachedFiles({ target, onRemoved }: AttachedFilesProps) {
  const attached = useStore(target, (state) => state.attached)
  const { reading, problems } = useStore(attachStatus, () => statusOf(target))
  return (
    <div className="grid gap-2 empty:hidden">
      <AttachmentList
        attachments={attached}
        onRemove={({ hash }) => {
          detachFile(target, hash)
          onRemoved()
        }}
      />
      {reading > 0 && (
        <p role="status" className="text-xs text-text-muted">
          {reading === 1 ? 'Reading 1 file…' : `Reading ${reading} files…`}
        </p>
      )}
      {problems.length > 0 && (
        <ul role="alert" className="grid gap-1 text-xs text-danger">
          {problems.map((problem, index) => (
            <li key={index} className="flex items-start gap-1.5 wrap-anywhere">
              <CircleAlert aria-hidden size={14} className="mt-px shrink-0" />
              {problem}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
