import { Agent, createServer, request } from 'node:http'

// The least that a proxy written in Node can do: node:http on both sides and a pipe each way, kept-alive, nothing read.

const agent = new Agent({ keepAlive: true })
const server = createServer((incoming, outgoing) => {
  const { method, url, headers } = incoming
  const onward = request(
    { host: '127.0.0.1', port: Number(process.argv[2]), method, path: url, headers, agent },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    },
  )
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) onward.destroy()
  })
  incoming.pipe(onward)
})
server.listen(0, '127.0.0.1', 4096, () => {
  process.send?.({ ready: { port: server.address()?.port } })
})
