import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { slowInputs } from './slow-inputs.test-support.ts'
import { Markdown } from './markdown.tsx'

// A parser that hangs on one of them fails by its time limit. `npm run bench:stream -- --only slow-input` measures each.
test.each(Object.entries(slowInputs))('shows all of %s, while it streams and at the end', async (_, text) => {
  const { container, rerender } = await render(<Markdown text={text} open />)
  await rerender(<Markdown text={`${text}\n\nThe end of it.`} open={false} />)
  // Long texts are drawn in several tasks.
  await expect.poll(() => container.textContent?.trimEnd().endsWith('The end of it.')).toBe(true)
})
