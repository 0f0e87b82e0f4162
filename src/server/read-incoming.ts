import type { IncomingMessage } from 'node:http'

/** How long a caller may go on sending what was refused as too large, in milliseconds. */
const patienceMs = 2000

/**
 * A request's body as UTF-8 text, without a byte-order mark. Rejects with what `tooLarge` makes before it is read, where
 * its announced length exceeds `maxBytes`, or as soon as what has come does; with another error when the caller goes
 * before it is whole.
 */
export function readIncoming(request: IncomingMessage, maxBytes: number, tooLarge: () => Error): Promise<string> {
  return new Promise((resolve, reject) => {
    let first: Buffer | undefined
    let others: Buffer[] | undefined
    let bytes = 0
    // The request lives as long as its answer, which may be a long stream: it must not hold what was read.
    const leave = () => request.off('data', take).off('end', end).off('error', fail)
    const refuse = () => {
      leave()
      // The rest is let pass, or the caller, who is still sending, would never see the answer; but not for ever.
      request.resume()
      const timer = setTimeout(() => request.destroy(), patienceMs)
      request.on('close', () => clearTimeout(timer))
      reject(tooLarge())
    }
    const take = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) return refuse()
      if (!first) first = chunk
      else if (others) others.push(chunk)
      else others = [first, chunk]
    }
    const end = () => {
      leave()
      const all = others ? Buffer.concat(others) : first
      const text = all?.toString() ?? ''
      resolve(text.startsWith('\uFEFF') ? text.slice(1) : text)
    }
    const fail = (reason: Error) => {
      leave()
      reject(reason)
    }
    if (Number(request.headers['content-length']) > maxBytes) return refuse()
    request.on('data', take).on('end', end).on('error', fail)
  })
}
