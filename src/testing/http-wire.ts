import { connect, type Socket } from 'node:net'

/** A keep-alive connection that sends one request at a time and parses as little of the response as possible. */
export interface Wire {
  /** Resolves to the response's last bytes. `onData` gets each chunk as it arrives. */
  ask(request: Buffer, onData?: (piece: Buffer) => void): Promise<Buffer>
  close(): void
}

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

/** Connects to a local port. An HTTP library would make the load process the bottleneck. */
export function openWire(port: number): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let answer: { resolve: (tail: Buffer) => void; reject: (reason: Error) => void } | undefined
    let onPiece: ((piece: Buffer) => void) | undefined
    let head: Buffer | undefined
    /** Bytes left according to `content-length`; undefined if the response is chunked. */
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

/** A chat request's bytes. `headers` are complete lines with line breaks. */
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
