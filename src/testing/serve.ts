import { readConfig } from '#server/config/config.ts'
import { readTextFile } from '#server/read-text-file.ts'
import { runServer } from '#server/run-server.ts'

/** Serves as `main.ts` does, without a built page: what the tests of a whole process start. */
const reading = readConfig(process.env, readTextFile)
if ('problems' in reading) throw new Error(reading.problems.join('\n'))
await runServer({ config: reading.config, linkKey: undefined, pages: () => () => false })
