/** A number measured or told, or an estimate, which is marked `≈` wherever it is shown. */
export interface Figure {
  value: number
  estimated: boolean
}
