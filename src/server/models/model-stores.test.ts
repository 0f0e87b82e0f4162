import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tinyGguf } from '#testing/tiny-gguf.ts'
import { createModelFiles } from './model-files.ts'
import { modelStoreLines } from './model-stores.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'parley-home-'))
})
afterEach(() => rm(home, { recursive: true }))

async function put(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(home, path)), { recursive: true })
  await writeFile(join(home, path), content)
}

const digest = (letter: string) => `sha256:${letter.repeat(64)}`
const manifestOf = (of: string) =>
  JSON.stringify({
    layers: [
      { mediaType: 'application/vnd.ollama.image.template', digest: digest('f') },
      { mediaType: 'application/vnd.ollama.image.model', digest: of },
    ],
  })

describe('the store of Ollama', () => {
  it('is served under the names that its models have there', async () => {
    const manifests = '.ollama/models/manifests/registry.ollama.ai'
    await put(`${manifests}/library/tiny/1b`, manifestOf(digest('a')))
    await put(`${manifests}/somebody/other/latest`, manifestOf(digest('b')))
    await put(`${manifests}/library/hostile/1b`, manifestOf('sha256:../../../etc/passwd'))
    await put(`${manifests}/library/broken/1b`, 'no json')
    await put(`.ollama/models/blobs/${digest('a').replace(':', '-')}`, tinyGguf())
    await put(`.ollama/models/blobs/${digest('b').replace(':', '-')}`, 'cut off')
    const { files, problems } = await createModelFiles([join(home, '.ollama/models')])()
    expect(files.map(({ name, problem }) => [name, problem === undefined])).toEqual([
      ['somebody-other:latest', false],
      ['tiny:1b', true],
    ])
    expect(problems).toEqual([])
  })
})

describe('the start', () => {
  it('tells how to serve the files of other programs', async () => {
    expect(await modelStoreLines(home)).toEqual([])
    await put('.lmstudio/models/.cache', '')
    expect(await modelStoreLines(home)).toEqual([])
    await put('.lmstudio/models/publisher/model/model.gguf', tinyGguf())
    await put('.ollama/models/manifests/registry.ollama.ai/library/tiny/1b', manifestOf(digest('a')))
    expect(await modelStoreLines(home)).toEqual([
      'Found model files of Ollama. Serve them without Ollama: PARLEY_MODELS=~/.ollama/models',
      'Found model files of LM Studio. Serve them without LM Studio: PARLEY_MODELS=~/.lmstudio/models',
    ])
    const { files } = await createModelFiles([join(home, '.lmstudio/models')])()
    expect(files.map(({ name }) => name)).toEqual(['model'])
  })
})
