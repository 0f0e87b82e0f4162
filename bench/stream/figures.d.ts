/** The median; NaN for no figures. */
export declare function median(figures: readonly number[]): number
/** The quantile for a share in [0, 1]; NaN for no figures. */
export declare function percentile(figures: readonly number[], share: number): number
