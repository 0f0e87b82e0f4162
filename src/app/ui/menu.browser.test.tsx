import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import './tokens.css'
import { Menu, type MenuGroup } from './menu.tsx'
import { Sheet } from './sheet.tsx'

const act = vi.fn<(label: string) => void>()

const groups: readonly MenuGroup[] = [
  {
    items: ['Branch', 'Insert before', 'Insert after'].map((label) => ({ label, onSelect: () => act(label) })),
  },
  { items: [] },
  {
    choiceOf: 'Role',
    items: ['User', 'System'].map((label) => ({ label, checked: label === 'User', onSelect: () => act(label) })),
  },
  {
    items: [
      { label: 'Raw text', checked: true, onSelect: () => act('Raw text') },
      { label: 'Move down', disabled: true, onSelect: () => act('Move down') },
    ],
  },
]

function Page() {
  return (
    <>
      <Menu label="More" groups={() => groups}>
        …
      </Menu>
      <input aria-label="After" />
      <p style={{ position: 'fixed', top: 600 }}>Elsewhere</p>
    </>
  )
}

const button = page.getByRole('button', { name: 'More' })
const menu = page.getByRole('menu', { name: 'More' })
const item = (name: string) => page.getByRole('menuitem', { name })

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await userEvent.keyboard(`{${key}}`)
}

/** Opens it by keyboard. Its script is loaded from then on. */
async function open(): Promise<void> {
  act.mockClear()
  await render(<Page />)
  await userEvent.tab()
  await press('Enter')
  await expect.element(menu).toBeVisible()
}

test('arrows wrap around, Home and End go to the ends, letters to matching items', async () => {
  await open()
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  await expect.element(item('Branch')).toHaveFocus()
  await press('ArrowUp')
  await expect.element(item('Move down')).toHaveFocus()
  await press('ArrowDown', 'ArrowDown')
  await expect.element(item('Insert before')).toHaveFocus()
  await press('End')
  await expect.element(item('Move down')).toHaveFocus()
  await press('Home')
  await expect.element(item('Branch')).toHaveFocus()
  await userEvent.keyboard('s')
  await expect.element(page.getByRole('menuitemradio', { name: 'System' })).toHaveFocus()
})

test('an arrow key on the button opens it at that end, and it handles the next key', async () => {
  await open()
  await press('Escape', 'ArrowUp')
  await expect.element(item('Move down')).toHaveFocus()
  await press('Escape')
  await expect.element(menu).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}i{Enter}')
  expect(act).toHaveBeenCalledExactlyOnceWith('Insert before')
})

test('Escape returns focus; Tab closes and moves on', async () => {
  await open()
  await press('ArrowDown', 'Escape')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await press('Enter')
  await expect.element(menu).toBeVisible()
  await userEvent.tab()
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'After' })).toHaveFocus()
})

test('marks selected and checked items, and runs the clicked item', async () => {
  await open()
  const group = menu.getByRole('group', { name: 'Role' })
  await expect.element(group.getByRole('menuitemradio', { name: 'User' })).toBeChecked()
  await expect.element(group.getByRole('menuitemradio', { name: 'System' })).not.toBeChecked()
  await expect.element(menu.getByRole('menuitemcheckbox', { name: 'Raw text' })).toBeChecked()
  await group.getByRole('menuitemradio', { name: 'System' }).click()
  expect(act).toHaveBeenCalledExactlyOnceWith('System')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('a disabled item can be focused and does nothing', async () => {
  await open()
  await press('End')
  await expect.element(item('Move down')).toHaveFocus()
  await expect.element(item('Move down')).toHaveAttribute('aria-disabled', 'true')
  await press('Enter')
  expect(act).not.toHaveBeenCalled()
  await expect.element(menu).toBeVisible()
})

test('a click on the button or outside closes it, and an outside click keeps its focus', async () => {
  await open()
  await button.click()
  await expect.element(menu).not.toBeInTheDocument()
  await button.click()
  await expect.element(menu).toBeVisible()
  await page.getByRole('textbox', { name: 'After' }).click()
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'After' })).toHaveFocus()
  await button.click()
  await page.getByText('Elsewhere').click()
  await expect.element(menu).not.toBeInTheDocument()
})

test('works in a sheet without being clipped, and Escape closes only the menu', async () => {
  await render(
    <Sheet title="History" trigger="History">
      <Page />
    </Sheet>,
  )
  await page.getByRole('button', { name: 'History' }).click()
  await button.click()
  await item('Insert after').click()
  await button.click()
  await expect.element(menu).toBeVisible()
  // The menu extends past the sheet's edge.
  expect(menu.element().scrollHeight).toBe(menu.element().clientHeight)
  await press('Escape')
  expect(act).toHaveBeenLastCalledWith('Insert after')
  await button.click()
  await expect.element(menu).toBeVisible()
  await press('Escape')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog', { name: 'History' })).toBeVisible()
  await expect.element(button).toHaveFocus()
})

test('stays within the window and scrolls if it is too long', async () => {
  const many = Array.from({ length: 60 }, (_, place) => ({ label: `Item ${place}`, onSelect: () => undefined }))
  await render(
    <div style={{ position: 'fixed', right: 0, bottom: 0 }}>
      <Menu label="More" groups={() => [{ items: many }]}>
        …
      </Menu>
    </div>,
  )
  await button.click()
  await expect.element(item('Item 0')).toHaveFocus()
  const { left, top, right, bottom } = menu.element().getBoundingClientRect()
  expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(innerWidth)
  expect(bottom).toBeLessThanOrEqual(innerHeight)
  await press('End')
  await expect.element(item('Item 59')).toHaveFocus()
  await expect.element(item('Item 59')).toBeInViewport()
})
