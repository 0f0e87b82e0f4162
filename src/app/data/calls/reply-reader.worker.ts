import { recorderOf } from './exchange-recorder.ts'
import { readReply } from './read-reply.ts'
import type { FromReader, ToReader } from './reply-reader.ts'

// The reader: fetches and decodes replies where that never holds up typing or painting. One serves the whole page:
// a stream of a thousand tokens a second takes it a few percent of a core, and each further worker several megabytes.

const running = new Map<number, AbortController>()
const say = (message: FromReader) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<ToReader>) => {
  const { reading } = data
  if ('abort' in data) {
    running.get(reading)?.abort()
    return
  }
  if ('inspect' in data) {
    say({ reading, exchange: recorderOf(data.inspect)?.exchange() })
    return
  }
  const controller = new AbortController()
  running.set(reading, controller)
  void readReply(data.call, controller.signal, (events) => say({ reading, events })).then((end) => {
    running.delete(reading)
    say({ reading, end })
  })
})

say({ ready: true })
