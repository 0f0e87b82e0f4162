import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { z } from 'zod'
import type { Order } from './draw-order.ts'

/** A TCP server that plays an engine byte by byte, as orders say. */
export interface OrderEngine {
  port: number
  /** Connections that are open now. */
  open(): number
  close(): void
}

/**
 * Starts one on a free port. Each chat is answered by the order that the last message names, as in “Fault 17”; one that
 * names none is answered at once with `Whole.`, and “Wait” with nothing.
 */
export async function startOrderEngine(
  orders: ReadonlyMap<number, Order>,
  models: readonly string[],
): Promise<OrderEngine> {
  const list = plain(JSON.stringify({ object: 'list', data: models.map((id) => ({ id })) }))
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    onRequest(socket, (line, body) => {
      if (line.startsWith('GET')) socket.write(list)
      else answer(socket, body, orders)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server.address()),
    open: () => sockets.size,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const chat = z.object({ messages: z.array(z.object({ content: z.string() })), stream: z.boolean() })

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.')
  return address.port
}

function answer(socket: Socket, body: string, orders: ReadonlyMap<number, Order>): void {
  const { messages, stream } = chat.parse(JSON.parse(body))
  const asked = messages.at(-1)?.content ?? ''
  if (asked.startsWith('Wait')) return
  const order = orders.get(Number(/^Fault (\d+)/u.exec(asked)?.[1]))
  if (order) void play(socket, order)
  else socket.write(stream ? wholeStream : wholeJson)
}

async function play(socket: Socket, { pieces, end }: Order): Promise<void> {
  for (const [index, piece] of pieces.entries()) {
    // A turn of the event loop between pieces makes them separate reads on the other side, mostly.
    if (index > 0) await new Promise((resolve) => setImmediate(resolve))
    if (socket.destroyed) return
    socket.write(piece)
  }
  if (end === 'close') socket.end()
  // Once the bytes are out, since a reset throws away what waits to be sent.
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

function plain(body: string, type = 'application/json'): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

const wholeJson = plain('{"choices":[{"index":0,"message":{"content":"Whole."},"finish_reason":"stop"}]}')
const wholeStream = plain(
  'data: {"choices":[{"index":0,"delta":{"content":"Whole."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
  'text/event-stream',
)
