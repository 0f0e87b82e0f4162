import { chatRequest, openWire } from '#testing/http-wire.ts'
import { median } from './median.ts'
import type { Done, Task } from './messages.ts'

// The load process: runs the tasks it receives, one after another.

async function json({ port, path, headers, connections, ms }: Extract<Task, { kind: 'json' }>): Promise<Done['done']> {
  const request = chatRequest(path, headers, {})
  const until = performance.now() + ms
  const startedAt = performance.now()
  const times: number[] = []
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const wire = await openWire(port)
      for (let sentAt = performance.now(); sentAt < until; sentAt = performance.now()) {
        expectAt('}', await wire.ask(request))
        times.push(performance.now() - sentAt)
      }
      wire.close()
    }),
  )
  const rate = (times.length / (performance.now() - startedAt)) * 1000
  return { rate, p99: times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? NaN }
}

async function burst({ port, path, headers, requests }: Extract<Task, { kind: 'burst' }>): Promise<Done['done']> {
  const request = chatRequest(path, headers, {})
  const wires = await Promise.all(Array.from({ length: requests }, () => openWire(port)))
  const statuses: Record<string, number> = {}
  await Promise.all(
    wires.map(async (wire) => {
      let status = ''
      await wire.ask(request, (piece) => (status ||= piece.toString('latin1', 9, 12)))
      statuses[status] = (statuses[status] ?? 0) + 1
      wire.close()
    }),
  )
  return { statuses }
}

async function streams(task: Extract<Task, { kind: 'streams' }>): Promise<Done['done']> {
  const request = chatRequest(task.path, task.headers, {
    stream: true,
    max_tokens: task.chunks,
    seed: task.everyMs,
  })
  await Promise.all(
    Array.from({ length: task.streams }, async (_each, place) => {
      // Spread the starts over one interval, like real callers.
      await new Promise((resolve) => setTimeout(resolve, (place / task.streams) * task.everyMs))
      const wire = await openWire(task.port)
      expectAt('[DONE]', await wire.ask(request))
      wire.close()
    }),
  )
  return {}
}

async function firstChunk(task: Extract<Task, { kind: 'first-chunk' }>): Promise<Done['done']> {
  const request = chatRequest(task.path, task.headers, { stream: true, max_tokens: 1, seed: 1 })
  const wire = await openWire(task.port)
  const times: number[] = []
  for (let asked = 0; asked < task.requests; asked++) {
    const sentAt = performance.now()
    let at = 0
    const tail = await wire.ask(request, (piece) => {
      if (at === 0 && piece.includes('harbour')) at = performance.now()
    })
    expectAt('[DONE]', tail)
    times.push(at - sentAt)
  }
  wire.close()
  return { firstChunk: median(times) }
}

function expectAt(end: string, tail: Buffer): void {
  if (!tail.includes(end)) throw new Error(`An answer does not end in ${end}, but in: ${tail.toString()}`)
}

function perform(task: Task): Promise<Done['done']> {
  switch (task.kind) {
    case 'json':
      return json(task)
    case 'burst':
      return burst(task)
    case 'streams':
      return streams(task)
    case 'first-chunk':
      return firstChunk(task)
  }
}

process.on('message', (message) => {
  if (typeof message !== 'object') return
  void perform(message as Task)
    .catch((reason: unknown) => ({ error: String(reason) }))
    .then((done) => process.send?.({ done }))
})
process.send?.({ ready: { port: 0 } })
