import { isRecord, parseJson } from '#contract/json.ts'
import { looksLikeCurl } from './looks-like-curl.ts'
import { setupFromCurl } from './setup-from-curl.ts'
import { setupFromRequest } from './setup-from-request.ts'
import { readSetup } from './setup-json.ts'
import { limits, type SharedSetup, type ShareFault } from './shared-setup.ts'

/** A setup from the text of a file or of the clipboard: one of ours, the body of a chat request, or a curl command. */
export function setupFromText(text: string, ownOrigin: string): SharedSetup | ShareFault {
  if (text.length > limits.fileCharacters) return 'too-large'
  if (looksLikeCurl(text)) return setupFromCurl(text, ownOrigin) ?? 'not-a-setup'
  const json = parseJson(text)
  if (!isRecord(json)) return json === undefined ? 'damaged' : 'not-a-setup'
  return readSetup(json) ?? setupFromRequest(text) ?? 'not-a-setup'
}
