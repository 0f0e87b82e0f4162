import type { JsonRecord } from '#contract/json.ts'
import { operations, type Operation } from '#service/routes/operations.ts'
import { componentSchemas } from './component-schemas.ts'
import { describeOperation } from './describe-operation.ts'

/** The whole API as an OpenAPI 3.1 document, derived from the table of operations and the contract's schemas. */
export function createOpenApiDocument(): JsonRecord {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: '1',
      summary: 'Chat completions and a catalogue of models.',
      description: 'The version is part of every path: `/v1`.',
    },
    servers: [{ url: '/' }],
    paths: pathsOf(Object.entries<Operation>(operations)),
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer KEY' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
    },
  }
}

function pathsOf(rows: readonly [string, Operation][]): Record<string, JsonRecord> {
  const paths: Record<string, JsonRecord> = {}
  for (const [operationId, operation] of rows) {
    const item = (paths[operation.path] ??= {})
    item[operation.method.toLowerCase()] = { operationId, ...describeOperation(operation) }
  }
  return paths
}
