/** Whoever presented a key that fits. `name` may be logged; the key itself is not kept. */
export interface KeyHolder {
  readonly name: string
}

/** Decides who may call. Seed 5; how keys are made and kept is the host's affair. */
export interface KeyRing {
  /**
   * The holder of a presented key, or undefined for a stranger. `undefined` is asked about when none was presented, so
   * that a ring can let everyone in, as inside a page whose only caller is the page itself.
   */
  find(key: string | undefined): KeyHolder | undefined | Promise<KeyHolder | undefined>
}
