import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** The part of Vite's manifest that is needed here. */
const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]), isEntry: z.boolean().default(false) }),
)
type Manifest = z.infer<typeof manifestSchema>

/** Pages with a script of their own, matching the app's router. */
const pages: readonly (readonly [path: RegExp, module: string])[] = [
  [/^\/models\/?$/u, 'src/app/features/catalogue/models-page.tsx'],
  [/^\/models\/./u, 'src/app/features/model/model-page.tsx'],
  [/^\/compare\/?$/u, 'src/app/features/compare/compare-page.tsx'],
  [/^\/settings\/?$/u, 'src/app/features/settings/settings-page.tsx'],
]

/** The `Link` header for the document at a path; undefined if it needs no further scripts. */
export type PageLinks = (path: string) => string | undefined

/**
 * Reads from Vite's manifest (`.vite/manifest.json`) which further scripts each page needs, so that browsers preload them.
 * Without a manifest there are no links.
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
