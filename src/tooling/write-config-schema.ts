import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { configFile } from '#server/config/config-file.ts'

/** Where the schema is published: the page's server hands it out, and a file can name it by its path in the repository. */
export const configSchemaFile = 'public/parley.config.schema.json'

/** The configuration file's JSON Schema, by which editors complete and check it. */
export function configJsonSchema(): Record<string, unknown> {
  return { title: 'Parley’s configuration', ...z.toJSONSchema(configFile, { io: 'input' }) }
}

// `npm run config:schema`, after a change to the configuration file's schema. Importing this file writes nothing.
if (process.argv[1] === import.meta.filename) {
  await writeFile(configSchemaFile, `${JSON.stringify(configJsonSchema(), null, 2)}\n`)
}
