import { expect, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

/** The field one writes in, where there is one for all panes. */
export const message = page.getByRole('textbox', { name: 'Message', exact: true })
export const modelField = page.getByRole('combobox', { name: 'Model', exact: true })
export const replies = page.getByRole('article', { name: /^Reply/u })

export const dialogNamed = (name: string) => page.getByRole('dialog', { name })
export const statusWith = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

/** Presses one key with its modifiers, `Control+Shift+o` for one. */
export async function press(keys: string): Promise<void> {
  const names = keys.split('+')
  const last = names.pop() ?? ''
  const held = names.map((name) => `{${name}>}`).join('')
  const released = names.map((name) => `{/${name}}`).join('')
  await userEvent.keyboard(held + (last.length === 1 ? last : `{${last}}`) + released)
}

/** Sends a text and waits until so many whole replies are shown. */
export async function talk(text = 'Good morning', count = 1): Promise<void> {
  await message.fill(text)
  await press('Control+Enter')
  await expect.poll(() => document.querySelectorAll('article[data-state=done]').length).toBe(count)
}

/** Moves the focus, as soon as it is there, to what Tab or a screen reader would lead to. */
export async function focusOn(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible()
  locator.element().focus()
}

/** Waits until the address is this path with its search, decoded. */
export async function expectAddress(address: string | RegExp): Promise<void> {
  const read = () => decodeURIComponent(location.pathname + location.search)
  if (typeof address === 'string') await expect.poll(read).toBe(address)
  else await expect.poll(read).toMatch(address)
}

export async function goBack(): Promise<void> {
  const before = location.href
  history.back()
  await expect.poll(() => location.href).not.toBe(before)
}

/** Waits until nothing matches any more. */
export async function expectNone(locator: Locator): Promise<void> {
  await expect.poll(() => locator.elements().length).toBe(0)
}

/** Takes what the page copies in place of the clipboard, which all tests share; gives back what reads the last text. */
export function watchClipboard(): () => string | undefined {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  return () => write.mock.calls.at(-1)?.[0]
}

/** Takes the files that the page gives for download; gives back what reads the last one. */
export function watchDownloads(): () => Promise<{ name: string; text: string }> {
  const files: { name: string; blob: Blob }[] = []
  const blobs = new Map<string, Blob>()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function download(this: HTMLAnchorElement) {
    const blob = blobs.get(this.href)
    if (blob) files.push({ name: this.download, blob })
  })
  const create = URL.createObjectURL
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = create(blob)
    if (blob instanceof Blob) blobs.set(url, blob)
    return url
  })
  return async () => {
    await expect.poll(() => files.length).toBeGreaterThan(0)
    const { name, blob } = files.at(-1) ?? { name: '', blob: new Blob() }
    return { name, text: await blob.text() }
  }
}

/** How much wider than the window the page is, in CSS pixels. */
export function sidewaysScroll(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth
}
