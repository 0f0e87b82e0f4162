import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { z } from 'zod'
import type { PlannedFault } from './plan-fault.ts'

/** A TCP server that answers chats with the bytes of planned faults. */
export interface FaultEngine {
  port: number
  openConnections(): number
  close(): void
}

/**
 * Starts one on a free port. The last message selects the answer: “Fault 17” the planned fault with that number, “Wait”
 * none at all, anything else a complete reply of `Whole.`.
 */
export async function startPlannedFaultEngine(
  plannedFaults: ReadonlyMap<number, PlannedFault>,
  models: readonly string[],
): Promise<FaultEngine> {
  const list = okResponse(JSON.stringify({ object: 'list', data: models.map((id) => ({ id })) }))
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    onRequest(socket, (line, body) => {
      if (line.startsWith('GET')) socket.write(list)
      else answer(socket, body, plannedFaults)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server.address()),
    openConnections: () => sockets.size,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const chatBody = z.object({ messages: z.array(z.object({ content: z.string() })), stream: z.boolean() })

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server is not listening on a port.')
  return address.port
}

function answer(socket: Socket, body: string, plannedFaults: ReadonlyMap<number, PlannedFault>): void {
  const { messages, stream } = chatBody.parse(JSON.parse(body))
  const asked = messages.at(-1)?.content ?? ''
  if (asked.startsWith('Wait')) return
  const planned = plannedFaults.get(Number(/^Fault (\d+)/u.exec(asked)?.[1]))
  if (planned) void play(socket, planned)
  else socket.write(stream ? wholeStream : wholeJson)
}

async function play(socket: Socket, { pieces, end }: PlannedFault): Promise<void> {
  for (const [index, piece] of pieces.entries()) {
    // Waiting a turn of the event loop usually makes the pieces separate reads on the other side.
    if (index > 0) await new Promise((resolve) => setImmediate(resolve))
    if (socket.destroyed) return
    socket.write(piece)
  }
  if (end === 'close') socket.end()
  // Only after the bytes were flushed: a reset discards pending data.
  if (end === 'reset') socket.write('', () => socket.resetAndDestroy())
}

function onRequest(socket: Socket, take: (line: string, body: string) => void): void {
  let held = Buffer.alloc(0)
  socket.on('data', (piece: Buffer) => {
    held = Buffer.concat([held, piece])
    for (;;) {
      const headEnd = held.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const head = held.toString('latin1', 0, headEnd)
      const end = headEnd + 4 + Number(/content-length: (\d+)/iu.exec(head)?.[1] ?? 0)
      if (held.length < end) return
      const body = held.toString('utf8', headEnd + 4, end)
      held = held.subarray(end)
      take(head, body)
    }
  })
}

function okResponse(body: string, type = 'application/json'): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

const wholeJson = okResponse('{"choices":[{"index":0,"message":{"content":"Whole."},"finish_reason":"stop"}]}')
const wholeStream = okResponse(
  'data: {"choices":[{"index":0,"delta":{"content":"Whole."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
  'text/event-stream',
)
