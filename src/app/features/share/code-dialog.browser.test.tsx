import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { keyVariable } from '#app/data/codegen/literal.ts'
import { dialogNamed, expectNone, message, press, talk, watchClipboard } from '#app/shell/page-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const words = 'it\'s "quoted" `back` $HOME \\ 日本語 🧑‍🚀\nmore'
const key = 'sk-planted-4f1c77'

const inOneLine = (text?: string) => text?.replaceAll(/\s+/gu, ' ').trim()

const dialog = dialogNamed('Get code')
const code = page.getByRole('group', { name: 'Code' })
const language = page.getByRole('combobox', { name: 'Language' })
const placeholder = dialog.getByText('is a placeholder')

async function openCode(): Promise<void> {
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect.element(code).toBeVisible()
}

/** Whether it is completely visible in the window and in its scroll container. */
function isWhollyInView(element: Element | null): boolean {
  if (!element) return false
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint((left + right) / 2, y)))
}

/** Sets up a pane and opens its code. */
async function openSetup(systemPrompt = 'Be "brief".'): Promise<void> {
  await renderApp('/?model=parley/echo', { key })
  await page.getByRole('textbox', { name: 'System prompt' }).fill(systemPrompt)
  await page.getByRole('spinbutton', { name: 'Temperature' }).fill('0.3')
  await message.fill(words)
  await openCode()
}

test('shows the setup as code in five languages, with the key from the environment', async () => {
  const copied = watchClipboard()
  await openSetup()
  for (const [name, sign] of [
    ['curl', 'curl '],
    ['Python (openai)', 'from openai import OpenAI'],
    ['TypeScript (openai)', "import OpenAI from 'openai'"],
    ['TypeScript (ai)', "from 'ai'"],
    ['fetch', 'await fetch('],
  ] as const) {
    await language.selectOptions(name)
    await expect.element(code).toHaveTextContent(sign.trim())
    await page.getByRole('button', { name: /^Copy code|^Copied/u }).click()
    await expect.poll(() => inOneLine(copied())).toBe(inOneLine((code.element() as HTMLElement).innerText))
    for (const part of [sign, keyVariable, 'parley/echo', '0.3', `${location.origin}/v1`])
      expect(copied()).toContain(part)
  }
  expect(document.documentElement.outerHTML).not.toContain(key)
  // The choice is remembered.
  await press('Escape')
  await openCode()
  await expect.element(language).toHaveDisplayValue('fetch')
})

test('explains above the code how to run it and where its key comes from, also for long code', async () => {
  await openSetup('A line of the system prompt.\n'.repeat(60))
  for (const [name, how] of [
    ['curl', 'Paste it into a shell'],
    ['Python (openai)', 'Save it as chat.py, then run pip install openai and python3 chat.py.'],
    [
      'TypeScript (openai)',
      'Save it as chat.mjs, then run npm install openai and node chat.mjs. For TypeScript, save it as chat.mts',
    ],
    ['TypeScript (ai)', 'Save it as chat.mjs, then run npm install ai @ai-sdk/openai-compatible and node chat.mjs.'],
    ['fetch', 'Save it as chat.mjs, then run node chat.mjs.'],
  ] as const) {
    await language.selectOptions(name)
    for (const text of [how, 'npm run keys -- add NAME', '#key='])
      await expect.poll(() => isWhollyInView(dialog.getByText(text).query())).toBe(true)
  }
  expect(dialog.getByText('placeholder').query()).toBeNull()
})

test('marks an unwritten message as a placeholder', async () => {
  await renderApp('/?model=parley/echo')
  await talk('Good morning')
  await openCode()
  await expect.element(placeholder).toHaveTextContent('Write your next message here')
  await expect.element(code).toHaveTextContent('Write your next message here')
  // A written message replaces the placeholder.
  await press('Escape')
  await message.fill('And then?')
  await openCode()
  await expect.element(code).toHaveTextContent('And then?')
  await expect.element(code).not.toHaveTextContent('Write your next message here')
  await expectNone(placeholder)
})

test('shows separate code for each pane', async () => {
  await renderApp('/?models=parley/eliza,parley/echo')
  await openCode()
  await expect.element(code).toHaveTextContent('parley/eliza')
  const pane = page.getByRole('combobox', { name: 'Pane' })
  await pane.selectOptions((pane.element() as HTMLSelectElement).options[1]?.value ?? '')
  await expect.element(code).toHaveTextContent('parley/echo')
  await expect.element(code).not.toHaveTextContent('parley/eliza')
})
