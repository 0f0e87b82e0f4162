import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Slider } from './slider.tsx'
import './tokens.css'

function Page() {
  const [value, setValue] = useState(1)
  return (
    <div style={{ width: 216 }}>
      <Slider
        label="Temperature"
        value={value}
        onChange={setValue}
        min={0}
        max={2}
        step={0.1}
        valueText={`${value} of 2`}
      />
    </div>
  )
}

const slider = page.getByRole('slider', { name: 'Temperature' })

test('arrows step, Home and End go to the ends', async () => {
  await render(<Page />)
  await userEvent.tab()
  await expect.element(slider).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowUp}')
  await expect.element(slider).toHaveValue('1.2')
  await expect.element(slider).toHaveAttribute('aria-valuetext', '1.2 of 2')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(slider).toHaveValue('1.1')
  await userEvent.keyboard('{End}')
  await expect.element(slider).toHaveValue('2')
  await userEvent.keyboard('{Home}')
  await expect.element(slider).toHaveValue('0')
})

test('moves to a click on the track, and is large enough for touch', async () => {
  await render(<Page />)
  const { height } = slider.element().getBoundingClientRect()
  expect(height).toBeGreaterThanOrEqual(24)
  // A quarter of the thumb's travel.
  await slider.click({ position: { x: 8 + 50, y: height / 2 } })
  await expect.element(slider).toHaveValue('0.5')
})
