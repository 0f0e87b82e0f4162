import { createServer } from 'node:http'
import Agent from 'undici/lib/dispatcher/agent.js'
const mode = process.argv[3]
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
const origin = `http://127.0.0.1:${process.argv[2]}`
const H = [
  'content-type',
  'application/json',
  'authorization',
  'Bearer sk-of-the-engine',
  'accept',
  'application/json, text/event-stream',
  'accept-encoding',
  'identity',
]
class R {
  constructor(res) {
    this.res = res
    this.parts = undefined
  }
  onRequestStart() {}
  onResponseStart(c, status, headers) {
    this.status = status
    this.headers = headers
  }
  onResponseData(c, chunk) {
    this.parts = this.parts ? Buffer.concat([this.parts, chunk]) : chunk
  }
  onResponseEnd() {
    let body = this.parts
    if (mode !== 'raw') {
      const v = JSON.parse(body.toString())
      v.id = 'chatcmpl-abc'
      body = JSON.stringify(v)
    }
    const head = [
      'content-type',
      'application/json',
      'cache-control',
      'no-store',
      'x-request-id',
      'req_1',
      'content-length',
      String(Buffer.byteLength(body)),
    ]
    this.res.writeHead(200, head)
    this.res.end(body)
  }
  onResponseError(c, e) {
    this.res.destroy()
  }
}
const server = createServer((q, res) => {
  let body
  q.on('data', (c) => {
    body = c
  })
  q.on('end', () => {
    let text = body.toString()
    if (mode !== 'raw') {
      const v = JSON.parse(text)
      v.stream = false
      text = JSON.stringify(v)
    }
    agent.dispatch({ origin, path: '/v1/chat/completions', method: 'POST', headers: H, body: text }, new R(res))
  })
})
server.listen(0, '127.0.0.1', 4096, () => process.send?.({ ready: { port: server.address().port } }))
