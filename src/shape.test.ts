import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesInDocument, isKept, measureShape } from '#tooling/shape.ts'

// The structure of the repository. To add a folder or layer, add it here, in the lint configuration and in
// layers.test.ts.

const files = ['src', 'e2e'].flatMap((top) =>
  readdirSync(top, { recursive: true, encoding: 'utf8' }).map((path) => `${top}/${path.replaceAll('\\', '/')}`),
)
const code = files.filter((path) => /\.(?:ts|tsx|css)$/u.test(path))

function namesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => !name.startsWith('.'))
}

describe('the shape of the repository', () => {
  it('keeps its top level small', () => {
    const generated = readFileSync('.gitignore', 'utf8')
      .split('\n')
      .map((line) => line.replace(/\/$/u, ''))
    const allowed = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'index.html']
      .concat(['src', 'public', 'e2e', 'bench', 'docs', 'README.md', 'CHANGELOG.md', 'LICENSE'])
      .concat(generated)
    expect(namesIn('.').filter((name) => !allowed.includes(name) && !name.endsWith('.log'))).toEqual([])
  })

  it.each([
    ['src', ['app', 'contract', 'dialects', 'experiments', 'server', 'service', 'testing', 'tooling']],
    ['src/app', ['chat', 'data', 'features', 'markdown', 'models', 'shell', 'ui']],
    ['src/app/features', ['catalogue', 'compare', 'experiments', 'model', 'playground', 'settings', 'share', 'usage']],
  ])('has only layers, settings and repository tests in %s', (folder, floors) => {
    const strays = namesIn(folder).filter((name) => !floors.includes(name) && !/^tsconfig|\.test\.ts$/u.test(name))
    expect(strays).toEqual([])
  })

  it('has no catch-all folders', () => {
    const drawers = /^(?:utils?|helpers?|misc|common|shared|lib)(?:\.\w+)?$/u
    expect(files.filter((path) => drawers.test(basename(path)))).toEqual([])
  })

  it('has no barrel files', () => {
    const onlyReexports = (path: string) =>
      readFileSync(path, 'utf8')
        .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|export\s+(?:type\s+)?(?:\*|\{[^}]*\})[^'"]*from\s+['"][^'"]+['"];?/gu, '')
        .trim() === ''
    expect(code.filter((path) => /^index\.tsx?$/u.test(basename(path)) || onlyReexports(path))).toEqual([])
  })

  it('has no file of more than 400 lines', () => {
    expect(code.filter((path) => readFileSync(path, 'utf8').split('\n').length > 401)).toEqual([])
  })

  it('stays within the limits of `npm run shape`', () => {
    expect(measureShape().filter((figure) => !isKept(figure))).toEqual([])
  })

  it('lists only existing files in the tables of docs/architecture.md', () => {
    const named = ['What runs for each token', 'What a slider changes'].flatMap(filesInDocument)
    expect(named.filter((path) => !files.includes(path))).toEqual([])
  })

  // A list of 180 files would push the link in the output of `npm start` out of sight.
  it('builds without listing every built file', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    const builds = Object.values(scripts).flatMap((script) => script.match(/vite build[^&]*/gu) ?? [])
    expect(builds).toHaveLength(3)
    for (const build of builds) expect(build).toContain('--logLevel warn')
  })

  // Lint can only check imports of literal paths.
  it('has no computed imports', () => {
    const computed = /\bimport\(\s*(?!['"\s])|import\.meta\.glob/u
    const sources = code.filter((path) => path.startsWith('src/') && !path.includes('.test.'))
    // An optional package, whose place is only known at run time.
    const allowed = ['src/server/models/process/llama-library.ts']
    expect(sources.filter((path) => computed.test(readFileSync(path, 'utf8')))).toEqual(allowed)
  })
})
