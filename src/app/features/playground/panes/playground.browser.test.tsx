import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectCount, messageField, replies, said, say, textsIn } from '#app/chat/transcript/chat-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const model = page.getByRole('combobox', { name: 'Model', exact: true })

describe('the playground', () => {
  test('renders a reply as Markdown with its figures', async () => {
    await renderApp('/?model=parley/echo')
    await say('# Title\n\n- one\n- **two**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nFish &amp; chips')
    await expect.element(replies.getByRole('heading', { name: 'Title' })).toBeVisible()
    const textsOf = (selector: string) =>
      Array.from(document.querySelectorAll(`article:last-child ${selector}`), ({ textContent }) => textContent)
    expect(textsOf('li')).toEqual(['one', 'two'])
    expect(textsOf('td')).toEqual(['1', '2'])
    await expect.element(replies).toHaveTextContent('Fish & chips')
    const figure = (name: string) => document.querySelector(`[data-figure="${name}"]`)
    expect(figure('tokens-out')?.getAttribute('data-value')).toMatch(/^[1-9]/u)
    expect(figure('first-token')?.getAttribute('data-value')).toMatch(/^0\.\d/u)
    expect(figure('cost')?.textContent).toBe('Free')
  })

  test('starts a new line with Shift+Enter, and never sends during text composition', async () => {
    await renderApp('/?model=parley/echo')
    await messageField.click()
    await userEvent.keyboard('first{Shift>}{Enter}{/Shift}second')
    const composing = { key: 'Enter', bubbles: true, cancelable: true }
    messageField.element().dispatchEvent(new KeyboardEvent('keydown', { ...composing, isComposing: true }))
    messageField.element().dispatchEvent(new KeyboardEvent('keydown', { ...composing, keyCode: 229 }))
    await expect.element(messageField).toHaveValue('first\nsecond')
    expect(page.getByRole('article').query()).toBeNull()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(said).toHaveTextContent('first')
    await expect.element(messageField).toHaveValue('')
    await expect.element(messageField).toHaveFocus()
  })

  test('starts a new conversation and keeps the settings', async () => {
    await renderApp('/?model=parley/echo')
    await say('hello')
    await page.getByRole('button', { name: 'New conversation' }).click()
    await expectCount(page.getByRole('article'), 0)
    await expect.element(model).toHaveValue('Echo')
  })

  test('reports a missing model and a missing page', async () => {
    await renderApp('/?model=nobody/nothing')
    await expect.element(page.getByRole('alert')).toHaveTextContent('nobody/nothing')
    await renderApp('/nowhere')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Page not found')
  })

  test('compares two models with one button and Enter', async () => {
    await renderApp('/')
    await page.getByRole('button', { name: 'Compare two models' }).click()
    await expectCount(page.getByRole('combobox', { name: /^Model/u }), 2)
    await expect.element(messageField).toHaveFocus()
    await expect.element(messageField).not.toHaveValue('')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('region', { name: 'Comparison of the last replies' })).toBeVisible()
    await expect.poll(() => document.querySelectorAll('article[data-state=done]').length, { timeout: 10_000 }).toBe(2)
  })

  test('shows suggestions once for a shared message, and in each pane for separate messages', async () => {
    await renderApp('/?models=parley/eliza,parley/babble')
    const offers = page.getByRole('list', { name: 'Example prompts' })
    await expectCount(offers, 1)
    await offers.getByRole('button').first().click()
    await expect.element(messageField).not.toHaveValue('')
    await page.getByRole('switch', { name: 'Separate messages' }).click()
    await expectCount(offers, 2)
  })

  test('hides the parameters, and remembers that', async () => {
    await renderApp('/?model=parley/echo')
    const rail = page.getByRole('complementary', { name: 'Parameters' })
    const log = page.getByRole('log', { name: 'Conversation' })
    const widthOfLog = () => log.element().getBoundingClientRect().width
    await expect.element(rail).toBeVisible()
    const before = widthOfLog()
    await page.getByRole('button', { name: 'Hide parameters' }).click()
    await expect.element(rail).not.toBeInTheDocument()
    expect(widthOfLog()).toBeGreaterThan(before + 200)
    await renderApp('/?model=parley/echo')
    await expect.element(log).toBeVisible()
    expect(rail.query()).toBeNull()
    await page.getByRole('button', { name: 'Show parameters' }).click()
    await expect.element(rail).toBeVisible()
  })
})

describe('the parameters on a small screen', () => {
  afterEach(() => page.viewport(1440, 900))

  test('open as a sheet by keyboard, and keep the typed values', async () => {
    await page.viewport(390, 844)
    await renderApp('/?model=parley/echo')
    const opener = page.getByRole('button', { name: 'Parameters' })
    const sheet = page.getByRole('dialog', { name: 'Parameters' })
    await opener.click()
    await sheet.getByRole('textbox', { name: 'System prompt' }).fill('Be brief.')
    await expect.element(sheet.getByRole('slider', { name: 'Temperature' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(sheet.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Be brief.')
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect.element(sheet).not.toBeInTheDocument()
    expect(textsIn()).toEqual([])
  })
})
