import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { test } from './parley.ts'

async function openOn(page: Page, parley: { baseUrl: string; key: string }, model: string) {
  await page.goto(`${parley.baseUrl}/?model=parley%2F${model}#key=${parley.key}`)
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(new RegExp(model, 'iu'))
}

/** Where the parameters stand: beside the conversation, or in a sheet where there is no room. */
async function openParameters(page: Page): Promise<Locator> {
  const opener = page.getByRole('button', { name: 'Parameters', exact: true })
  if (!(await opener.isVisible())) return page.getByRole('complementary', { name: 'Parameters' })
  await opener.click()
  return page.getByRole('dialog', { name: 'Parameters' })
}

async function closeParameters(page: Page) {
  const close = page.getByRole('dialog', { name: 'Parameters' }).getByRole('button', { name: 'Close' })
  if (await close.isVisible()) await close.click()
}

/** What the service says that it was sent. */
async function ask(page: Page): Promise<Locator> {
  const reply = page.getByRole('article', { name: 'Reply from parley/inspect' })
  const before = await reply.count()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello')
  await page.keyboard.press('Control+Enter')
  await expect(reply).toHaveCount(before + 1)
  await expect(reply.last()).toHaveAttribute('data-state', 'done', { timeout: 20_000 })
  return reply.last()
}

