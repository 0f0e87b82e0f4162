import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

const packages = String.raw`pg|iovalkey|@opentelemetry/[\w-]+`
/** The translations of other interfaces, which import one another. */
const modules = String.raw`(?:\./|#service/api/)(?:translated-dialects|count-tokens)\.ts`
const onDemand = new RegExp(String.raw`^(?:import|export) (?!type )[^'(]* from '(?:${packages}|${modules})'`, 'm')

test.each([
  ["import pg from 'pg'", true],
  ["import {\n  messagesDialect,\n} from './translated-dialects.ts'", true],
  ["import { answerTokenCount } from '#service/api/count-tokens.ts'", true],
  ["import type { Pool } from 'pg'", false],
  ["  const { messagesDialect } = await import('./translated-dialects.ts')", false],
])('%j loads at the start: %s', (source, loads) => expect(onDemand.test(source)).toBe(loads))

// The bundle of `npm start` is one module: it loads at the start whatever a module imports statically.
test('packages and modules that few use are imported dynamically', () => {
  const files = ['src/server', 'src/service'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  const sources = files.filter(
    (path) =>
      path.endsWith('.ts') &&
      !/\.test(?:-support)?\.ts$/.test(path) &&
      !/\/(?:translated-dialects|count-tokens)\.ts$/.test(path),
  )
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter((path) => onDemand.test(readFileSync(path, 'utf8')))).toEqual([])
})
