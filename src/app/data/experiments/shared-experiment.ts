// First, as the definition of experiments is read with zod.
// oxlint-disable-next-line import/no-unassigned-import -- it only configures zod
import '#app/data/calls/zod-without-eval.ts'
import { apiBaseOf, browserBaseUrl, readBaseUrl } from '#app/data/connections/base-url.ts'
import { connectionTo, connections, addServer } from '#app/data/connections/connections.ts'
import { packJson, unpackJson } from '#app/data/share/share-codec.ts'
import type { PayloadFault } from '#app/data/share/shared-setup.ts'
import { type Definition, readDefinition } from '#experiments/definition.ts'

// Old links keep working: `parleyExperiment` in the definition and the version of the payload say how to read them.

/** A definition for other browsers: connections are given by their base URLs, as their ids belong to this browser. */
export function portableDefinition(definition: Definition): Definition {
  const { others } = connections.getState()
  return withConnections(definition, (id) => others.find((each) => each.id === id)?.baseUrl ?? id)
}

/** A definition for a link: portable, and with ids that take little room. */
export function linkDefinition(definition: Definition): Definition {
  const { variants, cases, baseline, ...rest } = portableDefinition(definition)
  const baselineAt = variants.findIndex(({ id }) => id === baseline)
  return {
    ...rest,
    variants: variants.map((each, at) => ({ ...each, id: `v${at + 1}` })),
    cases: cases.map((each, at) => ({ ...each, id: `c${at + 1}` })),
    ...(baselineAt >= 0 && { baseline: `v${baselineAt + 1}` }),
  }
}

/** The servers that a definition from elsewhere calls and that this browser doesn't know, as base URLs. */
export function unknownServers({ variants, judge }: Definition): string[] {
  const callers = judge ? [...variants, judge] : variants
  const servers = callers.flatMap(({ connection }) => serverOf(connection) ?? [])
  return [...new Set(servers)].filter((each) => each !== browserBaseUrl && connectionTo(each) === null)
}

/** A definition from elsewhere with the connections of this browser. Unknown servers are added without a key. */
export function adoptDefinition(definition: Definition): Definition {
  for (const baseUrl of unknownServers(definition)) addServer(baseUrl)
  return withConnections(definition, (connection) => {
    const baseUrl = serverOf(connection)
    // Only models in files of another browser aren't found: they stay missing, rather than being sought at this server.
    return baseUrl === undefined ? connection : (connectionTo(baseUrl) ?? connection)
  })
}

/** A definition as the fragment of a link to the page of experiments: `e=VERSION.PAYLOAD`. */
export async function writeExperimentFragment(definition: Definition): Promise<string> {
  return `e=${await packJson(linkDefinition(definition))}`
}

const faultWords: Record<PayloadFault, string> = {
  damaged: 'This link is damaged or incomplete. Ask for it again, or for a file if the link was long.',
  'too-large': 'This link is too large to open. Ask for a file.',
  'newer-version':
    'This link was made with a newer version of Parley. Reload this page or update Parley, then open it again.',
}

/** Reads the part of a link after `e=`. `problem` says what is wrong, and what to do. Never rejects. */
export async function readExperimentPayload(payload: string): Promise<Definition | { problem: string }> {
  const read = await unpackJson(payload)
  return typeof read === 'string' ? { problem: faultWords[read] } : readDefinition(read.json)
}

function withConnections(definition: Definition, change: (connection: string) => string | null): Definition {
  const changed = <Caller extends { connection: string | null }>(caller: Caller): Caller => ({
    ...caller,
    connection: caller.connection === null ? null : change(caller.connection),
  })
  const { variants, judge } = definition
  return { ...definition, variants: variants.map(changed), ...(judge && { judge: changed(judge) }) }
}

/** The base URL of a connection that is given by one. */
function serverOf(connection: string | null): string | undefined {
  const baseUrl = readBaseUrl(connection ?? '').baseUrl
  return baseUrl === undefined ? undefined : apiBaseOf(baseUrl)
}
