import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { test } from './parley.ts'

async function openOn(page: Page, parley: { baseUrl: string; key: string }, model: string) {
  await page.goto(`${parley.baseUrl}/?model=parley%2F${model}#key=${parley.key}`)
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(new RegExp(model, 'iu'))
}

/** The parameters: beside the conversation, or in a sheet on small screens. */
async function openParameters(page: Page): Promise<Locator> {
  const opener = page.getByRole('button', { name: 'Parameters', exact: true })
  if (!(await opener.isVisible())) return page.getByRole('complementary', { name: 'Parameters' })
  await opener.click()
  return page.getByRole('dialog', { name: 'Parameters' })
}

/** The request body as received by the service. */
async function ask(page: Page): Promise<Locator> {
  const reply = page.getByRole('article', { name: 'Reply from parley/inspect' })
  const before = await reply.count()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello')
  await page.keyboard.press('Control+Enter')
  await expect(reply).toHaveCount(before + 1)
  await expect(reply.last()).toHaveAttribute('data-state', 'done', { timeout: 20_000 })
  return reply.last()
}

// src/app/features/playground/parameters/parameters.browser.test.tsx tests each field.
test('sends parameters to the engine as set, and keeps a preset after a reload', async ({ page, parley }) => {
  await openOn(page, parley, 'inspect')
  const panel = await openParameters(page)
  await expect(panel.getByRole('slider', { name: 'Temperature' })).toHaveAttribute('max', '2')
  await panel.getByRole('textbox', { name: 'System prompt' }).fill('Answer in Latin.')
  await panel.getByRole('spinbutton', { name: 'Temperature value' }).fill('0.35')
  await panel.getByRole('spinbutton', { name: 'Max tokens' }).fill('2000')
  await panel.getByRole('button', { name: 'More parameters' }).click()
  await panel.getByRole('textbox', { name: 'Other fields (JSON)' }).fill('{"top_k": 40}')
  const requestBody = await ask(page)
  for (const sent of ['Answer in Latin.', '"temperature": 0.35', '"max_tokens": 2000', '"top_k": 40']) {
    await expect(requestBody).toContainText(sent)
  }
  await expect(requestBody).not.toContainText(/top_p|penalty|seed/u)
  await expect(requestBody).not.toContainText(parley.key)
  await panel.getByRole('button', { name: 'Presets' }).click()
  await panel.getByRole('textbox', { name: 'Preset name' }).fill('Terse')
  await panel.getByRole('button', { name: 'Save preset' }).click()

  await page.evaluate(() => sessionStorage.clear())
  await page.goto('about:blank')
  await openOn(page, parley, 'echo')
  await panel.getByRole('button', { name: 'Presets' }).click()
  await panel.getByRole('button', { name: 'Apply Terse' }).click()
  await expect(panel.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Answer in Latin.')
  await expect(panel.getByRole('spinbutton', { name: 'Max tokens' })).toHaveValue('2000')
})

test('axe finds no violations', async ({ page, parley }) => {
  await openOn(page, parley, 'echo')
  const panel = await openParameters(page)
  await panel.getByRole('button', { name: 'More parameters' }).click()
  await panel.getByRole('spinbutton', { name: 'Top P value' }).fill('7')
  await panel.getByRole('spinbutton', { name: 'Temperature value' }).fill('1.5')
  await panel.getByRole('textbox', { name: 'Stop sequences' }).fill('END')
  await panel.getByRole('textbox', { name: 'Other fields (JSON)' }).fill('[')
  await panel.getByRole('button', { name: 'Presets' }).click()
  await panel.getByRole('textbox', { name: 'Preset name' }).fill('Terse')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('The preset wasn’t saved.')).toBeVisible()
  await expectAccessible(page, { themes: ['light', 'dark'] })
  await panel.getByRole('spinbutton', { name: 'Top P value' }).fill('0.7')
  await panel.getByRole('textbox', { name: 'Other fields (JSON)' }).fill('')
  await panel.getByRole('button', { name: 'Save preset' }).click()
  await expect(panel.getByRole('button', { name: 'Apply Terse' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  await expectAccessible(page)
})
