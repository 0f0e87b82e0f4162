import { errorCodes, type ErrorCode } from '#contract/errors.ts'
import type { JsonRecord } from '#contract/json.ts'
import type { Operation } from '#service/routes/operations.ts'
import { componentRef, type ComponentName } from './component-schemas.ts'

/** What may happen to any request, whatever it asks. */
const everywhere = ['invalid_value', 'origin_not_allowed', 'internal_error'] as const satisfies ErrorCode[]

const access: Record<Operation['access'], JsonRecord[]> = {
  key: [{ bearer: [] }],
  'optional key': [{ apiKey: [] }, { bearer: [] }, {}],
  open: [],
}

const requestIdHeader = {
  'x-request-id': { description: 'Names this exchange in the log.', schema: { type: 'string' } },
}

/** One operation in OpenAPI's words; every refusal that it can give is listed under its status. */
export function describeOperation(operation: Operation): JsonRecord {
  const { summary, description, takes, query = {}, path } = operation
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(query).map(([name, { schema, description: words, default: assumed }]) => ({
      name,
      in: 'query',
      description: words,
      schema: { $ref: componentRef(schema), ...(assumed !== undefined && { default: assumed }) },
    })),
  ]
  return {
    summary,
    ...(description !== undefined && { description }),
    security: access[operation.access],
    ...(parameters.length > 0 && { parameters }),
    ...(takes && { requestBody: { required: true, content: contentOf({ 'application/json': takes }) } }),
    responses: { ...successOf(operation), ...refusalsOf(operation) },
  }
}

function successOf({ gives, revalidates }: Operation): JsonRecord {
  const etag = { etag: { description: 'Send it back as `If-None-Match`.', schema: { type: 'string' } } }
  return {
    200: {
      description: 'What was asked for.',
      headers: { ...requestIdHeader, ...(revalidates === true && etag) },
      content: contentOf(gives),
    },
    ...(revalidates === true && { 304: { description: 'Unchanged since the `ETag` that was sent.' } }),
  }
}

function contentOf(gives: Operation['gives']): JsonRecord {
  return Object.fromEntries(Object.entries(gives).map(([type, name]) => [type, { schema: schemaOf(name) }]))
}

function schemaOf(name: ComponentName | 'text'): JsonRecord {
  return name === 'text' ? { type: 'string' } : { $ref: componentRef(name) }
}

function refusalsOf({ access: needs, errors }: Operation): JsonRecord {
  const own: readonly ErrorCode[] = needs === 'open' ? errors : ['invalid_api_key', ...errors]
  const codes = [...new Set<ErrorCode>([...own, ...everywhere])]
  const statuses = new Set(codes.map((code) => errorCodes[code].status))
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      {
        description: codes.flatMap((code) => (errorCodes[code].status === status ? `\`${code}\`` : [])).join(', '),
        headers: requestIdHeader,
        content: contentOf({ 'application/json': 'Error' }),
      },
    ]),
  )
}
