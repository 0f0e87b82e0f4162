import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { focusField } from './focus.ts'

afterEach(() => document.body.replaceChildren())

test('a field that got focus without a caret takes what is typed', async () => {
  document.body.innerHTML = '<div id="other"></div><textarea aria-label="Message">Hi</textarea>'
  const field = document.querySelector('textarea')
  field?.focus()
  // Where Chromium leaves the caret of a dialog that was removed.
  document.getSelection()?.collapse(document.querySelector('#other'), 0)
  focusField('textarea')
  await userEvent.keyboard(' there')
  expect(field?.value).toBe('Hi there')
})
