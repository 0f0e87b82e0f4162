import type { Locator, Page } from '@playwright/test'

/** A file for the page, with the bytes that the test made. */
export interface TestModelFile {
  name: string
  bytes: Uint8Array
}

/** Drops files from the computer onto an element. */
export async function dropFiles(page: Page, target: Locator, files: readonly TestModelFile[]): Promise<void> {
  const texts = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }))
  const transfer = await page.evaluateHandle((all) => {
    const made = new DataTransfer()
    for (const { name, base64 } of all) {
      made.items.add(new File([Uint8Array.from(atob(base64), (each) => each.codePointAt(0) ?? 0)], name))
    }
    return made
  }, texts)
  await target.dispatchEvent('drop', { dataTransfer: transfer })
}
