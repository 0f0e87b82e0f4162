import { type JsonRecord, isRecord, parseJson } from '#contract/json.ts'

export const formatKinds = ['text', 'json_object', 'json_schema'] as const
export type FormatKind = (typeof formatKinds)[number]

/** The form in which a model must reply. The fields of a schema are kept while another kind is chosen. */
export interface ResponseFormat {
  /** `text` is not sent, as services assume it. */
  kind: FormatKind
  name: string
  /** Whether the service must enforce the schema exactly. Null is not sent: the service decides. */
  strict: boolean | null
  /** The JSON Schema, as it was typed. */
  schema: string
}

export const emptyResponseFormat: ResponseFormat = { kind: 'text', name: 'reply', strict: null, schema: '' }

/** What the common interface allows as the name of a schema. */
const schemaName = /^[\w-]{1,64}$/u

/** Why a format can't be sent, and what to do; undefined if it can. */
export function formatProblem({ kind, name, schema }: ResponseFormat): string | undefined {
  if (kind !== 'json_schema') return undefined
  if (!schemaName.test(name)) return 'Give the schema a name of 1 to 64 letters, digits, _ or -.'
  return isRecord(parseJson(schema)) ? undefined : 'Enter the JSON schema as one object.'
}

/** The field of a request body that asks for the format; none for text or an invalid schema. */
export function writeFormatField(format: ResponseFormat): JsonRecord {
  const { kind, name, strict, schema } = format
  if (kind === 'text' || formatProblem(format) !== undefined) return {}
  if (kind === 'json_object') return { response_format: { type: kind } }
  return {
    response_format: {
      type: kind,
      json_schema: { name, ...(strict !== null && { strict }), schema: parseJson(schema) },
    },
  }
}

/** The format in a request body. */
export function readFormatField(body: JsonRecord): ResponseFormat {
  const { response_format: format } = body
  if (!isRecord(format)) return emptyResponseFormat
  if (format['type'] === 'json_object') return { ...emptyResponseFormat, kind: 'json_object' }
  const fields = format['json_schema']
  if (format['type'] !== 'json_schema' || !isRecord(fields) || !isRecord(fields['schema'])) return emptyResponseFormat
  const { name, strict, schema } = fields
  return {
    kind: 'json_schema',
    name: typeof name === 'string' ? name : emptyResponseFormat.name,
    strict: typeof strict === 'boolean' ? strict : null,
    schema: JSON.stringify(schema, null, 2),
  }
}

/** The format in storage, a link or a file; an invalid one is text. */
export function readResponseFormat(stored: unknown): ResponseFormat {
  if (!isRecord(stored)) return emptyResponseFormat
  const { kind, name, strict, schema } = stored
  return {
    kind: formatKinds.find((each) => each === kind) ?? 'text',
    name: typeof name === 'string' ? name : emptyResponseFormat.name,
    strict: typeof strict === 'boolean' ? strict : null,
    schema: typeof schema === 'string' ? schema : '',
  }
}
