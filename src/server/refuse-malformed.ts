import { ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorAnswer } from '#service/api/responses.ts'
import { randomId } from '#service/random-id.ts'
import { refuse } from '#service/service-error.ts'
import { atEndOfTurn } from './end-of-turn.ts'

/** What Node's parser found, where it is more than that the request is none. */
const known: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The request’s headers are too long. Send fewer or shorter ones.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive. Send it again.'],
}
const malformed = [400, 'This is not a valid HTTP request. Check its first line, headers and lengths.'] as const

/** Answers bytes that are no HTTP request, in the contract's error shape, and closes the connection. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Inside an answer that has begun there is no place for another; one that is whole is written at the end of this turn.
  const open: unknown = Reflect.get(socket, '_httpMessage')
  if (!socket.writable || (open instanceof ServerResponse && open.headersSent)) {
    return atEndOfTurn(() => socket.destroy())
  }
  const [status, message] = known[error.code ?? ''] ?? malformed
  const { headers, body } = errorAnswer(refuse('invalid_value', message), randomId('req_'))
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${body}`)
}
