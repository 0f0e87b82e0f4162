import { useQuery } from '@tanstack/react-query'
import { FileText, Music, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { findAttachment } from '#app/data/attachments/attachment-store.ts'
import { type Attachment, type AttachmentKind, sizeWords } from '#app/data/attachments/attachment.ts'
import { clipCombiningMarks } from '#app/markdown/clip-marks.ts'
import { Dialog } from '#app/ui/dialog.tsx'

interface AttachmentListProps {
  attachments: readonly Attachment[]
  /** Absent where they can't be removed. */
  onRemove?: (attachment: Attachment) => void
}

/** Attached files: images as thumbnails, others as chips. Each opens in full. */
export function AttachmentList({ attachments, onRemove }: AttachmentListProps) {
  if (attachments.length === 0) return null
  return (
    <ul aria-label="Attachments" className="flex flex-wrap gap-2">
      {attachments.map((attachment) => (
        <li
          key={attachment.hash}
          data-part="attachment"
          className="flex max-w-full min-w-0 items-center gap-1 rounded-md border border-line bg-surface-raised p-1"
        >
          <AttachmentItem attachment={attachment} />
          {onRemove && (
            <button
              type="button"
              aria-label={`Remove ${attachment.name}`}
              title="Remove"
              onClick={() => onRemove(attachment)}
              className="grid size-7 shrink-0 place-items-center rounded-sm text-text-muted hover:bg-tint hover:text-text pointer-coarse:size-10"
            >
              <X aria-hidden size={14} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The URL of a file's bytes; null if they are gone, undefined while they load. It lives as long as the page. */
function useAttachmentUrl({ hash }: Attachment): string | null | undefined {
  const { data } = useQuery({
    queryKey: ['attachment', hash],
    queryFn: async () => {
      const blob = await findAttachment(hash)
      return blob ? URL.createObjectURL(blob) : null
    },
    staleTime: Infinity,
    gcTime: Infinity,
    networkMode: 'always',
  })
  return data
}

function AttachmentItem({ attachment }: { attachment: Attachment }) {
  const url = useAttachmentUrl(attachment)
  const { name, size, width, height } = attachment
  const [isOpen, setOpen] = useState(false)
  const pixels = width === undefined || height === undefined ? '' : `${width} × ${height} · `
  const words = url === null ? 'No longer stored. Attach it again.' : `${pixels}${sizeWords(size)}`
  const face = (
    <>
      {faces[attachment.kind]({ url: url ?? undefined })}
      <span className="grid min-w-0 text-left">
        <bdi className="max-w-52 truncate text-xs font-medium">{name}</bdi>
        <span className={`text-xs tabular-nums ${url === null ? 'text-danger' : 'text-text-muted'}`}>{words}</span>
      </span>
    </>
  )
  if (attachment.kind === 'audio' && url) {
    return (
      <span className="flex min-w-0 flex-wrap items-center gap-2 pr-1">
        {face}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a recording that somebody attached has none */}
        <audio controls src={url} aria-label={name} className="h-8 w-56 max-w-full" />
      </span>
    )
  }
  // The browser's PDF viewer would run the file's own scripts.
  if (!url || attachment.kind === 'pdf') return <span className="flex min-w-0 items-center gap-2 pr-1">{face}</span>
  return (
    <>
      <button
        type="button"
        aria-label={`Open ${name}, ${words}`}
        onClick={() => setOpen(true)}
        className="flex min-w-0 items-center gap-2 rounded-sm pr-1 hover:bg-tint"
      >
        {face}
      </button>
      {isOpen && (
        <Dialog title={name} width={960} onClose={() => setOpen(false)}>
          {attachment.kind === 'image' ? (
            <img src={url} alt={name} width={width} height={height} className="mx-auto h-auto max-w-full" />
          ) : (
            <TextPreview attachment={attachment} />
          )}
        </Dialog>
      )}
    </>
  )
}

const iconBox = 'grid size-9 shrink-0 place-items-center rounded-sm bg-tint text-text-muted'

/** What stands before the name. */
const faces: Record<AttachmentKind, (props: { url: string | undefined }) => ReactNode> = {
  image: ({ url }) =>
    url === undefined ? (
      <span aria-hidden className={iconBox} />
    ) : (
      <img src={url} alt="" decoding="async" className="size-9 shrink-0 rounded-sm bg-tint object-cover" />
    ),
  text: () => (
    <span aria-hidden className={iconBox}>
      <FileText size={16} />
    </span>
  ),
  pdf: () => (
    <span aria-hidden className={`${iconBox} text-[0.625rem] font-semibold`}>
      PDF
    </span>
  ),
  audio: () => (
    <span aria-hidden className={iconBox}>
      <Music size={16} />
    </span>
  ),
}

/** Characters of a text file that are shown. */
const mostShown = 100_000

/** The text of a file, whatever it is: HTML and SVG are not rendered. */
function TextPreview({ attachment: { hash, name } }: { attachment: Attachment }) {
  const { data } = useQuery({
    queryKey: ['attachment-text', hash],
    queryFn: async () => (await (await findAttachment(hash))?.slice(0, mostShown * 4).text()) ?? '',
    staleTime: Infinity,
    gcTime: 0,
  })
  if (data === undefined) return null
  return (
    <>
      <pre
        tabIndex={0}
        role="group"
        aria-label={`Text of ${name}`}
        className="max-h-[70dvh] overflow-auto font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      >
        {clipCombiningMarks(data.slice(0, mostShown))}
      </pre>
      {data.length > mostShown && (
        <p className="pt-2 text-xs text-text-muted">The rest isn’t shown here, but it is sent.</p>
      )}
    </>
  )
}
