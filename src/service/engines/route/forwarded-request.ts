import { parseJson } from '#contract/json.ts'
import { joinMembers, rawMembers } from '#contract/raw-json.ts'
import { boundaryOf } from '#service/api/forwarding/multipart-model.ts'
import { HeldBytes, openUpload } from '#service/api/forwarding/upload.ts'
import type { ForwardCall, ForwardedAnswer } from '#service/engines/engine.ts'
import type { AttemptToken } from './attempt.ts'
import type { CircuitCall } from './circuit.ts'

/** All uploads to routes whose model comes after the file may together hold this much, in bytes. */
const uploads = new HeldBytes(256 * 1024 * 1024)

/** Reads which route a forwarded request is for, how to name a member in it instead, and if it can be sent again. */
export async function readForwarded(call: ForwardCall) {
  const { body, contentType, length } = call
  if (typeof body === 'string') {
    const members = rawMembers(body)
    const changesFor = (model: string) => ({ body: joinMembers(members.set('model', JSON.stringify(model))) })
    return { name: String(parseJson(members.get('model') ?? '')), changesFor, canRepeat: () => true, discard() {} }
  }
  const upload = await openUpload(body, { boundary: boundaryOf(contentType) ?? '', length, memory: uploads })
  let isTaken = false
  // Runs once an engine takes the first chunk.
  async function* bodyWith(model: string) {
    isTaken = true
    yield* upload.bodyWith(model)
  }
  const changesFor = (model: string) => ({ body: bodyWith(model), length: upload.lengthWith(model) })
  return { name: upload.model, changesFor, canRepeat: () => !isTaken, discard: () => void upload.discard() }
}

/** The answer to a forwarded request. Its end tells the circuit how the member did. */
export async function* passBytes(
  body: ForwardedAnswer['body'],
  circuit: CircuitCall,
  token: AttemptToken,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let isComplete = false
  try {
    yield* body
    isComplete = true
  } finally {
    token.release()
    if (isComplete) circuit.completed()
    else if (token.isCancelled) circuit.abandoned()
    else circuit.failed()
  }
}
