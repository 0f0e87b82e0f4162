import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A model in OpenRouter's format: prices are strings, in US dollars per token. */
export interface ListedModel {
  id: string
  name?: string
  description?: string
  type?: string
  context_length?: number
  pricing?: { prompt: string; completion: string; input_cache_read?: string }
  architecture?: { input_modalities: string[] }
  supported_parameters?: string[]
  active?: boolean
}

/** An engine over HTTP that lists models chosen by the test, but can't chat. */
export interface ListingEngine {
  /** For `PARLEY_ENGINE_URL`. */
  baseUrl: string
  list(models: readonly ListedModel[]): void
  stop(): Promise<void>
}

/** Starts one on a free port. */
export async function startListingEngine(models: readonly ListedModel[]): Promise<ListingEngine> {
  let listed = models
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ object: 'list', data: listed.map((model) => ({ object: 'model', ...model })) }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    list: (next) => {
      listed = next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Variety as in real lists: unusual ids, names in any script, tiny prices, missing prices and context lengths. */
export const messyModels: readonly ListedModel[] = [
  {
    id: 'acme/llama3.2:3b',
    name: 'Llama 3.2 · 三十億',
    context_length: 131_072,
    pricing: { prompt: '0.00000015', completion: '0.0000006', input_cache_read: '0.000000075' },
    supported_parameters: ['tools', 'reasoning'],
  },
  { id: 'acme/accounts/deep/models/y.z-v1.5', context_length: 1_000_000, pricing: { prompt: '0', completion: '0' } },
  { id: 'acme/50% off?#1 й', name: '=HYPERLINK("http://x","y")' },
  { id: "acme/it's,two", name: 'Two | three', pricing: { prompt: '0.15', completion: '0.6' }, context_length: 8_192 },
  { id: 'acme/painter', name: 'Painter', type: 'image' },
  { id: 'acme/asleep', name: 'Asleep', active: false, context_length: 32_768 },
]
