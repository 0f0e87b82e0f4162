import { vi } from 'vitest'
import { startInPageService } from './in-page-service.ts'

/** A server that a test plays; it throws where its connection is to break. */
export type TestServer = (request: Request) => Response | Promise<Response>

export interface TestNetworkOptions {
  /** Engines of the service, beside the built-in one; each speaks the chat-completions interface. */
  engines?: readonly TestServer[]
  /** Servers that the page may call itself, by their origins. */
  servers?: Readonly<Record<string, TestServer>>
  /** Which keys the service takes; by default any. */
  isKey?: (key: string | undefined) => boolean
  /** Stands before the service: answers in its place, or hands the request on to it. */
  intercept?: (request: Request, service: TestServer) => Response | Promise<Response>
}

let builtIn: ReturnType<typeof startInPageService> | undefined

/**
 * Answers whatever the page fetches in the page: calls of its own origin by the real service, others by the servers of the
 * test, and nothing by the network. The caller undoes it by `vi.unstubAllGlobals()`.
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
  // Where workers are missing, replies are read in the page, where they are answered.
  vi.stubGlobal('Worker', undefined)

  function own(pathname: string): TestServer {
    // The page itself: it is served as long as its service is.
    if (!pathname.startsWith('/v1/')) return () => new Response('')
    return (request) => (intercept ? intercept(request, service) : service(request))
  }

  const started =
    engines.length === 0 && !isKey
      ? (builtIn ??= startInPageService())
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

/** As `fetch` does: an abort rejects, however long the server takes, and breaks off the body. */
async function untilAborted(request: Request, server: TestServer): Promise<Response> {
  const { signal } = request
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
  const response = await Promise.race([aborted, Promise.resolve(request).then(server)])
  return response.body ? new Response(response.body.pipeThrough(new TransformStream(), { signal }), response) : response
}
