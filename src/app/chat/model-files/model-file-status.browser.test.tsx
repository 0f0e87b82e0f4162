import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ModelFile, ModelFileState } from '#app/data/model-files/model-files.ts'
import { ModelFileStatus } from './model-file-status.tsx'

const model: ModelFile = {
  name: 'tiny',
  size: 2e9,
  facts: {
    architecture: 'llama',
    parameterCount: 1,
    tensorCount: 1,
    dataSize: 1,
    writesText: true,
    shape: { layers: 1, width: 1, kvBytesPerToken: 1 },
  },
  contextLength: 2048,
  memory: 5.2e9,
  state: { kind: 'closed' },
}

const show = (state: ModelFileState, more: Partial<ModelFile> = {}) =>
  render(<ModelFileStatus model={{ ...model, ...more, state }} />)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const text = (words: string | RegExp) => page.getByText(words)

test('shows bytes, speed and time left while a model loads', async () => {
  await show({ kind: 'loading', bytesRead: 5e8, elapsedMs: 2500 })
  await expect.element(text('Loading 500 MB of 2.0 GB · 200 MB/s · 8 s left')).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: 'Loading tiny' })).toHaveAttribute('aria-valuenow', '25')
  await expect.element(button('Cancel loading tiny')).toBeVisible()
})

test('promises no time before anything is read', async () => {
  await show({ kind: 'loading', bytesRead: 0, elapsedMs: 0 })
  await expect.element(text(/^Loading 0 KB of 2\.0 GB$/u)).toBeVisible()
})

test.each([
  [{ threads: 1, usesGpu: false }, 'Runs in this browser · single-threaded · about 5.2 GB of memory'],
  [{ threads: 4, usesGpu: false }, 'Runs in this browser · 4 threads · about 5.2 GB of memory'],
  [{ threads: 1, usesGpu: true }, 'Runs in this browser · WebGPU · about 5.2 GB of memory'],
])('says with what a model runs: %o', async (facts, words) => {
  await show({ kind: 'loaded', ...facts })
  await expect.element(text(words)).toBeVisible()
  await expect.element(button('Unload tiny')).toBeVisible()
})

test('says how much of a copy is kept, or why none is', async () => {
  await show({ kind: 'loaded', threads: 2, usesGpu: false }, { copied: 5e8 })
  await expect.element(text(/keeping a copy: 25 %/u)).toBeVisible()
  await show({ kind: 'loaded', threads: 2, usesGpu: false }, { notKept: 'The browser couldn’t keep a copy.' })
  await expect.element(text(/couldn’t keep a copy\.$/u)).toBeVisible()
})

test.each<[ModelFileState, name: string]>([
  [{ kind: 'closed' }, 'Load tiny'],
  [{ kind: 'needs-file' }, 'Reopen tiny'],
  [{ kind: 'too-large' }, 'Load tiny anyway'],
  [{ kind: 'failed', message: 'The file is damaged.' }, 'Try tiny again'],
])('offers the next step: %o', async (state, name) => {
  await show(state)
  await expect.element(button(name)).toBeVisible()
})

test('warns of too little memory with both figures', async () => {
  await show({ kind: 'too-large' })
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(/Needs about 5\.2 GB of memory\. This browser can hold \d/u)
})
