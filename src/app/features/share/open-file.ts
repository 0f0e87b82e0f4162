import { limits } from '#app/data/share/shared-setup.ts'
import { setupFromText } from '#app/data/share/setup-from-text.ts'
import { receiveSetup } from './opened-setup.ts'

/** Opens a file that holds a setup, the body of a chat request or a curl command. Nothing is sent. Never rejects. */
export async function openSetupFile(file: Blob): Promise<void> {
  if (file.size > 4 * limits.inflatedBytes) return receiveSetup('too-large')
  const text = await file.text().catch(() => undefined)
  receiveSetup(text === undefined ? 'damaged' : setupFromText(text, location.origin))
}