test.describe('the parameters', { tag: '@phone' }, () => {
  test('are sent when they were set, are marked, and go back one by one or all', async ({ page, parley }) => {
    test.slow()
    await openOn(page, parley, 'inspect')
    const panel = await openParameters(page)
    await panel.getByRole('spinbutton', { name: 'Temperature value' }).fill('0.35')
    await expect(panel.getByRole('slider', { name: 'Temperature' })).toHaveValue('0.35')
    await panel.getByRole('button', { name: 'More parameters' }).click()
    await panel.getByRole('slider', { name: 'Top P' }).fill('0.5')
    await panel.getByRole('spinbutton', { name: 'Frequency penalty value' }).fill('-1.25')
    await panel.getByRole('slider', { name: 'Presence penalty' }).fill('2')
    await panel.getByRole('spinbutton', { name: 'Seed' }).fill('42')
    const stop = panel.getByRole('textbox', { name: 'Stop sequences' })
    // Neither appears in the report as such, or it would end there: escaped, they read otherwise.
    for (const text of ['\\n\\n\\n\\n', '\\t']) {
      await stop.fill(text)
      await stop.press('Enter')
    }
    await panel.getByRole('textbox', { name: 'Other fields (JSON)' }).fill('{"top_k": 40}')
    await expect(panel.getByRole('button', { name: /^More parameters/u })).toContainText('6 changed')
    await closeParameters(page)
    const said = await ask(page)
    for (const sent of ['"temperature": 0.35', '"top_p": 0.5', '"frequency_penalty": -1.25', '"top_k": 40']) {
      await expect(said).toContainText(sent)
    }
    await expect(said).toContainText(/"presence_penalty": 2,\s*"seed": 42,\s*"stop": \[\s*"(?:\\n){4}",\s*"\\t"\s*\]/u)

    const again = await openParameters(page)
    await again.getByRole('button', { name: 'Reset temperature' }).click()
    await expect(again.getByRole('spinbutton', { name: 'Temperature value' })).toHaveValue('')
    await again.getByRole('button', { name: 'Reset all' }).click()
    await expect(again.getByRole('button', { name: /^More parameters/u })).not.toContainText('changed')
    await again.getByRole('button', { name: 'Undo settings' }).click()
    await expect(again.getByRole('button', { name: /^More parameters/u })).toContainText('6 changed')
    await again.getByRole('button', { name: 'Reset all' }).click()
    await closeParameters(page)
    await page.getByRole('button', { name: 'New conversation' }).click()
    await expect(await ask(page)).not.toContainText(/top_p|penalty|seed|stop|top_k/u)
  })

  test('say what is wrong with further fields, keep what was typed, and send none of it', async ({ page, parley }) => {
    await openOn(page, parley, 'inspect')
    const panel = await openParameters(page)
    await panel.getByRole('button', { name: 'More parameters' }).click()
    const field = panel.getByRole('textbox', { name: 'Other fields (JSON)' })
    for (const [typed, reason] of [
      ['{"top_k": ', 'valid JSON'],
      ['[1]', 'one object'],
      ['{"stream": false}', 'stream'],
      ['{"temperature": 0}', 'Temperature'],
    ] as const) {
      await field.fill(typed)
      await expect(panel.getByRole('alert')).toContainText(reason)
    }
    await closeParameters(page)
    await expect(page.getByText('Other fields (JSON) won’t be sent. Remove "temperature"')).toBeVisible()
    const said = await ask(page)
    await expect(said).toContainText('Not sent: temperature')
    await expect(said).toContainText('"stream": true')
    const again = await openParameters(page)
    const more = again.getByRole('button', { name: /^More parameters/u })
    if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
    await expect(again.getByRole('textbox', { name: 'Other fields (JSON)' })).toHaveValue('{"temperature": 0}')
  })

  test('that may not be sent are named at the Message, with a link to each', async ({ page, parley }) => {
    await openOn(page, parley, 'inspect')
    const panel = await openParameters(page)
    await panel.getByRole('spinbutton', { name: 'Temperature value' }).fill('3')
    await panel.getByRole('button', { name: 'More parameters' }).click()
    await panel.getByRole('spinbutton', { name: 'Top P value' }).fill('-1')
    await panel.getByRole('button', { name: 'More parameters' }).click()
    await closeParameters(page)
    const message = page.getByRole('textbox', { name: 'Message', exact: true })
    await expect(message).toHaveAccessibleDescription(
      'Temperature won’t be sent. Enter a number from 0 to 2. Top P won’t be sent. Enter a number from 0 to 1.',
    )
    await page.getByRole('button', { name: 'Temperature', exact: true }).click()
    const temperature = page.getByRole('spinbutton', { name: 'Temperature value' })
    await expect(temperature).toBeFocused()
    await temperature.fill('0.5')
    await closeParameters(page)
    await page.getByRole('button', { name: 'Top P', exact: true }).click()
    const topP = page.getByRole('spinbutton', { name: 'Top P value' })
    await expect(topP).toBeFocused()
    await expect(topP).toHaveValue('-1')
    await topP.fill('0.5')
    await closeParameters(page)
    await expect(message).toHaveAccessibleDescription('')
  })

  test('are kept as presets, applied, renamed, deleted and brought back', async ({ page, parley }) => {
    await openOn(page, parley, 'inspect')
    const panel = await openParameters(page)
    await panel.getByRole('textbox', { name: 'System prompt' }).fill('Be brief.')
    await panel.getByRole('spinbutton', { name: 'Max tokens' }).fill('99')
    await panel.getByRole('button', { name: 'Presets' }).click()
    await panel.getByRole('textbox', { name: 'Preset name' }).fill('Terse')
    await panel.getByRole('button', { name: 'Save preset' }).click()

    await page.evaluate(() => sessionStorage.clear())
    await page.goto('about:blank')
    await openOn(page, parley, 'echo')
    const later = await openParameters(page)
    await later.getByRole('textbox', { name: 'System prompt' }).fill('Something else.')
    await later.getByRole('button', { name: 'Presets' }).click()
    await later.getByRole('button', { name: 'Apply Terse' }).click()
    await expect(later.getByRole('status').filter({ hasText: 'Applied Terse.' })).toBeVisible()
    await expect(later.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Be brief.')
    await expect(later.getByRole('spinbutton', { name: 'Max tokens' })).toHaveValue('99')
    await later.getByRole('button', { name: 'Undo settings' }).click()
    await expect(later.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Something else.')
    await later.getByRole('button', { name: 'Rename Terse' }).click()
    await page.keyboard.type('Curt')
    await page.keyboard.press('Enter')
    await expect(later.getByRole('button', { name: 'Rename Curt' })).toBeFocused()
    await later.getByRole('button', { name: 'Delete Curt' }).click()
    await expect(later.getByRole('button', { name: 'Apply Curt' })).toHaveCount(0)
    await later.getByRole('button', { name: 'Bring back' }).click()
    await expect(later.getByRole('button', { name: 'Apply Curt' })).toBeVisible()
  })

  test('tell which of them the chosen model does not use', async ({ page, parley }) => {
    await openOn(page, parley, 'echo')
    const panel = await openParameters(page)
    await expect(panel.getByText('Echo does not use it.')).toHaveCount(1)
    await panel.getByRole('spinbutton', { name: 'Temperature value' }).fill('1.5')
    await expect(panel.getByText('It is sent all the same.')).toBeVisible()
  })
})

test('the first three are in view at once, and everything works by keyboard', async ({ page, parley }) => {
  await openOn(page, parley, 'babble')
  await expect(page.getByRole('textbox', { name: 'System prompt' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('slider', { name: 'Temperature' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('spinbutton', { name: 'Max tokens' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('does not use it')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'System prompt' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('3')
  await expect(page.getByRole('alert')).toContainText('Enter a number from 0 to 2, or leave it empty.')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('1.5')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('slider', { name: 'Temperature' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('spinbutton', { name: 'Temperature value' })).toHaveValue('1.51')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Reset temperature' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('slider', { name: 'Temperature' })).toHaveValue('1')
})

test('axe finds nothing', { tag: '@phone' }, async ({ page, parley }) => {
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
  await expectAccessible(page)
  await panel.getByRole('spinbutton', { name: 'Top P value' }).fill('0.7')
  await panel.getByRole('textbox', { name: 'Other fields (JSON)' }).fill('')
  await panel.getByRole('button', { name: 'Save preset' }).click()
  await expect(panel.getByRole('button', { name: 'Apply Terse' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  await expectAccessible(page)
})
