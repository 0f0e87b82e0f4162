import { writeFile } from 'node:fs/promises'
import { lighterFontPath, makeLighterFont } from './lighter-font.ts'

// npm run font:refresh, after a new version of the font.
await writeFile(lighterFontPath, await makeLighterFont())
