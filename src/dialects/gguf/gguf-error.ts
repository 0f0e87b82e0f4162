/**
 * Why a file can't be used:
 * - `not-gguf`: it is another kind of file
 * - `big-endian`, `unsupported-version`: a GGUF file for other machines, or of a version that is not supported
 * - `truncated`: it ends before its contents do
 * - `corrupt`: it contradicts itself
 * - `too-large`: a part of the header exceeds what is read
 * - `unsupported`: it is valid, but no language model that can chat
 * - `incomplete-split`: it is one of several files, and others are missing or don't belong to it
 * - `unreadable`: it could not be read from the disk
 */
export type GgufProblem =
  | 'not-gguf'
  | 'big-endian'
  | 'unsupported-version'
  | 'truncated'
  | 'corrupt'
  | 'too-large'
  | 'unsupported'
  | 'incomplete-split'
  | 'unreadable'

/** A model file that can't be used. The message says why and what to do, and names no file. */
export class GgufError extends Error {
  override readonly name = 'GgufError'
  readonly problem: GgufProblem

  constructor(problem: GgufProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

/** The error for a file that contradicts itself; `what` is the contradiction, as a sentence without its stop. */
export function corrupt(what: string): GgufError {
  return new GgufError('corrupt', `The file is damaged: ${what}. Download it again, and compare its checksum.`)
}
