import { expect, type Page } from '@playwright/test'
import { startRestartableParley, type RestartableParley } from './fault-injection/restartable-parley.ts'
import { test as base } from './parley.ts'

// The service stops while a page is open. Doesn't use the `page` of `test`, which fails on failed requests.

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

/** The user's message stays, one sentence explains the failure, and `Retry` works once the service is back. */
async function expectFailureThenRetry(page: Page, own: RestartableParley): Promise<void> {
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
  // The page has rendered completely by now.
  await expect(reply(page).getByRole('group', { name: 'Figures' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'You' }).getByRole('button', { name: 'Copy' })).toBeAttached()
}

test('keeps the message and offers Retry when the service stops before more scripts load', async ({
  opened: { page, own },
}) => {
  await own.kill()
  await message(page).fill('Are you there?')
  await page.keyboard.press('Enter')
  await expectFailureThenRetry(page, own)
})

test('an idle page has loaded all it needs to report the failure', async ({ opened: { page, own } }) => {
  const hasLoaded = () =>
    page.evaluate(() =>
      ['reply-view', 'message-row', 'chat-stream', 'reply-reader'].every((name) =>
        performance.getEntriesByType('resource').some((each) => each.name.includes(`/${name}`)),
      ),
    )
  // No interaction so far.
  await expect.poll(hasLoaded).toBe(true)
  await page.waitForLoadState('networkidle')
  await own.kill()
  await message(page).fill('Are you there?')
  await page.keyboard.press('Enter')
  // Including the actions of a fully rendered message.
  await expect(page.getByRole('article', { name: 'You' }).getByRole('button', { name: 'Copy' })).toBeAttached()
  await expectFailureThenRetry(page, own)
})

test('reports a page that can’t load, and keeps the previous page', async ({ opened: { page, own } }) => {
  await message(page).fill('Half a thought')
  await own.kill()
  await page.getByRole('link', { name: 'Models' }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('couldn’t be shown')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(alert).toContainText('cannot be reached')
  await page.getByRole('link', { name: 'Playground' }).click()
  await expect(message(page)).toHaveValue('Half a thought')
})
