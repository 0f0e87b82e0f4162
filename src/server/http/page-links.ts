import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** The part of Vite's manifest that is read here: of each module its file, and what that imports at once. */
const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]), isEntry: z.boolean().default(false) }),
)
type Manifest = z.infer<typeof manifestSchema>

/** The pages whose script is no part of the first one, as the app's router knows them. */
const pages: readonly (readonly [path: RegExp, module: string])[] = [
  [/^\/models\/?$/u, 'src/app/features/catalogue/models-page.tsx'],
  [/^\/models\/./u, 'src/app/features/model/model-page.tsx'],
  [/^\/compare\/?$/u, 'src/app/features/compare/compare-page.tsx'],
  [/^\/settings\/?$/u, 'src/app/features/settings/settings-page.tsx'],
]

/** What to send as `Link` with the document at a path; undefined where its first scripts are all it needs. */
export type PageLinks = (path: string) => string | undefined

/**
 * Reads from the list that the build leaves (`.vite/manifest.json`) which further scripts each page needs, so that a
 * browser asks for them while the first ones are still on their way. Without that list there are none.
 */
export async function readPageLinks(folder: string): Promise<PageLinks> {
  const text = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => '{}')
  const manifest = manifestSchema.parse(JSON.parse(text))
  const first = filesOf(
    manifest,
    Object.keys(manifest).filter((name) => manifest[name]?.isEntry),
  )
  const links = pages.map(([path, module]) => {
    const further = [...filesOf(manifest, [module])].filter((file) => !first.has(file))
    return [path, further.map((file) => `</${file}>; rel=modulepreload`).join(', ')] as const
  })
  return (path) => links.find(([pattern]) => pattern.test(path))?.[1] || undefined
}

function filesOf(manifest: Manifest, names: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (name: string) => {
    const entry = manifest[name]
    if (!entry || seen.has(name)) return
    seen.add(name)
    files.add(entry.file)
    entry.imports.forEach(visit)
  }
  names.forEach(visit)
  return files
}
