const prefix = '/models/'

/** The path of a model's page: `/models/` and the id, each segment percent-encoded; slashes stay slashes. */
export function modelPath(id: string): string {
  return prefix + id.split('/').map(encodeURIComponent).join('/')
}

/** The id that a path under `/models/` stands for, as far as it can be decoded; undefined where it names none. */
export function modelIdOf(path: string): string | undefined {
  if (!path.startsWith(prefix) || path.length === prefix.length) return undefined
  return path.slice(prefix.length).split('/').map(decoded).join('/')
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // Typed by hand: a lone percent sign is part of what was meant.
    return segment
  }
}
