import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

// Each TypeScript project has only the globals of the environments its code runs in. Here every project uses every
// global in a copy of the configuration, and the real compiler must refuse exactly those of other environments.

const walls = ['contract', 'dialects', 'experiments', 'service', 'server', 'app']
const globals = {
  document: ['app'],
  window: ['app'],
  process: ['server'],
  Buffer: ['server'],
  Response: ['experiments', 'service', 'server', 'app'],
  structuredClone: ['experiments', 'service', 'server', 'app'],
  Map: walls,
}
const planted = Object.keys(globals).map((name) => `export const at${name} = typeof ${name}.length`)

const house = mkdtempSync(join(tmpdir(), 'parley-walls-'))
let output = ''

beforeAll(() => {
  // A separate node_modules, which contains the compiler's cache; only the type packages are shared.
  mkdirSync(join(house, 'node_modules'))
  for (const name of ['@types', 'vite'])
    symlinkSync(join(process.cwd(), 'node_modules', name), join(house, 'node_modules', name))
  cpSync('package.json', join(house, 'package.json'))
  mkdirSync(join(house, 'src'))
  cpSync('src/tsconfig.base.json', join(house, 'src/tsconfig.base.json'))
  for (const wall of walls) {
    mkdirSync(join(house, 'src', wall))
    cpSync(`src/${wall}/tsconfig.json`, join(house, 'src', wall, 'tsconfig.json'))
    writeFileSync(join(house, 'src', wall, 'planted.ts'), planted.join('\n'))
  }
  const compiler = join(process.cwd(), 'node_modules/typescript/bin/tsc')
  const projects = walls.map((wall) => join('src', wall))
  output = spawnSync(process.execPath, [compiler, '-b', ...projects], { cwd: house, encoding: 'utf8' }).stdout
}, 60_000)
afterAll(() => rmSync(house, { recursive: true }))

it.each(walls)('%s has only its own globals', (wall) => {
  const foreign = Object.entries(globals).filter(([, homes]) => !homes.includes(wall))
  const refused = [...output.matchAll(/^src\/(\w+)\/planted\.ts.*Cannot find name '(\w+)'/gmu)].flatMap(
    ([, where, name = '']) => (where === wall ? [name] : []),
  )
  expect(refused.toSorted()).toEqual(foreign.map(([name]) => name).toSorted())
})
