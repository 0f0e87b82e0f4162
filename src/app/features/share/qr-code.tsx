import { encode } from 'uqr'

/** Longer ones make a code that cameras have trouble with. */
export const longestForQr = 900

/** A text as a code that a phone can read from the screen: dark on light in either theme, as cameras expect. */
export function QrCode({ text }: { text: string }) {
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
