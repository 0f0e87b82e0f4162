/** The key in what a person pasted: people paste the whole printed link as often as the key alone. */
export function keyIn(typed: string): string {
  const fragment = typed.split('#')[1]
  return ((fragment === undefined ? null : new URLSearchParams(fragment).get('key')) ?? typed).trim()
}
