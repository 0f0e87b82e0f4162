import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** What happens to the bytes of one chat on their way from service to page, from the byte `at` on. */
export interface WireFault {
  kind: 'cut' | 'reset' | 'garbage' | 'drip' | 'pause' | 'sleep' | 'refuse'
  at: number
}

/** A wire between page and service, on a port of its own, that spoils the next chat when told to. */
export interface FaultyWire {
  /** What the page is opened at. */
  origin: string
  /** Holds for the next chat that is asked for, and for that one only; a refusal until something else is said. */
  spoilNext(fault: WireFault | undefined): void
  /** How many times bytes were spoiled: a fault behind the last byte of an answer is none. */
  spoiled(): number
  close(): void
}

/** How long bytes are held by a pause; a sleep ends with a connection that is dead, in milliseconds. */
const heldMs = 400

/** Starts one in front of the service on this port. */
export async function startFaultyWire(port: () => number): Promise<FaultyWire> {
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
        // Browsers try once more when a kept connection breaks before an answer: that one is refused, too.
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
        }, heldMs)
      }
    })
    page.on('end', () => service.end())
    service.on('end', () => page.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spoilNext(fault) {
      next = fault
    },
    spoiled: () => spoiled,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
