import { keyFilePath } from './keys/key-file.ts'
import { runKeysCommand } from './keys/run-keys-command.ts'

/** Adds, lists and revokes the keys that last: what `npm run keys` runs. */
process.exitCode = await runKeysCommand(process.argv.slice(2), keyFilePath, {
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
})
