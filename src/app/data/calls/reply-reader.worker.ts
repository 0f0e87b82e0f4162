import type { ReaderMessage, ReaderRequest } from './chat-stream.ts'
import { findRecorder } from './exchange-recorder.ts'
import { readReply } from './read-reply.ts'

// Fetches and decodes replies off the main thread, so that they never block typing or painting. One worker serves the
// whole page: 1,000 tokens per second take a few percent of a core, and another worker would cost several megabytes.

const controllers = new Map<number, AbortController>()
const post = (message: ReaderMessage) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<ReaderRequest>) => {
  const { reading } = data
  if ('abort' in data) {
    controllers.get(reading)?.abort()
    return
  }
  if ('inspect' in data) {
    post({ reading, exchange: findRecorder(data.inspect)?.exchange() })
    return
  }
  const controller = new AbortController()
  controllers.set(reading, controller)
  void readReply(data.call, controller.signal, (events) => post({ reading, events })).then((result) => {
    controllers.delete(reading)
    post({ reading, result })
  })
})

post({ ready: true })
