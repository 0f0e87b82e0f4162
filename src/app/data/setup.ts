import { type JsonRecord, isRecord, parseJson } from '#contract/json.ts'
import {
  type Parameter,
  type ParameterValues,
  parameters,
  readParameters,
  readWireParameters,
  wireParameters,
} from '#contract/parameters.ts'
import {
  emptyResponseFormat,
  formatProblem,
  readFormatField,
  readResponseFormat,
  writeFormatField,
} from './response-format.ts'
import { emptyToolSetup, readToolFields, readToolSetup, toolProblem, writeToolFields } from './tools.ts'

/** One setting of a pane. Storage, links, presets, files, code, validation and undo all follow from its row below. */
interface SetupField<Value, SharedAs extends string = string> {
  label: string
  empty: Value
  /** Reads a value from storage or a file; an invalid one gives the empty value. */
  read: (stored: unknown) => Value
  /** True if it belongs to the choice of a model: other panes don't take it over, and a preset holds it only on request. */
  withModel?: true
  /** True if "Reset all" clears it. */
  isReset?: true
  /** Whether there is nothing in it to send; by default, whether it equals the empty value. */
  isBlank?: (value: Value) => boolean
  /** Why it can't be sent, and what to do. */
  problem?: (value: Value) => string | undefined
  /** The fields of the request body that it fills. */
  request?: {
    /**
     * The label of the control, by the name of the field, for fields that "Other fields" can't contain. Fields that stood
     * there before they had a control may still do so; the control takes precedence.
     */
    labels?: Readonly<Record<string, string>>
    write: (value: Value) => JsonRecord
    read: (body: JsonRecord) => Value
  }
  /** How a link holds it; absent if a link doesn't. */
  share?: {
    /** Its name in `SharedPane`. */
    as: SharedAs
    /** Its name in the link. Old links keep working, so it never changes. */
    key: string
    /** In `SharedPane` even when empty, as fields were at first; a later one is left out, so that old links read the same. */
    always?: true
    /** By default it is written as it is and read as from storage. */
    write?: (value: Value) => unknown
    read?: (json: unknown) => Value
    /** What the preview lists. */
    describe: (value: Value) => readonly string[]
  }
  /** Its text in a Markdown export, below its label. */
  markdown?: (value: Value) => string
}

/** Checks one row and infers the type of its value from `read`. */
function field<Value, const SharedAs extends string = never>(
  row: SetupField<NoInfer<Value>, SharedAs> & { read: (stored: unknown) => Value },
) {
  return row
}

/** What shapes the replies of one pane, beside the messages. One row per field, in the order in which they are written. */
export const setupFields = {
  /** Null until a model is chosen; the page then suggests the first available one. */
  modelId: field({
    label: 'Model',
    empty: null,
    read: readName,
    withModel: true,
    share: { as: 'model', key: 'model', always: true, describe: () => [] },
  }),
  /** Null is the service that served this page. Ids belong to one browser, so links hold the base URL; see `SharedPane`. */
  connectionId: field({ label: 'Connection', empty: null, read: readName, withModel: true }),
  systemPrompt: field({
    label: 'System prompt',
    empty: '',
    read: readText,
    isBlank: isBlankText,
    share: {
      as: 'system',
      key: 'system',
      always: true,
      describe: (text) => [text === '' ? 'no system prompt' : 'system prompt'],
    },
    markdown: (text) => text,
  }),
  parameters: field<ParameterValues, 'parameters'>({
    label: 'Parameters',
    empty: {},
    read: readParameters,
    isReset: true,
    request: {
      labels: Object.fromEntries(
        Object.values<Parameter>(parameters)
          .filter(({ isOtherField }) => isOtherField !== true)
          .map(({ wireName, label }) => [wireName, label]),
      ),
      write: wireParameters,
      read: readWireParameters,
    },
    share: {
      as: 'parameters',
      key: 'set',
      always: true,
      write: wireParameters,
      read: (json) => (isRecord(json) ? readWireParameters(json) : {}),
      describe: (values) =>
        Object.entries(wireParameters(values)).map(([name, value]) => `${name} ${JSON.stringify(value)}`),
    },
  }),
  tools: field({
    label: 'Tools',
    empty: emptyToolSetup,
    read: readToolSetup,
    isReset: true,
    isBlank: ({ list }) => list.length === 0,
    problem: ({ list }) => list.map((tool) => toolProblem(tool, list)).find((problem) => problem !== undefined),
    request: {
      write: writeToolFields,
      read: readToolFields,
    },
    share: {
      as: 'tools',
      key: 'tools',
      describe: ({ list }) => list.map(({ name }) => `tool ${name}`),
    },
    markdown: ({ list }) => list.map(({ name, description }) => `- ${name}: ${description}`).join('\n'),
  }),
  responseFormat: field({
    label: 'Response format',
    empty: emptyResponseFormat,
    read: readResponseFormat,
    isReset: true,
    problem: formatProblem,
    request: { write: writeFormatField, read: readFormatField },
    share: {
      as: 'responseFormat',
      key: 'format',
      describe: ({ kind }) => (kind === 'text' ? [] : [kind === 'json_object' ? 'JSON object' : 'JSON schema']),
    },
  }),
  /** Asks for the probability of each token and of its five most likely alternatives. */
  tokenProbabilities: field({
    label: 'Token probabilities',
    empty: false,
    read: (stored) => stored === true,
    isReset: true,
    request: {
      write: (wanted) => (wanted ? { logprobs: true, top_logprobs: 5 } : {}),
      read: ({ logprobs }) => logprobs === true,
    },
    share: { as: 'tokenProbabilities', key: 'probs', describe: (wanted) => (wanted ? ['token probabilities'] : []) },
  }),
  /** Further fields of the request body as JSON text of one object, or empty; see `readExtraBody`. */
  extraBody: field({
    label: 'Other fields (JSON)',
    empty: '',
    read: readText,
    isReset: true,
    isBlank: isBlankText,
    problem: (text) => readExtraBody(text).problem,
    share: {
      as: 'extraBody',
      key: 'extra',
      always: true,
      describe: (text) => (isBlankText(text) ? [] : ['other fields']),
    },
  }),
}

