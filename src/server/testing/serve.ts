import { readConfig } from '#server/config.ts'
import { runServer } from '#server/run-server.ts'

/** Serves as `main.ts` does, without a built page: what the tests of a whole process start. */
const reading = readConfig(process.env)
if ('problems' in reading) throw new Error(reading.problems.join('\n'))
await runServer({ config: reading.config, linkKey: undefined, pages: () => () => false })
