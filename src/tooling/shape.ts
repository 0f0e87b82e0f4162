import { readFileSync, readdirSync } from 'node:fs'
import { dirname, posix } from 'node:path'

// `npm run shape` prints size and structure figures of the sources with their limits, and fails if one is exceeded.
// Importing this file prints nothing.

/** One measured property of the sources and its limit. */
export interface Figure {
  what: string
  value: number
  limit: number
  /** Whether the limit is a minimum or a maximum. */
  kind: 'least' | 'most'
  /** What has the value, for instance the longest file; may be empty. */
  of: string
}

/** Whether a figure is within its limit. */
export function isKept({ value, limit, kind }: Figure): boolean {
  return kind === 'most' ? value <= limit : value >= limit
}

/** Source files of the product and its build, relative to the repository: no tests, test support or declarations. */
export function productionFiles(): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/u.test(path) && !/\.test\.|\.test-support|^src\/testing\/|\.d\.ts$/u.test(path))
    .toSorted()
}

/**
 * The files in the table below a heading of docs/architecture.md, relative to the repository. The tables list the code that
 * runs for each token and for a change of a slider.
 */
export function filesInDocument(heading: string): string[] {
  const section = readFileSync('docs/architecture.md', 'utf8')
    .split(/^## /mu)
    .find((each) => each.startsWith(heading))
  if (section === undefined)
    throw new Error(`docs/architecture.md has no section "${heading}". Write it, or correct the name.`)
  return [...section.matchAll(/^\| `([^`]+)`/gmu)].map(([, path = '']) => `src/${path}`)
}

/** Import cycles at run time; `import type` doesn't count. */
export function importCycles(files: readonly string[]): string[][] {
  const imports = new Map(files.map((path) => [path, importsOf(path).filter((to) => files.includes(to))]))
  const cycles: string[][] = []
  const done = new Set<string>()
  const visit = (path: string, chain: readonly string[]): void => {
    const start = chain.indexOf(path)
    if (start !== -1) {
      cycles.push(chain.slice(start))
      return
    }
    if (done.has(path)) return
    for (const to of imports.get(path) ?? []) visit(to, [...chain, path])
    done.add(path)
  }
  for (const path of files) visit(path, [])
  return cycles
}

function importsOf(path: string): string[] {
  const source = readFileSync(path, 'utf8')
  return [...source.matchAll(/^(?:import|export) (?!type\b)[^'"]*?from '([^']+)'/gmu)].map(([, to = '']) =>
    to.startsWith('#') ? `src/${to.slice(1)}` : posix.join(dirname(path), to),
  )
}

/** All figures, in the order they are printed. */
export function measureShape(): Figure[] {
  const files = productionFiles()
  const lengths = files
    .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 }))
    .toSorted((one, other) => one.lines - other.lines)
  const longest = lengths.at(-1)
  const folders = files.map((path) => dirname(path))
  const sizeOf = (folder: string) => folders.filter((each) => each === folder).length
  const largest = folders.toSorted((one, other) => sizeOf(other) - sizeOf(one))[0] ?? ''
  const cycles = importCycles(files)
  const most = (what: string, value: number, limit: number, of = ''): Figure => ({
    what,
    value,
    limit,
    kind: 'most',
    of,
  })
  return [
    most('production files', files.length, 760),
    { ...most('lines of a file, median', lengths[Math.floor(files.length / 2)]?.lines ?? 0, 65), kind: 'least' },
    most('lines of the longest file', longest?.lines ?? 0, 400, longest?.path),
    most('files in the largest folder', sizeOf(largest), 22, largest),
    most('cycles of imports', cycles.length, 0, cycles[0]?.join(' → ')),
    most('files in which code runs for each token', filesInDocument('What runs for each token').length, 25),
    most('files behind the temperature slider', filesInDocument('What a slider changes').length, 6),
  ]
}

if (process.argv[1] === import.meta.filename) {
  const figures = measureShape()
  for (const figure of figures) {
    const { what, value, limit, kind, of } = figure
    const line = `${isKept(figure) ? '✓' : '✗'} ${what.padEnd(42)}${String(value).padStart(4)}  at ${kind} ${limit}  ${of}`
    process.stdout.write(`${line.trimEnd()}\n`)
  }
  if (!figures.every(isKept)) process.exitCode = 1
}
