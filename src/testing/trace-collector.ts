import { once } from 'node:events'
import { createServer } from 'node:http'
import { z } from 'zod'
import { listen } from '#server/http/http-server.ts'

/** A span as OTLP's JSON has it. Kinds: 2 is a server's, 3 a client's. Status code 2 is an error. */
export interface ReceivedSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  status: { code: number }
  attributes: Readonly<Record<string, unknown>>
}

const scalar = {
  stringValue: z.string().optional(),
  intValue: z.coerce.number().optional(),
  doubleValue: z.number().optional(),
  boolValue: z.boolean().optional(),
}
const anyValue = z.object({ ...scalar, arrayValue: z.object({ values: z.array(z.object(scalar)) }).optional() })
const attributes = z
  .array(z.object({ key: z.string(), value: anyValue }))
  .transform((all): Record<string, unknown> => Object.fromEntries(all.map(({ key, value }) => [key, valueOf(value)])))

const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              kind: z.number(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              status: z.object({ code: z.number() }),
              attributes,
            }),
          ),
        }),
      ),
    }),
  ),
})

/** A local OTLP receiver over HTTP with JSON bodies. */
export async function startTraceCollector() {
  const spans: ReceivedSpan[] = []
  const requests: { path: string; headers: Readonly<Record<string, unknown>>; body: string }[] = []
  const resources: Record<string, unknown>[] = []
  let status = 200
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
      requests.push({ path: request.url ?? '', headers: request.headers, body })
      if (status === 200) {
        for (const { resource, scopeSpans } of exported.parse(JSON.parse(body)).resourceSpans) {
          resources.push(resource.attributes)
          spans.push(...scopeSpans.flatMap((scope) => scope.spans))
        }
      }
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })()
  })
  const port = await listen(server, '127.0.0.1', 0)
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    requests,
    resources,
    /** Answers with this status from now on. */
    answerWith(next: number) {
      status = next
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function valueOf({ arrayValue, ...value }: z.infer<typeof anyValue>): unknown {
  if (arrayValue) return arrayValue.values.map(valueOf)
  return value.stringValue ?? value.boolValue ?? value.intValue ?? value.doubleValue
}
