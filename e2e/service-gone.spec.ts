import { expect, type Page } from '@playwright/test'
import { startRestartableParley, type RestartableParley } from './fault-injection/restartable-parley.ts'
import { test as base } from './parley.ts'

// The service goes away under a page that is open. Not the page of `test`: what can't be fetched then is no fault of it.

const test = base.extend<{ opened: { page: Page; own: RestartableParley } }>({
  opened: async ({ context }, use) => {
    const own = await startRestartableParley({})
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${own.port()}/?model=parley/echo#key=${own.key}`)
    await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(/echo/iu)
    await use({ page, own })
    await own.kill()
  },
})

const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const reply = (page: Page) => page.getByRole('article', { name: 'Reply from parley/echo' })
const retry = (page: Page) => page.getByRole('log').getByRole('button', { name: 'Retry', exact: true })

/** The person's own message stands, one sentence says what is wrong, and `Retry` helps once the service is back. */
async function expectToldAndRetried(page: Page, own: RestartableParley): Promise<void> {
  const alert = page.getByRole('log', { name: 'Conversation' }).getByRole('alert')
  await expect(page.getByRole('article', { name: 'You' })).toContainText('Are you there?')
  await expect(alert).toHaveText(/^Parley’s service cannot be reached\. Check that it is still running, then/u)
  await retry(page).click()
  await expect(alert).toHaveText(/^Parley’s service cannot be reached/u)
  await own.start()
  await retry(page).click()
  await expect(reply(page)).toHaveAttribute('data-state', 'done')
  await expect(reply(page).locator('[data-part="text"]')).toHaveText('Are you there?')
  await expect(alert).toHaveCount(0)
  // All of it is drawn as it should be by now.
  await expect(reply(page).getByRole('group', { name: 'Figures' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'You' }).getByRole('button', { name: 'Copy' })).toBeAttached()
}

test(
  'a service that goes before anything more was fetched leaves the message, one sentence and a way on',
  { tag: '@phone' },
  async ({ opened: { page, own } }) => {
    await own.kill()
    await message(page).fill('Are you there?')
    await page.keyboard.press('Control+Enter')
    await expectToldAndRetried(page, own)
  },
)

test('a page that has stood for a while has all it needs to say so', async ({ opened: { page, own } }) => {
  const isHere = () =>
    page.evaluate(() =>
      ['reply-view', 'message-row', 'chat-stream', 'reply-reader'].every((name) =>
        performance.getEntriesByType('resource').some((each) => each.name.includes(`/${name}`)),
      ),
    )
  // Nobody has touched it.
  await expect.poll(isHere).toBe(true)
  await page.waitForLoadState('networkidle')
  await own.kill()
  await message(page).fill('Are you there?')
  await page.keyboard.press('Enter')
  // With what stands on a message that is drawn in full.
  await expect(page.getByRole('article', { name: 'You' }).getByRole('button', { name: 'Copy' })).toBeAttached()
  await expectToldAndRetried(page, own)
})

test('another page that cannot be fetched says so, and the one it was opened from is still there', async ({
  opened: { page, own },
}) => {
  await message(page).fill('Half a thought')
  await own.kill()
  await page.getByRole('link', { name: 'Models' }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('could not be shown')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(alert).toContainText('cannot be reached')
  await page.getByRole('link', { name: 'Playground' }).click()
  await expect(message(page)).toHaveValue('Half a thought')
})
