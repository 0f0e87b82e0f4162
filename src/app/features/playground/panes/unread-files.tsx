import { TriangleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import type { AttachStore } from '#app/chat/attachments/attach-status.ts'
import { usePanes } from '#app/chat/store/use-panes.ts'
import type { Pane } from '#app/chat/store/workspace.ts'
import { type Attachment, type AttachmentKind, attachmentKinds } from '#app/data/attachments/attachment.ts'
import { readsFiles } from '#app/models/text-models.ts'
import type { Model } from '#contract/model.ts'
import type { ModelOf } from './choose-models.ts'

const kindWords: Record<AttachmentKind, string> = { image: 'images', text: 'text', pdf: 'PDF files', audio: 'audio' }

/** The kinds of these files that a model doesn't read, in words. */
function unreadBy(model: Model, attached: readonly Attachment[]): string {
  return attachmentKinds
    .filter((kind) => attached.some((each) => each.kind === kind) && readsFiles(model, kind) === false)
    .map((kind) => kindWords[kind])
    .join(' and ')
}

interface UnreadFilesProps {
  panes: readonly Pane[]
  target: AttachStore
  suggested: string | null
  modelOf: ModelOf
}

/** Says before sending which models don't read the attached files. */
export function UnreadFiles({ panes, target, suggested, modelOf }: UnreadFilesProps) {
  const attached = useStore(target, (state) => state.attached)
  const words = usePanes(panes, (each) => {
    const sentences = each.flatMap(({ store }) => {
      const { modelId, connectionId } = store.getState()
      const model = modelOf(modelId ?? suggested ?? '', connectionId)
      const unread = model ? unreadBy(model, attached) : ''
      return model && unread !== '' ? [`${model.name} doesn’t read ${unread}, according to the catalogue.`] : []
    })
    return [...new Set(sentences)].join(' ')
  })
  if (words === '') return null
  return (
    <p role="status" className="flex items-start gap-1.5">
      <TriangleAlert aria-hidden size={14} className="mt-px shrink-0" />
      <span>{words} You can still send them.</span>
    </p>
  )
}
