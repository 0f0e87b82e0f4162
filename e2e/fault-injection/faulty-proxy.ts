import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** What happens to the bytes of one response, starting at byte `at`. */
export interface WireFault {
  kind: 'cut' | 'reset' | 'garbage' | 'drip' | 'pause' | 'sleep' | 'refuse'
  at: number
}

/** A TCP proxy between page and service that can break the next chat. */
export interface FaultyProxy {
  origin: string
  /** Applies to the next chat only, except `refuse`, which stays until it is replaced. */
  breakNextChat(fault: WireFault | undefined): void
  /** Faults that took place: one beyond the last byte of a response never does. */
  faultCount(): number
  close(): void
}

/** Milliseconds that `pause` holds bytes back; `sleep` then kills the connection. */
const pauseMs = 400

/** Starts one in front of the service. */
export async function startFaultyProxy(port: () => number): Promise<FaultyProxy> {
  let next: WireFault | undefined
  let spoiled = 0
  const open = new Set<Socket>()
  const server = createServer((page) => {
    const service = connect(port(), '127.0.0.1')
    let fault: WireFault | undefined
    let passed = 0
    for (const socket of [page, service]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('close', () => open.delete(socket))
      socket.on('error', () => both('destroy'))
    }
    const both = (how: 'destroy' | 'resetAndDestroy') => {
      page[how]()
      service.destroy()
    }
    page.on('data', (bytes: Buffer) => {
      if (bytes.includes('POST /v1/chat/completions')) {
        fault = next
        // Browsers retry once when a keep-alive connection breaks before the response; refuse that one too.
        if (fault?.kind === 'refuse') {
          spoiled++
          return both('resetAndDestroy')
        }
        next = undefined
        passed = 0
      }
      service.write(bytes)
    })
    service.on('data', (bytes: Buffer) => {
      const before = passed
      passed += bytes.length
      if (!fault || passed <= fault.at) return void page.write(bytes)
      const { kind, at } = fault
      fault = undefined
      spoiled++
      const good = bytes.subarray(0, Math.max(0, at - before))
      const rest = bytes.subarray(good.length)
      page.write(good)
      if (kind === 'cut') {
        page.end()
        service.destroy()
      } else if (kind === 'reset') {
        page.write('', () => both('resetAndDestroy'))
      } else if (kind === 'garbage') {
        page.end(Buffer.alloc(40, 0xfd))
        service.destroy()
      } else if (kind === 'drip') {
        for (const byte of rest) page.write(Buffer.of(byte))
      } else {
        service.pause()
        setTimeout(() => {
          if (kind === 'sleep') return both('destroy')
          page.write(rest)
          service.resume()
        }, pauseMs)
      }
    })
    page.on('end', () => service.end())
    service.on('end', () => page.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakNextChat(fault) {
      next = fault
    },
    faultCount: () => spoiled,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
