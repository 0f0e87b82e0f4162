/** Gives numbers from 0 up to, but not including, 1. */
export type Random = () => number

/**
 * Pseudo-random numbers that are the same for the same seed, on every machine: a Weyl sequence whose terms go through
 * the 32-bit finaliser of MurmurHash3 (Austin Appleby, public domain). Not for secrets.
 */
export function createSeededRandom(seed: string): Random {
  let state = 0
  for (const character of seed) state = mix(state ^ (character.codePointAt(0) ?? 0))
  return () => {
    state = (state + 0x9e3779b9) | 0
    return (mix(state) >>> 0) / 2 ** 32
  }
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
