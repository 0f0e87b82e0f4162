import { parseJson } from '#contract/json.ts'
import { fromBase64Url, toBase64Url } from './base64url.ts'
import { deflate, inflate } from './deflate.ts'
import { readSetup, writeSetup } from './setup-json.ts'
import { limits, type SharedSetup, type ShareFault } from './shared-setup.ts'

/** The version that links are written in; every one that was ever written is read. */
const version = '1'

/** More text than this in a fragment is not looked at; the longest that a person was told to share is far shorter. */
const longestPayload = 2 * limits.inflatedBytes

/** Whether a link with this setup could be opened again; otherwise it needs a file. */
export function fitsLink(setup: SharedSetup): boolean {
  const bytes = new TextEncoder().encode(JSON.stringify(writeSetup(setup)))
  return bytes.length <= limits.inflatedBytes && setup.panes.every(({ messages }) => messages.length <= limits.messages)
}

/** A setup as the fragment of a link: `s=1.PAYLOAD`, where PAYLOAD is base64url of raw deflate of JSON. */
export async function writeFragment(setup: SharedSetup): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(writeSetup(setup)))
  return `s=${version}.${toBase64Url(await deflate(bytes))}`
}

/** What stands after `s=` in a link, as a setup or as what is wrong with it. Never rejects. */
export async function readPayload(text: string): Promise<SharedSetup | ShareFault> {
  const dot = text.indexOf('.')
  const writtenIn = text.slice(0, Math.max(0, dot))
  if (!/^\d{1,6}$/u.test(writtenIn)) return 'damaged'
  if (writtenIn !== version) return Number(writtenIn) > Number(version) ? 'newer-version' : 'damaged'
  if (text.length > longestPayload) return 'too-large'
  const packed = fromBase64Url(text.slice(dot + 1))
  if (!packed) return 'damaged'
  const bytes = await inflate(packed, limits.inflatedBytes)
  if (typeof bytes === 'string') return bytes
  return readSetupText(bytes)
}

/** The setup in the UTF-8 text of a link or a file. */
function readSetupText(bytes: Uint8Array): SharedSetup | ShareFault {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return 'damaged'
  }
  const json = parseJson(text)
  return json === undefined ? 'damaged' : (readSetup(json) ?? 'not-a-setup')
}
