/** The ids, or other values, in one part of an address, in their order; a comma within one is written as `%2C`. */
export function readIds(text: string): string[] {
  return text
    .split(',')
    .map(decoded)
    .filter((id) => id !== '')
}

/** The other way round. */
export function writeIds(ids: readonly string[]): string {
  return ids.map((id) => id.replaceAll(/[%,]/g, encodeURIComponent)).join(',')
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
