import { readConfig } from '#server/config/config.ts'
import { readTextFile } from '#server/read-text-file.ts'
import { runServer } from '#server/run-server.ts'

/** Like `main.ts`, but without a built page. Entry of the processes that tests start. */
const reading = readConfig(process.env, readTextFile)
if ('problems' in reading) throw new Error(reading.problems.join('\n'))
await runServer({ config: reading.config, linkKey: undefined, pages: () => () => false })
