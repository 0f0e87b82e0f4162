import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import type { AttachStore } from './attach-status.ts'

/** What the file picker offers first; anything can be chosen, as the content decides. */
const accept = 'image/png,image/jpeg,image/webp,image/gif,application/pdf,audio/wav,audio/mpeg,text/*,.json,.csv,.md'

/** Opens the file picker and attaches what is chosen. */
export function AttachButton({ target }: { target: AttachStore }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        aria-label="Attach"
        title="Attach images, PDF, audio or text files. You can also paste or drop them."
        onClick={() => input.current?.click()}
        className="grid size-8 shrink-0 place-items-center rounded-md text-text-muted transition-colors hover:bg-tint hover:text-text pointer-coarse:size-10"
      >
        <Paperclip aria-hidden size={16} />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Choosing the same file again must be a change, too.
          currentTarget.value = ''
          if (files.length > 0) void import('./attach-files.ts').then(({ attachFiles }) => attachFiles(target, files))
        }}
      />
    </>
  )
}
