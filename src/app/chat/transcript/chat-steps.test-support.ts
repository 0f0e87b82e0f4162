import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

/** The field one writes in, where there is one for all panes. */
export const messageField = page.getByRole('textbox', { name: 'Message', exact: true })
/** What was said as the user. */
export const said = page.getByRole('article', { name: 'You', exact: true })
export const replies = page.getByRole('article', { name: /^Reply from/u })

/** How many elements there are now, or soon. */
export async function expectCount(elements: Locator, count: number): Promise<void> {
  await expect.poll(() => elements.elements().length).toBe(count)
}

/** The texts of all messages, oldest first. */
export function textsIn(within: ParentNode = document): string[] {
  const parts = within.querySelectorAll('[role="log"] [data-part="text"]')
  return Array.from(parts, ({ textContent }) => textContent.trim())
}

/** The texts of all messages are these now, or soon. */
export async function expectTexts(texts: readonly string[]): Promise<void> {
  await expect.poll(() => textsIn()).toEqual(texts)
}

/** Sends a text and waits for the whole reply. */
export async function say(text: string): Promise<void> {
  const before = replies.elements().length
  await messageField.fill(text)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectCount(replies, before + 1)
  await expect.element(replies.last()).toHaveAttribute('data-state', 'done')
}

/** Chooses from the menu of a message. */
export async function choose(article: Locator, item: string | RegExp): Promise<void> {
  await article.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