export type SetupFieldName = keyof typeof setupFields

/** The values of all fields. */
export type Setup = { [Name in SetupFieldName]: ReturnType<(typeof setupFields)[Name]['read']> }

/** The largest number of panes side by side. */
export const maxPanes = 6

export const setupFieldNames: readonly SetupFieldName[] = Object.keys(setupFields).filter(isFieldName)

export const emptySetup: Setup = buildSetup(setupFieldNames, (name) => rowOf(name).empty)

/** The row of a field, with the type of its value. */
export function rowOf<Name extends SetupFieldName>(name: Name): SetupField<Setup[Name]> {
  const rows: { [Each in SetupFieldName]: SetupField<Setup[Each]> } = setupFields
  return rows[name]
}

/** The setup alone, from an object that holds more. */
export function setupOf(source: Setup): Setup {
  return buildSetup(setupFieldNames, (name) => source[name])
}

/** The setup without the choice of a model: what other panes can take over and presets hold. */
export function settingsOf(source: Setup): Partial<Setup> {
  return buildSetup(
    setupFieldNames.filter((name) => rowOf(name).withModel !== true),
    (name) => source[name],
  )
}

/** The fields that "Reset all" clears, with their empty values. */
export const resetSetup: Partial<Setup> = buildSetup(
  setupFieldNames.filter((name) => rowOf(name).isReset === true),
  (name) => rowOf(name).empty,
)

/** A setup from storage or a file, whatever it holds. */
export function readStoredSetup(stored: JsonRecord): Setup {
  return buildSetup(setupFieldNames, (name) => rowOf(name).read(stored[name]))
}

/** Whether a field has nothing to send. */
export function isBlank<Name extends SetupFieldName>(name: Name, value: Setup[Name]): boolean {
  const { isBlank: ask, empty } = rowOf(name)
  return ask ? ask(value) : JSON.stringify(value) === JSON.stringify(empty)
}

/** The fields of the request body that the setup fills, without "Other fields". */
export function requestFieldsOf(setup: Setup): JsonRecord {
  return Object.fromEntries(
    setupFieldNames.flatMap((name) => Object.entries(rowOf(name).request?.write(setup[name]) ?? {})),
  )
}

/** As much of a setup as the fields of a request body say. */
export function readRequestFields(body: JsonRecord): Partial<Setup> {
  const names = setupFieldNames.filter((name) => rowOf(name).request)
  return buildSetup(names, (name) => rowOf(name).request?.read(body) ?? rowOf(name).empty)
}

/** The fields in the text of "Other fields", or why none of them are sent. */
export type ExtraBody = { fields: JsonRecord; problem?: undefined } | { fields?: undefined; problem: string }

/** The fields that Parley fills itself. */
const reserved = new Set(['model', 'messages', 'stream', 'stream_options'])

/** Reads the text of "Other fields": one JSON object, or nothing. */
export function readExtraBody(typed: string): ExtraBody {
  if (isBlankText(typed)) return { fields: {} }
  const value = parseJson(typed)
  if (value === undefined) return { problem: 'This isn’t valid JSON. Enter it like {"top_k": 40}.' }
  if (!isRecord(value)) return { problem: 'Enter one object in braces, like {"top_k": 40}.' }
  const labels = new Map(setupFieldNames.flatMap((name) => Object.entries(rowOf(name).request?.labels ?? {})))
  for (const name of Object.keys(value)) {
    if (reserved.has(name)) return { problem: `Remove "${name}": Parley sets it.` }
    const label = labels.get(name)
    if (label !== undefined) return { problem: `Remove "${name}" and set ${label} instead.` }
  }
  return { fields: value }
}

function readName(stored: unknown): string | null {
  return typeof stored === 'string' && stored !== '' ? stored : null
}

function readText(stored: unknown): string {
  return typeof stored === 'string' ? stored : ''
}

function isBlankText(text: string): boolean {
  return text.trim() === ''
}

function isFieldName(name: string): name is SetupFieldName {
  return Object.hasOwn(setupFields, name)
}

/** A setup, or the named part of one, with the value of each field taken from a function. */
export function buildSetup<Name extends SetupFieldName>(
  names: readonly Name[],
  valueOf: (name: Name) => Setup[Name],
): Pick<Setup, Name> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fromEntries` loses the type of each name's value
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Pick<Setup, Name>
}
