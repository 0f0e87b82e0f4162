// The package has no types of its own.
declare module 'subset-font' {
  /** Leaves of a font what is needed for `text`. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; variationAxes: Record<string, { min: number; max: number }> },
  ): Promise<Buffer>
}
