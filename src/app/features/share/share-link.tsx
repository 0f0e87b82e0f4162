import { Download, QrCode as QrIcon, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { downloadText } from '#app/ui/download-text.ts'
import { fieldClass } from '#app/ui/field.tsx'
import { linkLengthOf } from './link-length.ts'
import { linkReachOf } from './link-reach.ts'
import { longestForQr, QrCode } from './qr-code.tsx'

interface ShareLinkProps {
  /** Empty while it is being made. */
  link: string
  /** False where no link may hold so much. */
  fits: boolean
  /** How many messages are in it. */
  messages: number
  /** How many could be. */
  said: number
  /** The same as a file. */
  file: string
}

/** The link, what it does to whoever gets it, and every way to send it on. */
export function ShareLink({ link, fits, messages, said, file }: ShareLinkProps) {
  const [showsQr, setShowsQr] = useState(false)
  const length = linkLengthOf(fits ? link.length : Infinity)
  const reach = linkReachOf(location)
  const usable = link !== '' && length.tone !== 'too-long'
  const isShort = usable && link.length <= longestForQr
  return (
    <>
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
        <div role="status" className="grid gap-1 text-xs text-text-muted">
          {usable && said > 0 && <p className="text-text">{contentWords(messages)} </p>}
          {link !== '' && (
            <p className={length.tone === 'comfortable' ? '' : 'text-warning'}>
              {length.words}
              {usable && ` ${reach.words}`}
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {usable && 'share' in navigator && (
          <Button onClick={() => void navigator.share({ url: link }).catch(() => undefined)}>
            <Share2 aria-hidden size={16} />
            Share with another app
          </Button>
        )}
        {isShort && !reach.selfOnly && (
          <Button aria-expanded={showsQr} onClick={() => setShowsQr(!showsQr)}>
            <QrIcon aria-hidden size={16} />
            QR code
          </Button>
        )}
        <Button onClick={() => downloadText('parley-setup.json', 'application/json', file)}>
          <Download aria-hidden size={16} />
          Download as a file
        </Button>
        {isShort && reach.selfOnly && (
          <p className="text-xs text-text-muted">No QR code: a phone would look for {location.hostname} on itself.</p>
        )}
      </div>
      {isShort && !reach.selfOnly && showsQr && <QrCode text={link} />}
    </>
  )
}

function contentWords(messages: number): string {
  if (messages === 0) return 'The link is without the messages.'
  return messages === 1
    ? 'The link holds 1 message: whoever has it can read that.'
    : `The link holds ${messages} messages: whoever has it can read them.`
}
