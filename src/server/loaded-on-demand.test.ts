import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

const onDemand = /^(?:import|export) (?!type )[^'(]* from '(?:pg|iovalkey|@opentelemetry\/[\w-]+)'/m

// The bundle of `npm start` is one module: it loads at the start whatever a module imports statically.
test('packages of settings that few use are imported dynamically', () => {
  const files = ['src/server', 'src/service'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  const sources = files.filter((path) => path.endsWith('.ts') && !/\.test(?:-support)?\.ts$/.test(path))
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter((path) => onDemand.test(readFileSync(path, 'utf8')))).toEqual([])
})
