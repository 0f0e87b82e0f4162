import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { configFile } from '#server/config/config-file.ts'

/** Served with the page; configuration files can reference it by its repository path. */
export const configSchemaFile = 'public/parley.config.schema.json'

/** The configuration file's JSON Schema, for completion and validation in editors. */
export function configJsonSchema(): Record<string, unknown> {
  return { title: 'Parley’s configuration', ...z.toJSONSchema(configFile, { io: 'input' }) }
}

// `npm run config:schema`. Only when run directly: tests import this file.
if (process.argv[1] === import.meta.filename) {
  await writeFile(configSchemaFile, `${JSON.stringify(configJsonSchema(), null, 2)}\n`)
}
