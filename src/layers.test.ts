import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// Defines the layers independently of the lint configuration. In a copy of the folders, every layer imports from every
// other one, and the real linter must refuse exactly what isn't allowed.

const features = ['catalogue', 'model', 'compare', 'playground', 'share', 'experiments', 'usage', 'settings'].map(
  (name) => `app/features/${name}`,
)
const belowPage = ['dialects', 'contract']
/** What runs experiments has no place in the pieces that every page is made of. */
const belowFeatures = ['app/chat', 'app/models', 'app/markdown', 'app/data', 'app/ui', 'experiments', ...belowPage]
const belowServer = ['service', ...belowPage]

/** What each layer may import: itself and what is below it. */
const allowedImports: Record<string, string[]> = {
  contract: ['contract'],
  dialects: belowPage,
  experiments: ['experiments', ...belowPage],
  service: belowServer,
  server: ['server', ...belowServer],
  testing: ['testing', 'tooling', 'server', 'experiments', ...belowServer],
  tooling: ['testing', 'tooling', 'server', 'experiments', ...belowServer],
  'app/shell': ['app/shell', ...features, ...belowFeatures],
  ...Object.fromEntries(features.map((feature) => [feature, [feature, ...belowFeatures]])),
  'app/chat': belowFeatures,
  'app/models': ['app/models', 'app/data', 'app/ui', 'experiments', ...belowPage],
  'app/markdown': ['app/markdown', 'app/ui', ...belowPage],
  'app/data': ['app/data', 'app/ui', 'experiments', ...belowPage],
  'app/ui': ['app/ui', ...belowPage],
}
const layers = Object.keys(allowedImports)

const onNode = ['server', 'testing', 'tooling']

/** Packages that belong to the page or to Node, with the layers that may import them. */
const packages: Record<string, (layer: string) => boolean> = {
  zod: (layer) => layer !== 'dialects',
  react: (layer) => layer.startsWith('app/') || onNode.includes(layer),
  pino: (layer) => onNode.includes(layer),
}

const inPageService = 'src/app/data/calls/in-page-service.ts'
const placesOn = (layer: string) =>
  ['planted.ts', 'deep/planted.tsx', 'planted.test.ts'].map((file) => `src/${layer}/${file}`)

/** Imports from every layer, with every import syntax. */
const everyImport = [...layers.flatMap((layer) => [`#${layer}/a.ts`, `#${layer}/b/c.ts`]), ...Object.keys(packages)]
  .flatMap((to, at) => [
    `import { x as x${at} } from '${to}'`,
    `export { x${at} } from '${to}'`,
    `await import('${to}')`,
  ])
  .concat(["import '../up.ts'", "import './../up.ts'", "import './beside.ts'", "import './down/below.ts'"])
  .concat(["import fs from 'node:fs'", "import os from 'os'", "export type T = import('#app/shell/a.ts').X"])
  .join('\n')

interface Diagnostic {
  code: string
  message: string
  filename: string
  help: string
}

describe('layers', () => {
  const house = mkdtempSync(join(tmpdir(), 'parley-layers-'))
  let diagnostics: Diagnostic[] = []

  beforeAll(() => {
    for (const file of ['.oxlintrc.json', 'package.json', 'tsconfig.json']) cpSync(file, join(house, file))
    for (const file of [...layers.flatMap(placesOn), inPageService]) plant(file, everyImport)
    plant('src/app/ui/long.ts', '// a line\n'.repeat(400) + 'export const long = 1')
    diagnostics = lint()
  }, 60_000)
  afterAll(() => rmSync(house, { recursive: true }))

  it.each(layers.flatMap(placesOn))('allows %s only the imports of its layer', (file) => {
    const layer = layers.find((name) => file.startsWith(`src/${name}/`)) ?? ''
    const tools = layer === 'server' && file.includes('.test.') ? ['testing'] : []
    expect(refusedIn(file)).toEqual(refusedFor([...(allowedImports[layer] ?? []), ...tools], layer))
  })

  it('allows one file of the page to import the service', () => {
    expect(refusedIn(inPageService)).toEqual(refusedFor(['app/data', 'app/ui', ...belowServer], 'app/data'))
  })

  it.each(layers.flatMap(placesOn))('refuses parent imports and inline type imports in %s', (file) => {
    expect(countOf(file, 'import(no-relative-parent-imports)')).toBe(2)
    expect(countOf(file, 'typescript(consistent-type-imports)')).toBe(1)
  })

  it.each(layers.flatMap(placesOn))('allows Node in %s only for the server and tests', (file) => {
    const mayUseNode = onNode.some((layer) => file.startsWith(`src/${layer}/`)) || file.includes('.test.')
    expect(countOf(file, 'import(no-nodejs-modules)')).toBe(mayUseNode ? 0 : 2)
  })

  it('refuses a file of more than 400 lines', () => {
    expect(countOf('src/app/ui/long.ts', 'eslint(max-lines)')).toBe(1)
  })

  function plant(file: string, text: string) {
    mkdirSync(dirname(join(house, file)), { recursive: true })
    writeFileSync(join(house, file), text)
  }

  function lint(): Diagnostic[] {
    const run = spawnSync(process.execPath, [join(process.cwd(), 'node_modules/oxlint/bin/oxlint'), '--format=json'], {
      cwd: house,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    })
    return (JSON.parse(run.stdout) as { diagnostics: Diagnostic[] }).diagnostics
  }

  /** The specifiers that the layer rule refused in a file, once for each way of importing them. */
  function refusedIn(file: string): string[] {
    return (
      diagnostics
        .filter(({ filename, code }) => filename === file && code === 'eslint(no-restricted-imports)')
        .filter(({ help }) => help.startsWith('Layer:'))
        .map(({ message }) => message.split("'")[1] ?? '')
        // Parent imports and Node imports have separate rules, tested below.
        .filter((specifier) => !/^(?:\.\.|node:|os$)/u.test(specifier))
        .toSorted()
    )
  }

  function refusedFor(open: string[], layer: string): string[] {
    const others = layers.filter((name) => !open.includes(name)).flatMap((name) => [`#${name}/a.ts`, `#${name}/b/c.ts`])
    const foreign = Object.keys(packages).filter((name) => !packages[name]?.(layer))
    return [...others, ...foreign].flatMap((specifier) => [specifier, specifier, specifier]).toSorted()
  }

  function countOf(file: string, code: string): number {
    return diagnostics.filter((found) => found.filename === file && found.code === code).length
  }
})
