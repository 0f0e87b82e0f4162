import { useQuery } from '@tanstack/react-query'
import { Download, QrCode as QrIcon, Share2 } from 'lucide-react'
import { useState } from 'react'
import { workspace } from '#app/chat/open-workspace.ts'
import { sharedSetupOf } from '#app/chat/share-workspace.ts'
import { useSuggestedModel } from '#app/models/text-models.ts'
import { holdsKey, keysHeld } from '#app/data/share/secrets-in.ts'
import { writeSetup } from '#app/data/share/setup-json.ts'
import { fitsLink, writeFragment } from '#app/data/share/share-codec.ts'
import { downloadText } from '#app/ui/download-text.ts'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { fieldClass } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { linkLengthOf } from './link-length.ts'
import { MessageChoiceList } from './message-choice-list.tsx'
import { longestForQr, QrCode } from './qr-code.tsx'
import { SharePreview } from './share-preview.tsx'

const choices = [
  { value: 'none', label: 'No messages' },
  { value: 'chosen', label: 'Chosen messages' },
  { value: 'all', label: 'All with replies' },
] as const

/** Puts what is open into a link, as the person chooses, and shows precisely what that is. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const [choice, setChoice] = useState<(typeof choices)[number]['value']>('none')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [showsQr, setShowsQr] = useState(false)
  const suggested = useSuggestedModel()
  // Taken once: the panes that are chosen from stay the same, whatever another tab does to them meanwhile.
  const [open] = useState(() => workspace.getState())
  const setup = sharedSetupOf(open, choice === 'chosen' ? chosen : choice, suggested)
  const text = JSON.stringify(writeSetup(setup))
  const hasKey = holdsKey(setup, keysHeld())
  const { data: link = '' } = useQuery({
    queryKey: ['share-link', text],
    queryFn: async () => `${location.origin}${pathOfApp()}#${await writeFragment(setup)}`,
    enabled: !hasKey,
    staleTime: Infinity,
    gcTime: 0,
  })
  const length = linkLengthOf(fitsLink(setup) ? link.length : Infinity)
  const usable = link !== '' && !hasKey && length.tone !== 'too-long'
  return (
    <Dialog title="Share" onClose={onClose}>
      <div className="grid gap-5">
        <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
          <legend className="label mb-1.5">Messages</legend>
          {choices.map(({ value, label }) => (
            <label key={value} className="flex min-h-8 items-center gap-2">
              <input
                type="radio"
                name="messages"
                className="size-3.75"
                checked={choice === value}
                onChange={() => setChoice(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        {choice === 'chosen' && <MessageChoiceList panes={open.panes} chosen={chosen} onChosen={setChosen} />}
        <SharePreview setup={setup} toTheLetter={!hasKey} />
        {hasKey ? (
          <Notice tone="danger">
            One of your keys stands in this setup. Take it out of the system prompt, the messages or the other fields;
            then a link can be made.
          </Notice>
        ) : (
          <div className="grid gap-2">
            <label htmlFor="share-link" className="label">
              Link
            </label>
            <div className="flex gap-2">
              <input
                id="share-link"
                readOnly
                value={usable ? link : ''}
                onFocus={(event) => event.currentTarget.select()}
                className={`${fieldClass} min-w-0 flex-1 font-mono text-xs`}
              />
              {usable && <CopyButton name="Copy link" label="Copy link" text={() => link} isNext />}
            </div>
            <p
              role="status"
              className={length.tone === 'comfortable' ? 'text-xs text-text-muted' : 'text-xs text-warning'}
            >
              {link !== '' && length.words}
            </p>
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          {usable && 'share' in navigator && (
            <Button onClick={() => void navigator.share({ url: link }).catch(() => undefined)}>
              <Share2 aria-hidden size={16} />
              Share with another app
            </Button>
          )}
          {usable && link.length <= longestForQr && (
            <Button aria-expanded={showsQr} onClick={() => setShowsQr(!showsQr)}>
              <QrIcon aria-hidden size={16} />
              QR code
            </Button>
          )}
          {!hasKey && (
            <Button onClick={() => downloadText('parley-setup.json', 'application/json', text)}>
              <Download aria-hidden size={16} />
              Download as a file
            </Button>
          )}
        </div>
        {showsQr && usable && link.length <= longestForQr && <QrCode text={link} />}
      </div>
    </Dialog>
  )
}

/** Where the app stands on its host, with a slash at the end: a static copy may stand in a folder. */
function pathOfApp(): string {
  return new URL(import.meta.env.BASE_URL, location.href).pathname
}
