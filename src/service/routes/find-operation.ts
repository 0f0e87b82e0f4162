import { operations, type OperationId } from './operations.ts'

/** What a request asks for. `route` is a label for logs and counts, and takes nothing from the request but a choice. */
export type Found =
  | { route: string; id: OperationId }
  /** Something is at this path, but not by this method: `allow` lists those by which it is. */
  | { route: string; allow: string }
  | { route: 'other' }

/** One path, with what is found there by each method. */
interface Place {
  route: string
  byMethod: Map<string, { route: string; id: OperationId }>
}

const parameterAtEnd = /\{\w+\}$/
const places = new Map<string, Place>()
/** The places whose paths end in a parameter, which takes everything that follows. */
const openPlaces: (Place & { start: string })[] = []

for (const id of Object.keys(operations).filter((each): each is OperationId => Object.hasOwn(operations, each))) {
  const { path, method } = operations[id]
  const place = places.get(path) ?? { route: path.replace(parameterAtEnd, '*'), byMethod: new Map() }
  const found = { route: place.route, id }
  place.byMethod.set(method, found)
  // RFC 9110, 9.3.2: what can be got can be asked about.
  if (method === 'GET') place.byMethod.set('HEAD', found)
  if (!places.has(path) && parameterAtEnd.test(path)) {
    openPlaces.push({ ...place, start: path.replace(parameterAtEnd, '') })
  }
  places.set(path, place)
}

/** The operation at a path (without its query) by a method. */
export function findOperation(method: string, path: string): Found {
  const place = places.get(path) ?? openPlaces.find(({ start }) => path.startsWith(start))
  if (!place) return { route: 'other' }
  return place.byMethod.get(method) ?? { route: place.route, allow: [...place.byMethod.keys()].join(', ') }
}
