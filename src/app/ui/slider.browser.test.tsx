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
        isSet
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

test.each([
  { about: 'from its lower end', min: 0, isSet: true, filled: ['0', '0.5'] },
  { about: 'from 0 in the middle', min: -3, isSet: true, filled: ['0.75', '0.8'] },
  { about: 'not at all while nothing is set', min: 0, isSet: false, filled: ['0.5', '0.5'] },
])('is filled $about', async ({ min, isSet, filled }) => {
  const value = min === 0 ? 0.5 : 0.2
  await render(
    <Slider label="Temperature" value={value} onChange={() => {}} min={min} max={1} step={0.1} isSet={isSet} />,
  )
  const style = getComputedStyle(slider.element())
  expect(['--from', '--to'].map((name) => style.getPropertyValue(name))).toEqual(filled)
})
