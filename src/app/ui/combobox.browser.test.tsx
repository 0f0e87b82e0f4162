import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Combobox, type ComboboxOption } from './combobox.tsx'
import './tokens.css'

const fruits: ComboboxOption[] = ['Apple', 'Banana', 'Cherry', 'Black cherry'].map((label) => ({
  value: label.toLowerCase(),
  label,
  detail: `fruit/${label.toLowerCase()}`,
}))

function Page({ options = fruits }: { options?: ComboboxOption[] }) {
  const [value, setValue] = useState('cherry')
  return (
    <div style={{ width: 300, padding: 8 }}>
      <Combobox
        label="Fruit"
        options={options}
        value={options.find((option) => option.value === value) ?? null}
        onChange={setValue}
        placeholder="Choose a fruit"
        emptyText="No fruit matches."
      />
      {/* Clear of the open list, which would take the click. */}
      <input aria-label="After" style={{ display: 'block', marginTop: 500 }} />
    </div>
  )
}

const field = page.getByRole('combobox', { name: 'Fruit' })
const list = page.getByRole('listbox', { name: 'Fruit' })
const option = (name: string) => list.getByRole('option', { name })
const allOptions = () => list.getByRole('option').elements()

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await userEvent.keyboard(`{${key}}`)
}

/** Shows the page and the open list. */
async function open(options?: ComboboxOption[]): Promise<void> {
  await render(<Page options={options} />)
  await field.click()
  await expect.element(list).toBeVisible()
}

/** The text of the option that the field names as the active one. */
function active(): string | undefined {
  const id = field.element().getAttribute('aria-activedescendant')
  return id === null ? undefined : document.getElementById(id)?.querySelector('span span')?.textContent
}

test('opens at the selected option; arrows wrap around and Enter selects', async () => {
  await open()
  await expect.element(field).toHaveAttribute('aria-expanded', 'true')
  await expect.element(option('Cherry').first()).toHaveAttribute('aria-selected', 'true')
  expect(allOptions()).toHaveLength(4)
  await press('ArrowDown', 'ArrowDown')
  await userEvent.keyboard('a')
  await expect.poll(active).toBe('Apple')
  await press('ArrowUp')
  await expect.poll(active).toBe('Black cherry')
  await press('ArrowDown')
  await expect.poll(active).toBe('Apple')
  await press('ArrowDown', 'Enter')
  await expect.element(field).toHaveValue('Banana')
  await expect.element(list).not.toBeInTheDocument()
})

test('searches all words in label and detail', async () => {
  await open()
  await userEvent.keyboard('cherry fruit/b')
  await expect.poll(() => allOptions().length).toBe(1)
  await option('Black cherry').click()
  await expect.element(field).toHaveValue('Black cherry')
  await expect.element(field).toHaveFocus()
})

test('Escape, Tab and a click outside restore the selection', async () => {
  await open()
  await userEvent.keyboard('ban')
  await press('Escape')
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('Cherry')
  await press('Escape')
  await expect.element(field).toHaveValue('Cherry')
  await field.fill('ban')
  await expect.element(option('Banana')).toBeVisible()
  await userEvent.tab()
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('Cherry')
  await expect.element(page.getByRole('textbox', { name: 'After' })).toHaveFocus()
  await field.fill('ban')
  await page.getByRole('textbox', { name: 'After' }).click()
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('Cherry')
})

test('reports when nothing matches, and keeps the query until it is cleared', async () => {
  await open()
  await userEvent.keyboard('zzz')
  await expect.element(page.getByRole('status').filter({ hasText: 'No fruit matches.' })).toBeVisible()
  await press('Enter')
  await expect.element(field).toHaveValue('zzz')
  await press('Backspace', 'Backspace', 'Backspace')
  await expect.element(field).toHaveValue('')
  await expect.poll(() => allOptions().length).toBe(4)
  await press('Escape')
  await expect.element(field).toHaveValue('Cherry')
})

test('its button opens and closes it, and keeps focus in the field', async () => {
  await open()
  const button = page.getByRole('button', { name: 'Show all: Fruit' })
  await button.click()
  await expect.element(list).not.toBeInTheDocument()
  await button.click()
  await expect.element(list).toBeVisible()
  await expect.element(field).toHaveFocus()
})

test('keeps the rest of the page accessible while it is open', async () => {
  await open()
  await expect.element(page.getByRole('textbox', { name: 'After' })).toBeVisible()
})

test('renders a hundred of thousands of options, and finds any', async () => {
  const many = Array.from({ length: 5_000 }, (_, place) => ({ value: `id-${place}`, label: `Model ${place}` }))
  await open(many)
  expect(allOptions()).toHaveLength(100)
  const { right, bottom } = list.element().getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(innerWidth)
  expect(bottom).toBeLessThanOrEqual(innerHeight)
  await userEvent.keyboard('4987')
  await expect.poll(() => allOptions().length).toBe(1)
  await press('Enter')
  await expect.element(field).toHaveValue('Model 4987')
})
