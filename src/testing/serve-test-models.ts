import type { Plugin } from 'vite'
import { splitTinyGguf, tinyGguf } from './tiny-gguf.ts'

const makers: Readonly<Record<string, () => Uint8Array>> = {
  'tiny.gguf': tinyGguf,
  /** Its replies never end by themselves, and take some milliseconds per token. */
  'endless.gguf': () => tinyGguf({ endBias: -20, layers: 4, width: 256 }),
  'long-context.gguf': () => tinyGguf({ contextLength: 131_072 }),
  'nonsense.gguf': () => tinyGguf({ metadata: { 'general.architecture': { type: 'string', value: 'nonsense' } } }),
  'pair-00001-of-00002.gguf': () => splitTinyGguf()[0],
  'pair-00002-of-00002.gguf': () => splitTinyGguf()[1],
}

/** Serves tiny models to component tests, which import nothing of this layer: `/test-models/tiny.gguf` and others. */
export function serveTestModels(): Plugin {
  return {
    name: 'parley-test-models',
    configureServer(server) {
      server.middlewares.use('/test-models/', (request, response) => {
        const make = makers[request.url?.slice(1) ?? '']
        if (make) response.end(make())
        else response.writeHead(404).end()
      })
    },
  }
}
