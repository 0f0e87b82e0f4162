import { expect, it } from 'vitest'
import { titleOfPath } from './title-of-path.ts'

it.each([
  ['/', 'Playground · Parley'],
  ['/c/a1', 'Playground · Parley'],
  ['/models', 'Models · Parley'],
  ['/models/', 'Models · Parley'],
  ['/models/openai/gpt-5-mini', 'openai/gpt-5-mini · Parley'],
  ['/compare', 'Compare · Parley'],
  ['/settings', 'Settings · Parley'],
  ['/nothing', 'No page here · Parley'],
])('titles the page at %s %s', (path, title) => {
  expect(titleOfPath(path)).toBe(title)
})
