import { ImageIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { clipMarks } from './clip-marks.ts'

interface RemoteImageProps {
  /** Has been through `safeAddress`; undefined where nothing may be opened. */
  src: string | undefined
  alt: string
}

/**
 * An image in a reply: what it shows and where it is, in words. Nothing loads, as that would tell its host that the
 * reply was read; pressing the button opens it in a tab of its own, or shows the one that the reply itself holds.
 */
export function RemoteImage({ src, alt }: RemoteImageProps) {
  const [isShown, setShown] = useState(false)
  const isOwn = src?.startsWith('data:') === true
  if (isOwn && isShown) return <img src={src} alt={alt} decoding="async" className="inline max-h-96 max-w-full" />
  return (
    <span className="remote-image">
      <ImageIcon aria-hidden size={16} className="shrink-0" />
      <span>
        Image: {alt === '' ? 'no description' : clipMarks(alt)}
        <span className="link-host" title={isOwn ? undefined : src}>
          {' '}
          ({placeOf(src)})
        </span>
      </span>
      {src !== undefined && (
        <Button size="small" onClick={() => (isOwn ? setShown(true) : openApart(src))}>
          {isOwn ? 'Show image' : 'Open image'}
        </Button>
      )}
    </span>
  )
}

function placeOf(src: string | undefined): string {
  if (src === undefined) return 'not available'
  return src.startsWith('data:') ? 'in this reply' : new URL(src).host
}

function openApart(address: string): void {
  window.open(address, '_blank', 'noopener,noreferrer')
}
