import { describe, expect, it } from 'vitest'
import { type FolderFile, modelsIn } from './model-folder.ts'

const digest = 'a'.repeat(64)
const manifest = JSON.stringify({
  layers: [
    { mediaType: 'application/vnd.ollama.image.template', digest: `sha256:${'b'.repeat(64)}` },
    { mediaType: 'application/vnd.ollama.image.model', digest: `sha256:${digest}` },
  ],
})

/** Files with these texts, by their paths. */
function folder(texts: Readonly<Record<string, string>>): FolderFile[] {
  return Object.entries(texts).map(([path, text]) => ({
    path,
    open: () => Promise.resolve({ file: new File([text], path.split('/').at(-1) ?? '') }),
  }))
}

/** The names of the models, with the paths of their files. */
async function found(texts: Readonly<Record<string, string>>) {
  const models = await modelsIn(folder(texts))
  return models.map(({ name, files }) => [name, ...files.map(({ path }) => path)])
}

describe('a folder', () => {
  it('has the models of LM Studio, with all parts of split ones', async () => {
    const parts = ['publisher/big/big-00001-of-00002.gguf', 'publisher/big/big-00002-of-00002.gguf']
    expect(
      await found({
        'publisher/tiny/Tiny-Q4_K_M.gguf': '',
        'publisher/tiny/mmproj-F16.gguf': '',
        'publisher/tiny/README.md': '',
        [parts[1] ?? '']: '',
        [parts[0] ?? '']: '',
      }),
    ).toEqual([
      ['big', ...parts],
      ['Tiny-Q4_K_M', 'publisher/tiny/Tiny-Q4_K_M.gguf'],
    ])
  })

  it.each(['', 'models/'])('has the models of Ollama’s store under their names, below “%s”', async (root) => {
    const texts = {
      [`${root}manifests/registry.ollama.ai/library/llama3.2/3b`]: manifest,
      [`${root}manifests/registry.ollama.ai/someone/gone/latest`]: manifest.replaceAll('a', 'c'),
      [`${root}manifests/registry.ollama.ai/library/broken/latest`]: '{',
      [`${root}blobs/sha256-${digest}`]: 'GGUF',
    }
    expect(await found(texts)).toEqual([['llama3.2:3b', `${root}blobs/sha256-${digest}`]])
    const [model] = await modelsIn(folder(texts))
    const { file } = (await model?.files[0]?.open()) ?? {}
    expect([file?.name, await file?.text()]).toEqual(['llama3.2:3b.gguf', 'GGUF'])
  })

  it('leaves out manifests that name files elsewhere', async () => {
    const outside = manifest.replace(digest, '../../../etc/passwd')
    expect(
      await found({
        'manifests/registry.ollama.ai/library/evil/latest': outside,
        'blobs/sha256-../../../etc/passwd': '',
      }),
    ).toEqual([])
  })

  it('is empty without any', async () => {
    expect(await found({ 'notes.txt': '' })).toEqual([])
  })
})
