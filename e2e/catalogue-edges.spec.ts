import { expect } from '@playwright/test'
import { countOf, openCatalogue, tableOf } from './catalogue-page.ts'
import { test } from './parley.ts'

test('what is still being typed when the catalogue is left does not bring it back', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/settings#key=${parley.key}`)
  await page.getByRole('link', { name: 'Models', exact: true }).click()
  await expect(countOf(page)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search models' }).pressSequentially('gpt')
  await page.goBack()
  await expect(page).toHaveURL(/\/settings$/u)
  // Longer than it takes for typing to become a step.
  await page.waitForTimeout(600)
  await expect(page).toHaveURL(/\/settings$/u)
})

test('a limit is typed as people write it', async ({ page, parley }) => {
  await openCatalogue(page, parley)
  const limit = page.getByRole('spinbutton', { name: 'Maximum input price' })
  for (const typed of ['.5', '0.05', '1e1', '2.50']) {
    await limit.fill('')
    await limit.pressSequentially(typed, { delay: 30 })
    await expect(page).toHaveURL(new RegExp(`maxInput=${Number(typed)}(?:&|$)`, 'u'))
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  await limit.fill('')
  await limit.pressSequentially('-3')
  await expect(page.getByRole('alert')).toHaveText('Type a number from 0, or nothing for no limit.')
})

test('keys that compose a word lead nowhere', async ({ page, parley }) => {
  await openCatalogue(page, parley)
  const search = page.getByRole('searchbox', { name: 'Search models' })
  await search.focus()
  await search.dispatchEvent('keydown', { key: 'ArrowDown', isComposing: true, bubbles: true })
  await expect(search).toBeFocused()
  await page.getByRole('button', { name: 'Views' }).click()
  const name = page.getByLabel('Name of this view')
  await name.fill('模型')
  await name.dispatchEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true })
  await expect(name).toHaveValue('模型')
})

test('says which view is shown after the window has become wide', async ({ page, parley }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openCatalogue(page, parley)
  await page.setViewportSize({ width: 1200, height: 844 })
  await expect(page.getByRole('radio', { name: 'Table' })).toHaveCount(1)
  await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked()
})

test('says that a view could not be kept, and has it still to be kept', async ({ page, parley }) => {
  await openCatalogue(page, parley, '?type=moderation')
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Name of this view').fill('Guards')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('alert')).toContainText('storage is full. Free some of it, then try again.')
  await expect(page.getByLabel('Name of this view')).toHaveValue('Guards')
})

test('a view that is deleted leaves the focus in the panel', async ({ page, parley }) => {
  await openCatalogue(page, parley)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Name of this view').fill('Mine')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('button', { name: 'Delete view Mine' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Views' })).toBeFocused()
})

test('says that a ninth model does not fit beside the others, and that an id was not copied', async ({
  page,
  parley,
}) => {
  await openCatalogue(page, parley)
  const compare = tableOf(page).getByRole('button', { name: 'Compare' })
  for (let place = 0; place < 9; place++) await compare.nth(place).click()
  await expect(page.getByText('You can compare up to 8 models. Remove one')).toBeInViewport()
  await expect(compare.nth(8)).toHaveAttribute('aria-pressed', 'false')
  await compare.nth(0).click()
  await expect(page.getByText('You can compare up to 8')).toHaveCount(0)

  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } })
  })
  await tableOf(page).getByRole('button', { name: 'Copy id' }).first().click()
  await expect(page.getByText('blocked copying. Select the id yourself: parley/')).toBeInViewport()
})

test('the focus goes on where what had it is gone', async ({ page, parley }) => {
  const focused = page.locator(':focus')
  await openCatalogue(page, parley, '?type=moderation&can=vision&open=true&sort=nonsense')
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(focused).toHaveRole('main')
  await page.getByRole('button', { name: 'Remove filter Moderation' }).press('Enter')
  await expect(focused).toHaveAccessibleName('Remove filter Vision')
  await page.keyboard.press('Enter')
  await expect(focused).toHaveAccessibleName('Remove filter Ready to use here')
  await page.keyboard.press('Enter')
  await expect(focused).toHaveRole('main')

  await openCatalogue(page, parley, '?q=zzzzzzzz')
  await page.getByRole('button', { name: 'Show all models' }).press('Enter')
  await expect(focused).toHaveRole('main')

  await tableOf(page).getByRole('button', { name: 'Compare' }).first().click()
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
  await expect(focused).toHaveRole('main')

  await page.goto(`${parley.baseUrl}/compare?ids=parley/echo,parley/eliza,no/such`)
  await page.getByRole('button', { name: 'Leave out' }).press('Enter')
  await expect(focused).toHaveRole('main')
  await page.getByRole('button', { name: 'Remove Echo' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Echo' })).toHaveCount(0)
  await expect(focused).toHaveRole('main')
})
