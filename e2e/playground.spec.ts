import { expect } from '@playwright/test'
import { test } from './parley.ts'

test.describe('the playground', { tag: '@phone' }, () => {
  test.beforeEach(async ({ page, parley }) => {
    await page.goto(`${parley.baseUrl}/?model=parley%2Fecho#key=${parley.key}`)
    await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(/echo/iu)
  })

  test('renders a reply as markdown', async ({ page }) => {
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('# Title\n\n- one\n- **two**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nFish &amp; chips')
    await message.press('Control+Enter')
    const text = page.getByRole('article', { name: 'Reply from parley/echo' }).locator('[data-part="text"]')
    await expect(text.getByRole('heading', { name: 'Title' })).toBeVisible()
    await expect(text.getByRole('listitem')).toHaveText(['one', 'two'])
    await expect(text.getByRole('cell')).toHaveText(['1', '2'])
    await expect(text).toContainText('Fish & chips')
    // The styles of text come after the resets that would undo them.
    await expect(text.getByRole('heading', { name: 'Title' })).toHaveCSS('font-weight', '600')
    await expect(text.getByRole('list')).toHaveCSS('list-style-type', 'disc')
  })

  test('starts a new line with Shift+Enter, and never sends a word still being composed', async ({ page }) => {
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.focus()
    await page.keyboard.type('first')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('second')
    await message.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
    await message.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
    await expect(message).toHaveValue('first\nsecond')
    await expect(page.getByRole('article')).toHaveCount(0)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('article', { name: 'You' })).toContainText('first')
    await expect(message).toHaveValue('')
    await expect(message).toBeFocused()
  })

  test('sends with Enter on a keyboard, and with the button on a touch screen', async ({ page, isMobile }) => {
    const message = page.getByRole('textbox', { name: 'Message' })
    const hint = page.getByText('Enter to send · Shift+Enter for a new line')
    await message.focus()
    await page.keyboard.type('first')
    if (isMobile) {
      await expect(hint).toBeHidden()
      await page.keyboard.press('Enter')
      await page.keyboard.type('second')
      await expect(message).toHaveValue('first\nsecond')
      await page.getByRole('button', { name: 'Send' }).tap()
    } else {
      await expect(hint).toBeVisible()
      await page.keyboard.press('Enter')
    }
    const said = page.getByRole('article', { name: 'You' }).locator('[data-part="text"]')
    await expect(said).toHaveText(isMobile ? 'first\nsecond' : 'first')
    await expect(message).toHaveValue('')
  })

  test('shows what a reply took', async ({ page }) => {
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('one two three four five')
    await message.press('Control+Enter')
    const figures = page.getByRole('group', { name: 'Figures' })
    await expect(page.getByRole('article', { name: /Reply/u })).toHaveAttribute('data-state', 'done')
    await expect(figures.locator('[data-figure="tokens-out"]')).toHaveAttribute('data-value', /^[1-9]/u)
    await expect(figures.locator('[data-figure="first-token"]')).toHaveAttribute('data-value', /^0\.\d/u)
    await expect(figures.locator('[data-figure="cost"]')).toHaveText('Free')
  })

  test('begins a new conversation on request and keeps the settings', async ({ page }) => {
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('hello')
    await message.press('Control+Enter')
    await expect(page.getByRole('article', { name: /Reply/u })).toHaveAttribute('data-state', 'done')
    await page.getByRole('button', { name: 'New conversation' }).click()
    await expect(page.getByRole('article')).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(/echo/iu)
  })
})

