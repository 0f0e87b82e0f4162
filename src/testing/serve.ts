import { readConfig } from '#server/config/config.ts'
import { readTextFile } from '#server/read-text-file.ts'
import { runServer } from '#server/run-server.ts'
import { runWorkers } from '#server/workers/run-workers.ts'

/** Like `main.ts`, but without a built page. Entry of the processes that tests start. */
const reading = readConfig(process.env, readTextFile)
if ('problems' in reading) throw new Error(reading.problems.join('\n'))
const { config } = reading
const pages = () => () => false
const serves =
  config.workers === 1
    ? await runServer({ config, linkKey: undefined, pages })
    : await runWorkers(config, undefined, (worker) => runServer({ config, linkKey: undefined, pages, worker }))
if (!serves) process.exitCode = 1
