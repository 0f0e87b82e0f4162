import { afterEach, expect, test, vi } from 'vitest'
import { memoryLimit, planMemory, readModelFiles } from './read-model-files.ts'
import { testModel } from './test-models.test-support.ts'

afterEach(() => vi.unstubAllGlobals())

const tiny = (name: string) => testModel('tiny.gguf', name)
const part = (place: number) => testModel(`pair-0000${place}-of-00002.gguf`)

test('reads a model in one file, and names it after the file', async () => {
  const { name, files, facts } = await readModelFiles([await tiny('My tiny model.gguf')])
  expect(name).toBe('My-tiny-model')
  expect(files).toHaveLength(1)
  expect(facts).toMatchObject({ architecture: 'llama', contextLength: 2048 })
})

test('puts the parts of a split model in order', async () => {
  const { name, files, facts } = await readModelFiles([await part(2), await part(1)])
  expect(name).toBe('pair')
  expect(files.map(({ file }) => file.name)).toEqual(['pair-00001-of-00002.gguf', 'pair-00002-of-00002.gguf'])
  const whole = await readModelFiles([await tiny('whole.gguf')])
  expect(facts.parameterCount).toBe(whole.facts.parameterCount)
})

const cut = async () => ({ file: new File([(await tiny('')).file.slice(0, 1000)], 'cut.gguf') })

test.each([
  ['another kind of file', () => [tiny('a.txt')], 'not-gguf', 'a.txt'],
  ['a missing part', () => [part(1)], 'incomplete-split', 'pair-00002-of-00002.gguf'],
  ['two models', () => [tiny('a.gguf'), tiny('b.gguf')], 'incomplete-split', 'b.gguf belongs to another model'],
  ['a cut file', () => [cut()], 'truncated', 'cut.gguf: '],
  ['nothing', () => [], 'not-gguf', 'Choose a model file'],
])('refuses %s by name', async (_case, choose, problem, words) => {
  const files = await Promise.all(choose())
  await expect(readModelFiles(files)).rejects.toMatchObject({ problem, message: expect.stringContaining(words) })
})

test('says how to split a file of more than 2 GB', async () => {
  const { file } = await tiny('large.gguf')
  Object.defineProperty(file, 'size', { value: 2 ** 31 })
  await expect(readModelFiles([{ file }])).rejects.toMatchObject({
    problem: 'too-large',
    message: expect.stringContaining('llama-gguf-split --split-max-size 1900M large.gguf large'),
  })
})

test('plans a context that fits into memory', async () => {
  const { facts } = await readModelFiles([await testModel('long-context.gguf')])
  vi.stubGlobal('navigator', {})
  expect(planMemory(facts).contextLength).toBe(8192)
  const thirsty = { ...facts, shape: { ...facts.shape, kvBytesPerToken: 1_000_000 } }
  const { contextLength, memory } = planMemory(thirsty)
  expect(contextLength).toBeLessThan(8192)
  expect(memory).toBeLessThanOrEqual(memoryLimit())
  vi.stubGlobal('navigator', { deviceMemory: 2 })
  expect(memoryLimit()).toBe(1.5 * 2 ** 30)
  expect(planMemory(thirsty).contextLength).toBeLessThan(contextLength)
})