test('sends the parameters that were set, and only those', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/?model=parley%2Finspect#key=${parley.key}`)
  const message = page.getByRole('textbox', { name: 'Message' })
  const lastReply = page.getByRole('article', { name: /Reply/u }).last()
  await message.fill('nothing set')
  await message.press('Enter')
  await expect(lastReply).toHaveAttribute('data-state', 'done', { timeout: 20_000 })
  await expect(lastReply).toContainText('nothing set')
  await expect(lastReply).toContainText('Not sent: temperature (1 is assumed), max_tokens.')
  await expect(lastReply).not.toContainText(parley.key)

  await page.getByRole('textbox', { name: 'System prompt' }).fill('Answer in Latin.')
  const slider = page.getByRole('slider', { name: 'Temperature' })
  await expect(slider).toHaveAttribute('min', '0')
  await expect(slider).toHaveAttribute('max', '2')
  await slider.press('Home')
  await slider.press('ArrowRight')
  await page.getByRole('spinbutton', { name: 'Max tokens' }).fill('2000')
  await message.fill('all set')
  await message.press('Enter')
  await expect(lastReply).toContainText('all set', { timeout: 20_000 })
  await expect(lastReply).toHaveAttribute('data-state', 'done', { timeout: 20_000 })
  await expect(lastReply).toContainText('Answer in Latin.')
  await expect(lastReply).toContainText('"temperature": 0.01')
  await expect(lastReply).toContainText('"max_tokens": 2000')
})

test('refuses a token limit that is none, and keeps what was typed', async ({ page, parley }) => {
  await page.goto(parley.link)
  const limit = page.getByRole('spinbutton', { name: 'Max tokens' })
  await limit.fill('0')
  await expect(page.getByRole('alert')).toContainText('whole number of at least 1')
  await expect(limit).toHaveValue('0')
  await limit.fill('7')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('names a model that is not there, and a page that is not there', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/?model=nobody%2Fnothing#key=${parley.key}`)
  await expect(page.getByRole('alert')).toContainText('nobody/nothing')
  await page.goto(`${parley.baseUrl}/nowhere`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no page here')
})

test.describe('the parameters on a small screen', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('open as a sheet by keyboard, keep the focus in it, and give it back', async ({ page, parley }) => {
    await page.goto(`${parley.baseUrl}/?model=parley%2Fecho#key=${parley.key}`)
    const opener = page.getByRole('button', { name: 'Parameters' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Parameters' })
    await sheet.getByRole('textbox', { name: 'System prompt' }).fill('Be brief.')
    await expect(sheet.getByRole('slider', { name: 'Temperature' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(opener).toBeFocused()
    await opener.click()
    await expect(sheet.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Be brief.')
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toHaveCount(0)
  })
})

test('a newcomer compares two models by one press and Enter', async ({ page, parley }) => {
  await page.goto(parley.link)
  await page.getByRole('button', { name: 'Compare two models' }).click()
  await expect(page.getByRole('combobox', { name: /^Model/u })).toHaveCount(2)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Message' })).not.toHaveValue('')
  await page.keyboard.press('Enter')
  await expect(page.locator('article[data-state=done]')).toHaveCount(2, { timeout: 20_000 })
  await expect(page.getByRole('region', { name: 'Comparison of the last replies' })).toBeVisible()
})

test('what several are asked together is offered once, and to each where each is asked by itself', async ({
  page,
  parley,
}) => {
  await page.goto(`${parley.baseUrl}/?models=parley/eliza,parley/babble#key=${parley.key}`)
  const offers = page.getByRole('list', { name: 'Ways to begin' })
  await expect(offers).toHaveCount(1)
  await offers.getByRole('button').first().click()
  await expect(page.getByRole('textbox', { name: 'Message' })).not.toHaveValue('')
  await page.getByRole('switch', { name: 'Separate messages' }).click()
  await expect(offers).toHaveCount(2)
})

test('the parameters make room, and stay as they were left', async ({ page, parley }) => {
  await page.goto(parley.link)
  const rail = page.getByRole('complementary', { name: 'Parameters' })
  const log = page.getByRole('log', { name: 'Conversation' })
  const widthOfLog = async () => (await log.boundingBox())?.width ?? 0
  await expect(rail).toBeVisible()
  const before = await widthOfLog()
  await page.getByRole('button', { name: 'Hide parameters' }).press('Enter')
  await expect(rail).toHaveCount(0)
  expect(await widthOfLog()).toBeGreaterThan(before + 200)
  await page.reload()
  await expect(log).toBeVisible()
  await expect(rail).toHaveCount(0)
  await page.getByRole('button', { name: 'Show parameters' }).press('Enter')
  await expect(rail).toBeVisible()
})
