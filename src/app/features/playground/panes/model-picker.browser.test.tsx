import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  dialogNamed,
  expectAddress,
  expectNone,
  focusOn,
  message,
  modelField,
  press,
  replies,
  talk,
} from '#app/shell/page-steps.test-support.ts'
import { connections } from '#app/data/connections/connections.ts'
import { listingEngine } from '#app/data/calls/test-engines.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const list = page.getByRole('listbox', { name: 'Model' })
const options = list.getByRole('option')
const expectOptions = async () => {
  await expect.element(options.first()).toBeVisible()
}

async function open(): Promise<void> {
  await renderApp('/?model=parley/echo')
  await expect.element(modelField).toHaveValue('Echo')
}

test.each([
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
])('on %s, opens on a click, shows the selection, and selects another model', async (_, width, height) => {
  await page.viewport(width, height)
  await open()
  await modelField.click()
  await expect.element(modelField).toHaveAttribute('aria-expanded', 'true')
  await expect.element(list.getByRole('option', { selected: true })).toHaveTextContent('parley/echo')
  expect(list.element().getBoundingClientRect().right).toBeLessThanOrEqual(innerWidth)
  await list.getByRole('option', { name: 'parley/eliza' }).click()
  await expectNone(options)
  await expect.element(modelField).toHaveValue('Eliza')
  await expectAddress('/?model=parley/eliza')
})

test('arrows wrap around, Enter selects, and the field names the active option', async () => {
  await open()
  await focusOn(modelField)
  await userEvent.keyboard('parley')
  const isActive = async (place: 'first' | 'last') => {
    await expect.element(modelField).toHaveAttribute('aria-activedescendant', options[place]().element().id)
  }
  await isActive('first')
  await press('ArrowUp')
  await isActive('last')
  await press('ArrowDown')
  await isActive('first')
  const chosen = /parley\/\w+/u.exec(options.first().element().textContent)?.[0]
  await press('Enter')
  await expectAddress(`/?model=${chosen}`)
})

test('Escape and blur restore the choice, and an empty result explains what to do', async () => {
  await open()
  await modelField.fill('no such model')
  await expectNone(options)
  await expect.element(page.getByRole('status').filter({ hasText: 'No matches' })).toBeVisible()
  await press('Enter')
  await expect.element(modelField).toHaveValue('no such model')
  await press('Escape')
  await expect.element(modelField).toHaveValue('Echo')
  await modelField.fill('typ')
  await expectOptions()
  await focusOn(message)
  await expectNone(options)
  await expect.element(modelField).toHaveValue('Echo')
})

test('Tab closes the open list without choosing, and moves to the next control', async () => {
  await open()
  await focusOn(modelField)
  await press('Tab')
  const next = document.activeElement
  await focusOn(modelField)
  await press('ArrowDown')
  await press('ArrowDown')
  await expectOptions()
  expect(list.element().scrollHeight).toBeGreaterThan(list.element().clientHeight)
  await press('Tab')
  await expectNone(options)
  await expect.element(modelField).toHaveValue('Echo')
  expect(document.activeElement).toBe(next)
})

test.each([
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
])('on %s, explains that a model can’t be called before anything is sent', async (_, width, height) => {
  await page.viewport(width, height)
  const id = 'anthropic/claude-sonnet-4-5'
  await renderApp(`/?model=${id}`)
  const note = page.getByRole('note')
  await expect.element(note).toHaveTextContent('No provider here serves this model')
  await expect.element(note).toHaveTextContent('OPENROUTER_API_KEY')
  expect(page.getByRole('list', { name: 'Example prompts' }).query()).toBeNull()
  expect(page.getByRole('heading', { name: /^Ask /u }).query()).toBeNull()
  await note.getByRole('button', { name: 'Choose another model' }).click()
  await expect.element(modelField).toHaveFocus()

  // Sending opens Connect instead, and keeps the draft.
  await message.fill('Hello')
  await press('Control+Enter')
  await expect.element(dialogNamed('Connect a model')).toBeVisible()
  await press('Escape')
  await expect.element(message).toHaveValue('Hello')
  await expectNone(replies)
  await modelField.fill('parley/echo')
  await list.getByRole('option', { name: 'parley/echo' }).click()
  await expectNone(note)
})

test('shows each model’s provider, context, price and capabilities', async () => {
  const engine = listingEngine([
    {
      id: 'maker/one',
      name: 'One',
      context_length: 131_072,
      pricing: { prompt: '0.0000004', completion: '0.0000012' },
      supported_parameters: ['tools'],
    },
  ])
  await renderApp('/', { servers: { 'https://openrouter.ai': engine } })
  connections.save({
    id: null,
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    key: undefined,
    place: 'tab',
  })
  // A real model takes the place of the suggested demo model.
  await expect.element(modelField).toHaveValue('One')
  await modelField.click()
  const group = list.getByRole('group', { name: 'OpenRouter' })
  await expect
    .element(group.getByRole('option'))
    .toHaveTextContent(/maker\/one.*Function calling.*131K.*\$0\.40 \/ \$1\.20/u)
  await press('Escape')
  await expect.element(page.getByText('via OpenRouter')).toBeVisible()
})

test('remembers recent models and favourites, above the others', async () => {
  await open()
  await page.getByRole('button', { name: 'Favourite' }).click()
  await expect.element(page.getByRole('button', { name: 'Favourite', pressed: true })).toBeVisible()
  await modelField.click()
  await expect.element(list.getByRole('group', { name: 'Favourites' })).toHaveTextContent('parley/echo')
  await press('Escape')
  await talk('Hello')
  await modelField.click()
  await expect.element(list.getByRole('group', { name: 'Recent' })).toHaveTextContent('parley/echo')
  await expectNone(list.getByRole('group', { name: 'Favourites' }))
})
