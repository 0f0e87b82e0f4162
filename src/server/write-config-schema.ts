import { writeFile } from 'node:fs/promises'
import { configJsonSchema, configSchemaFile } from './config-schema.ts'

// What `npm run config:schema` runs, after a change to the configuration file's schema.
await writeFile(configSchemaFile, `${JSON.stringify(configJsonSchema(), null, 2)}\n`)
