import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { test } from './parley.ts'

const schema = '{"type":"object","properties":{"city":{"enum":["Oslo"]}},"required":["city"]}'

async function openTools(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) await page.getByRole('button', { name: 'Parameters', exact: true }).click()
  await page.getByRole('button', { name: 'Tools', exact: true }).click()
}

/** The messages in the browser's storage, as JSON. */
function savedMessages(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('parley')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('messages').objectStore('messages').getAll()
          reading.onsuccess = () => {
            opening.result.close()
            resolve(JSON.stringify(reading.result))
          }
        }
      }),
  )
}

test(
  'a model calls a mock tool and one that asks, and the results survive a reload and a link',
  { tag: '@phone' },
  async ({ page, parley, isMobile }) => {
    await page.goto(`${parley.baseUrl}/?model=parley/tools#key=${parley.key}`)
    await openTools(page, isMobile)
    for (const [name, kind] of [
      ['forecast', 'Mock'],
      ['ask_person', 'Ask me'],
    ] as const) {
      await page.getByRole('button', { name: 'Add tool' }).click()
      await page.getByRole('textbox', { name: 'Tool name' }).fill(name)
      await page.getByRole('textbox', { name: 'Tool parameters' }).fill(schema)
      await page.getByRole('radio', { name: kind }).check()
      if (kind === 'Mock') await page.getByRole('textbox', { name: 'Mock result' }).fill('cold and sunny')
    }
    await expectAccessible(page, { themes: ['light', 'dark'] })
    if (isMobile) await page.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('textbox', { name: 'Message' }).fill('Weather?')
    await page.getByRole('button', { name: 'Send' }).click()
    const mock = page.getByRole('group', { name: 'Tool call forecast' })
    const asking = page.getByRole('group', { name: 'Tool call ask_person' })
    await expect(mock).toHaveAttribute('data-state', 'done')
    await expect(asking).toHaveAttribute('data-state', 'waiting')
    await asking.getByRole('textbox', { name: 'Result' }).fill('bring a coat')
    await expectAccessible(page, { themes: ['light', 'dark'] })
    // A typed result is saved after a pause.
    await expect.poll(() => savedMessages(page)).toContain('bring a coat')
    await page.reload()
    await expect(asking.getByRole('textbox', { name: 'Result' })).toHaveValue('bring a coat')
    await page.getByRole('button', { name: 'Send results' }).click()
    const last = page.getByRole('article', { name: 'Reply from parley/tools' }).last()
    await expect(last).toHaveAttribute('data-state', 'done')
    await expect(last).toContainText('cold and sunny')
    await expect(last).toContainText('bring a coat')

    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('radio', { name: 'All with replies' }).check()
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
    await page.goto('about:blank')
    await page.goto(link)
    await expect(asking).toContainText('bring a coat')
    await expect(asking).toHaveAttribute('data-state', 'done')
  },
)
