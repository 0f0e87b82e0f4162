import { describe, expect, it } from 'vitest'
import { ollamaBlobName, ollamaModelName } from './ollama-store.ts'

describe('the store of Ollama', () => {
  it.each([
    ['registry.ollama.ai/library/llama3.2/3b', 'llama3.2:3b'],
    ['registry.ollama.ai\\library\\llama3.2\\3b', 'llama3.2:3b'],
    ['hf.co/someone/Model-GGUF/Q4_K_M', 'someone-Model-GGUF:Q4_K_M'],
    ['registry.ollama.ai/library/llama3.2', undefined],
    ['a/b/c/d/e', undefined],
  ])('names the model at %s', (path, name) => {
    expect(ollamaModelName(path)).toBe(name)
  })

  it('names the file of a model, and none outside of its folder', () => {
    const mediaType = 'application/vnd.ollama.image.model'
    const manifest = (digest: unknown) =>
      JSON.stringify({ layers: [null, { mediaType: 'other' }, { mediaType, digest }] })
    const hash = 'a'.repeat(64)
    expect(ollamaBlobName(manifest(`sha256:${hash}`))).toBe(`sha256-${hash}`)
    for (const digest of ['sha256:../../etc/passwd', hash, 5, undefined, `sha256:${hash}/x`]) {
      expect(ollamaBlobName(manifest(digest))).toBeUndefined()
    }
    for (const text of ['', '[]', '{"layers":{}}', 'no json']) expect(ollamaBlobName(text)).toBeUndefined()
  })
})
