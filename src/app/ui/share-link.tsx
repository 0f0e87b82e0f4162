import { Download, QrCode as QrIcon, Share2 } from 'lucide-react'
import { useState } from 'react'
import { encode } from 'uqr'
import { Button } from '#app/ui/button.tsx'
import { CopyButton, downloadText } from '#app/ui/copy-button.tsx'
import { fieldClass } from '#app/ui/field.tsx'
import { formatCount } from '#app/ui/format.ts'

/** How likely a link of this length is to survive. One that is `too-long` isn't offered; a file is. */
export interface LinkLength {
  tone: 'comfortable' | 'caution' | 'warning' | 'too-long'
  words: string
}

const comfortableLength = 2_000
const cautionLength = 8_000
const maxLength = 32_000

/** Rates a link by its number of characters; Infinity if it can't fit in a link. `shorten` says how to make it shorter. */
export function linkLengthOf(characters: number, shorten: string): LinkLength {
  const count = `${formatCount(characters)} characters`
  if (characters <= comfortableLength) return { tone: 'comfortable', words: `${count}.` }
  if (characters <= cautionLength) {
    return {
      tone: 'caution',
      words: `${count}. Some chat apps cut links of more than ${formatCount(comfortableLength)}.`,
    }
  }
  if (characters <= maxLength) {
    return {
      tone: 'warning',
      words: `${count}. Many apps cut links this long. ${shorten}, or send the file.`,
    }
  }
  if (characters === Infinity) {
    return { tone: 'too-long', words: `Too long for a link. ${shorten}, or send the file.` }
  }
  return { tone: 'too-long', words: `${count}. Too long for a link. ${shorten}, or send the file.` }
}

/** Who can open a link, judging by its host. `selfOnly`: only this computer. */
export interface LinkReach {
  selfOnly: boolean
  words: string
}

const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])\.?$/u

/** Describes who can open a link to this host. */
export function linkReachOf({ host, hostname }: Pick<URL, 'host' | 'hostname'>): LinkReach {
  if (loopback.test(hostname)) {
    return { selfOnly: true, words: `${hostname} only works on this computer.` }
  }
  return { selfOnly: false, words: `Opens anywhere that can reach ${host}.` }
}

/** Cameras have trouble with the QR codes of longer links. */
const maxQrLength = 900

/** A QR code. Dark on light in both themes, as cameras expect. */
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
  /** Empty while the link is being created. */
  link: string
  /** False if what is shared is too large for a link. */
  fits: boolean
  /** What makes the link shorter, such as `Share fewer messages`. */
  shorten: string
  /** What the link reveals, as a sentence. */
  content: string | undefined
  fileName: string
  /** The text of the file. */
  file: string
}

/** The link, what it reveals, and the ways to share it. */
export function ShareLink({ link, fits, shorten, content, fileName, file }: ShareLinkProps) {
  const [showsQr, setShowsQr] = useState(false)
  const length = linkLengthOf(fits ? link.length : Infinity, shorten)
  const reach = linkReachOf(location)
  const usable = link !== '' && length.tone !== 'too-long'
  const isShort = usable && link.length <= maxQrLength
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
          {usable && content !== undefined && <p className="text-text">{content} </p>}
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
        <Button onClick={() => downloadText(fileName, 'application/json', file)}>
          <Download aria-hidden size={16} />
          Download file
        </Button>
        {isShort && reach.selfOnly && (
          <p className="text-xs text-text-muted">No QR code: other devices can’t reach {location.hostname}.</p>
        )}
      </div>
      {isShort && !reach.selfOnly && showsQr && <QrCode text={link} />}
    </>
  )
}
