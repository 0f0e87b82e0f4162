import { z } from 'zod'
import { chatCompletion, chatCompletionChunk, chatMessage, chatRequest, usage } from '#contract/chat.ts'
import { errorBody } from '#contract/error-body.ts'
import { isRecord, type JsonRecord } from '#contract/json.ts'
import { model, modelList, modelListType, modelType } from '#contract/model.ts'

/** What callers send; described before defaults are filled in. */
const sent = { ChatRequest: chatRequest, ChatMessage: chatMessage }

/** What callers get. */
const given = {
  ChatCompletion: chatCompletion,
  ChatCompletionChunk: chatCompletionChunk,
  Usage: usage,
  Model: model,
  ModelList: modelList,
  ModelType: modelType,
  ModelListType: modelListType,
  Error: errorBody,
  OpenApiDocument: z.looseObject({ openapi: z.string() }),
}

export type ComponentName = keyof typeof sent | keyof typeof given

/** The address of a component inside the document. */
export function componentRef(name: ComponentName): string {
  return `#/components/schemas/${name}`
}

/** The contract's schemas as JSON Schema 2020-12, which is what OpenAPI 3.1 speaks. */
export function componentSchemas(): Record<string, JsonRecord> {
  return { ...jsonSchemasOf(sent, 'input'), ...jsonSchemasOf(given, 'output') }
}

function jsonSchemasOf(schemas: Record<string, z.ZodType>, io: 'input' | 'output'): Record<string, JsonRecord> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  const written = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    override({ zodSchema, jsonSchema }) {
      // Zod leaves the default of a transformed field out, where the parser does not apply it.
      const assumed = z.globalRegistry.get(zodSchema)?.['default']
      if (typeof assumed === 'number' || typeof assumed === 'boolean') jsonSchema.default = assumed
      // The bounds of what a double holds exactly are no rule of ours.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return Object.fromEntries(
    Object.entries(written.schemas).map(([name, schema]) => {
      const { $schema: _dialect, $id: _id, ...rest } = schema
      return [name, isRecord(rest) ? rest : {}]
    }),
  )
}
