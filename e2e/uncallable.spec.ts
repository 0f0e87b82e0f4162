import { expect } from '@playwright/test'
import { test } from './parley.ts'

const id = 'anthropic/claude-sonnet-4-5'

test(
  'a model that cannot be called says so before anything is sent, and leads to another one',
  { tag: '@phone' },
  async ({ page, parley }) => {
    await page.goto(`${parley.baseUrl}/?model=${id}#key=${parley.key}`)
    const note = page.getByRole('note')
    await expect(note).toContainText('No provider here serves this model')
    await expect(note).toContainText('OPENROUTER_API_KEY')
    await expect(page.getByRole('list', { name: 'Ways to begin' })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: /^Ask / })).toHaveCount(0)
    await note.getByRole('button', { name: 'Choose another model' }).click()
    await expect(page.getByRole('combobox', { name: 'Model' })).toBeFocused()

    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello')
    await page.keyboard.press('Control+Enter')
    const reply = page.getByRole('article', { name: `Reply from ${id}` })
    await expect(reply.getByRole('alert')).toContainText('cannot be called now')
    await reply.getByRole('button', { name: 'Choose another model' }).click()
    await expect(page.getByRole('combobox', { name: 'Model' })).toBeFocused()

    await page.getByRole('combobox', { name: 'Model' }).fill('parley/echo')
    await page.getByRole('option', { name: 'parley/echo' }).click()
    await expect(note).toHaveCount(0)
  },
)

test('its page says that its command works once it is served', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/models/${id}#key=${parley.key}`)
  const callIt = page.getByRole('region', { name: 'Call it' })
  await expect(callIt).toContainText('Works once the model is connected')
  await page.goto(`${parley.baseUrl}/models/parley/eliza`)
  await expect(page.getByRole('heading', { level: 1, name: 'Eliza' })).toBeVisible()
  await expect(callIt).not.toContainText('Works once')
})
