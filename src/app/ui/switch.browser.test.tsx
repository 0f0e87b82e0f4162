import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Switch } from './switch.tsx'
import './tokens.css'

function Page() {
  const [isOn, setIsOn] = useState(false)
  return (
    <Switch checked={isOn} onChange={setIsOn}>
      Sync panes
    </Switch>
  )
}

const control = page.getByRole('switch', { name: 'Sync panes' })

test('a click, Space and Enter toggle it', async () => {
  await render(<Page />)
  await expect.element(control).not.toBeChecked()
  await page.getByText('Sync panes').click()
  await expect.element(control).toBeChecked()
  await expect.element(control).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.element(control).not.toBeChecked()
  await userEvent.keyboard('{Enter}')
  await expect.element(control).toBeChecked()
})

test('is large enough for touch', async () => {
  await render(<Page />)
  expect(control.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(24)
})
