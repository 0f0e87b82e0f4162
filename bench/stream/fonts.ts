import { execFileSync } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

export const fontChoices = ['few', 'many'] as const
export type FontChoice = (typeof fontChoices)[number]

/** As many as a usual desktop has. */
const manyFonts = 400

const cache = join(import.meta.dirname, '../../node_modules/.cache/bench/fonts')

/**
 * The environment of a browser that sees `few` fonts, three of this machine, or the `many` that are installed. A page pays
 * for each character that its own fonts lack, and more the more fonts there are. For systems with fontconfig, as Linux.
 */
export async function fontEnvironment(choice: FontChoice): Promise<Record<string, string>> {
  const installed = execFileSync('fc-list', ['--format', '%{file}\n'], { encoding: 'utf8' }).split('\n').filter(Boolean)
  if (choice === 'many') {
    if (installed.length >= manyFonts) return {}
    throw new Error(
      `Only ${installed.length} fonts are installed, and --fonts many needs ${manyFonts}. Debian: apt-get install fonts-noto-core fonts-noto-extra`,
    )
  }
  const folder = join(cache, 'few')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const plain = installed.filter((file) => /Sans(?:-Bold|Mono)?\.ttf$/u.test(file))
  for (const file of [...plain, ...installed].slice(0, 3)) await symlink(file, join(folder, basename(file)))
  const configuration = join(cache, 'few.conf')
  await writeFile(
    configuration,
    `<?xml version="1.0"?>\n<fontconfig><dir>${folder}</dir><cachedir>${join(cache, 'index')}</cachedir></fontconfig>\n`,
  )
  return { FONTCONFIG_FILE: configuration }
}
