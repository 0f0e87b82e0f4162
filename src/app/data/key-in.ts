/** The key in what a person pasted: people paste the whole printed link as often as the key alone. */
export function keyIn(typed: string): string {
  return (new URLSearchParams(typed.split('#')[1]).get('key') ?? typed).trim()
}
