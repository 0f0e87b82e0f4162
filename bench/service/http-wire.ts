import { connect, type Socket } from 'node:net'

/** One kept-alive connection that sends one request at a time and reads as little of the answer as it can. */
export interface Wire {
  /** Resolves at the answer's end to its last bytes. `onData` is called with each piece as it arrives. */
  ask(request: Buffer, onData?: (piece: Buffer) => void): Promise<Buffer>
  close(): void
}

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

/** Opens a connection to this machine. A library would cost the load process more than the answers are worth. */
export function openWire(port: number): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let answer: { resolve: (tail: Buffer) => void; reject: (reason: Error) => void } | undefined
    let onPiece: ((piece: Buffer) => void) | undefined
    let head: Buffer | undefined
    /** Bytes still to come, where they were announced; else the answer is chunked. */
    let left: number | undefined
    let tail: Buffer

    const begin = () => {
      head = Buffer.alloc(0)
      left = undefined
      tail = Buffer.alloc(0)
    }
    const take = (piece: Buffer) => {
      onPiece?.(piece)
      let body = piece
      if (head) {
        head = Buffer.concat([head, piece])
        const end = head.indexOf(headEnd)
        if (end < 0) return
        body = head.subarray(end + headEnd.length)
        const length = /\r\ncontent-length: (\d+)/i.exec(head.toString('latin1', 0, end))?.[1]
        left = length === undefined ? undefined : Number(length)
        head = undefined
      }
      tail = body.length >= 64 ? body.subarray(-64) : Buffer.concat([tail, body]).subarray(-64)
      if (left === undefined ? tail.subarray(-5).equals(lastChunk) : (left -= body.length) <= 0) {
        const done = answer
        answer = undefined
        done?.resolve(tail)
      }
    }
    socket.on('data', take)
    socket.on('error', (reason) => {
      answer?.reject(reason)
      reject(reason)
    })
    socket.on('close', () => answer?.reject(new Error('The connection was closed before the answer was over.')))
    socket.on('connect', () =>
      resolve({
        ask(request, onData) {
          begin()
          onPiece = onData
          socket.write(request)
          return new Promise((settle, fail) => {
            answer = { resolve: settle, reject: fail }
          })
        },
        close: () => socket.destroy(),
      }),
    )
  })
}

/** A chat request as it goes over the wire. `headers` are whole lines, each with its end. */
export function chatRequest(path: string, headers: string, fields: Record<string, unknown>): Buffer {
  const body = JSON.stringify({
    model: 'community/tiny',
    messages: [
      { role: 'system', content: 'Answer briefly.' },
      { role: 'user', content: 'When does the ferry leave, and what should I bring for the crossing?' },
    ],
    temperature: 0.7,
    ...fields,
  })
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`,
  )
}
