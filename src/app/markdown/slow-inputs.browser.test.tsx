import '#app/ui/tokens.css'
import './prose.css'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { slowInputs } from './slow-inputs.test-support.ts'
import { Markdown } from './markdown.tsx'

// A parser that hangs on one of them fails by its time limit. `npm run bench:stream -- --only slow-input` measures each.
test.each(Object.entries(slowInputs))('shows all of %s', async (_, text) => {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  root.render(<Markdown text={`${text}\n\nThe end of it.`} open={false} />)
  await expect.poll(() => place.textContent?.trimEnd().endsWith('The end of it.')).toBe(true)
  root.unmount()
  place.remove()
})
