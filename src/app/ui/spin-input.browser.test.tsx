import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SpinInput } from './spin-input.tsx'
import './tokens.css'

function Page({ disabled }: { disabled?: boolean }) {
  const [text, setText] = useState('')
  return <SpinInput aria-label="Limit" text={text} onText={setText} min={1} max={200} step={5} disabled={disabled} />
}

const field = page.getByRole('spinbutton', { name: 'Limit' })

test('arrow keys go one step and page keys ten, never past the ends', async () => {
  await render(<Page />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(field).toHaveValue('6')
  await userEvent.keyboard('{PageUp}')
  await expect.element(field).toHaveValue('56')
  await expect.element(field).toHaveAttribute('aria-valuenow', '56')
  await userEvent.keyboard('{PageUp}{PageUp}{PageUp}')
  await expect.element(field).toHaveValue('200')
  await userEvent.keyboard('{PageDown}{PageDown}{PageDown}{PageDown}{ArrowDown}')
  await expect.element(field).toHaveValue('1')
})

test('steps from a typed value with a unit', async () => {
  await render(<Page />)
  await field.fill('0.1k')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(field).toHaveValue('105')
})

test('can be disabled', async () => {
  await render(<Page disabled />)
  await expect.element(field).toBeDisabled()
})
