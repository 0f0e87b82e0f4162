/** `Model` for the first pane, `Model 2` for the second. */
export function numbered(name: string, place: number): string {
  return place === 1 ? name : `${name} ${place}`
}
