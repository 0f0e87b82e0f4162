/** A number measured or told, or an estimate, which is marked `≈` wherever it is shown. */
export interface Figure {
  value: number
  estimated: boolean
}

/** A cost, with the threshold of input tokens above which its higher rates apply. */
export interface CostFigure extends Figure {
  aboveInputTokens?: number
}
