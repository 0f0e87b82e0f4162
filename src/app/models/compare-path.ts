/** The ids in the `ids` of a comparison's address; a comma within an id is written as `%2C`. */
export function readIds(text: string): string[] {
  const ids = text.split(',').map(decoded)
  return [...new Set(ids)].filter((id) => id !== '')
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
