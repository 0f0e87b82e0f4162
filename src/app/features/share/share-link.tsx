import { Download, QrCode as QrIcon, Share2 } from 'lucide-react'
import { useState } from 'react'
import { encode } from 'uqr'
import { Button } from '#app/ui/button.tsx'
import { CopyButton, downloadText } from '#app/ui/copy-button.tsx'
import { fieldClass } from '#app/ui/field.tsx'
import { formatCount } from '#app/ui/format.ts'

/** How well a link of a length travels; one that is `too-long` is not offered, and a file is. */
export interface LinkLength {
  tone: 'comfortable' | 'caution' | 'warning' | 'too-long'
  words: string
}

const comfortable = 2_000
const caution = 8_000
const longest = 32_000

/** What is to be said of a link with this many characters; infinite where no link can hold it. */
export function linkLengthOf(characters: number): LinkLength {
  const count = `${formatCount(characters)} characters`
  if (characters <= comfortable) return { tone: 'comfortable', words: `${count}.` }
  if (characters <= caution) {
    return { tone: 'caution', words: `${count}. Some chat apps cut links of more than ${formatCount(comfortable)}.` }
  }
  if (characters <= longest) {
    return {
      tone: 'warning',
      words: `${count}. Many apps cut links this long. Share fewer messages, or send the file.`,
    }
  }
  if (characters === Infinity) {
    return { tone: 'too-long', words: 'This is too much for a link. Share fewer messages, or send the file.' }
  }
  return { tone: 'too-long', words: `${count} are too many for a link. Share fewer messages, or send the file.` }
}

/** Who can open a link, by the host in it: `selfOnly` where each computer means itself by it. */
export interface LinkReach {
  selfOnly: boolean
  words: string
}

const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])\.?$/u

/** What is to be said of a link to this address. */
export function linkReachOf({ host, hostname }: Pick<URL, 'host' | 'hostname'>): LinkReach {
  if (loopback.test(hostname)) {
    return { selfOnly: true, words: `Opens on this computer only: ${hostname} is no address for others.` }
  }
  return { selfOnly: false, words: `Opens wherever ${host} can be reached.` }
}

/** Longer ones make a code that cameras have trouble with. */
const longestForQr = 900

/** A text as a code that a phone can read from the screen: dark on light in either theme, as cameras expect. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg
      role="img"
      aria-label="QR code of the link"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

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
