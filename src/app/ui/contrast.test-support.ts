/** A colour as 8-bit sRGB, as displayed. */
type Rgb = readonly [number, number, number]

/**
 * The opaque colours of a style sheet whose tokens have the form
 * `--color-NAME: light-dark(oklch(…), oklch(…))`.
 */
export function readColours(css: string): Map<string, { light: Rgb; dark: Rgb }> {
  const token = /--color-([a-z0-9-]+):\s*light-dark\(oklch\(([\d. ]+)\), oklch\(([\d. ]+)\)\)/gu
  return new Map(
    [...css.matchAll(token)].map(([, name = '', light = '', dark = '']) => [
      name,
      { light: fromOklch(light), dark: fromOklch(dark) },
    ]),
  )
}

/** The WCAG 2 contrast ratio, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Converts `L C H` with Björn Ottosson's matrices, https://bottosson.github.io/posts/oklab/. */
function fromOklch(words: string): Rgb {
  const [lightness = 0, chroma = 0, hue = 0] = words.trim().split(/\s+/u).map(Number)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    toByte(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    toByte(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    toByte(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ]
}

function toByte(linear: number): number {
  const within = Math.min(1, Math.max(0, linear))
  return Math.round(255 * (within <= 0.0031308 ? 12.92 * within : 1.055 * within ** (1 / 2.4) - 0.055))
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

function toLinear(byte: number): number {
  const share = byte / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
