import { vi } from 'vitest'
import { startInPageService } from './in-page-service.ts'

/** A scripted server; it throws to break its connection. */
export type TestServer = (request: Request) => Response | Promise<Response>

export interface TestNetworkOptions {
  /** The service's engines besides the built-in one, with the chat-completions API. */
  engines?: readonly TestServer[]
  /** Servers that the page calls directly, by origin. */
  servers?: Readonly<Record<string, TestServer>>
  /** The keys that the service accepts; any by default. */
  isKey?: (key: string | undefined) => boolean
  /** Intercepts requests to the service: responds itself, or forwards them. */
  intercept?: (request: Request, service: TestServer) => Response | Promise<Response>
}

let demoService: ReturnType<typeof startInPageService> | undefined

/**
 * Stubs `fetch`: the real service answers same-origin requests, the test's servers answer others, and nothing uses the
 * network. Undo it with `vi.unstubAllGlobals()`.
 */
export async function startTestNetwork({ engines = [], servers = {}, isKey, intercept }: TestNetworkOptions) {
  const engineServers = new Map(
    engines.map((answer, place): [string, TestServer] => [`http://engine-${place + 1}.test`, answer]),
  )
  let service: TestServer = () => Response.error()
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { origin, pathname } = new URL(request.url)
    const answer = origin === location.origin ? own(pathname) : (engineServers.get(origin) ?? servers[origin])
    if (!answer) throw new TypeError('Failed to fetch')
    return untilAborted(request, answer)
  })
  // Without workers, replies are read in the page, where `fetch` is stubbed.
  vi.stubGlobal('Worker', undefined)

  function own(pathname: string): TestServer {
    // The page itself, served while its service is up.
    if (!pathname.startsWith('/v1/')) return () => new Response('')
    return (request) => (intercept ? intercept(request, service) : service(request))
  }

  const started =
    engines.length === 0 && !isKey
      ? (demoService ??= startInPageService())
      : startInPageService({
          engines: [...engineServers.keys()].map((origin) => ({
            kind: 'openai-style' as const,
            name: new URL(origin).hostname,
            baseUrl: `${origin}/v1`,
          })),
          ...(isKey && { isKey }),
        })
  const { fetch } = await started
  service = fetch
}

/** Like `fetch`: an abort rejects immediately and ends the body. */
async function untilAborted(request: Request, server: TestServer): Promise<Response> {
  const { signal } = request
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
  const response = await Promise.race([aborted, Promise.resolve(request).then(server)])
  return response.body ? new Response(response.body.pipeThrough(new TransformStream(), { signal }), response) : response
}
