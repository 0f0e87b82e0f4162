import { startHandDrivenEngine } from './hand-driven-engine.ts'
import { startParley, test } from './parley.ts'
import { slowInputs, waitForEnd } from './slow-inputs.ts'

// `npm run bench:stream -- --only slow-input` measures how long each takes.
test('shows every slow input completely without hanging', async ({ page }) => {
  test.setTimeout(240_000)
  const engine = await startHandDrivenEngine()
  const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
  try {
    await page.goto(`${parley.baseUrl}/?model=community/hand-driven#key=${parley.key}`)
    for (const [name, text] of Object.entries(slowInputs)) {
      await test.step(name, async () => {
        await page.getByRole('button', { name: 'New conversation' }).click()
        await page.getByRole('textbox', { name: 'Message' }).fill(name)
        await page.getByRole('textbox', { name: 'Message' }).press('Enter')
        const reply = await engine.nextReply()
        reply.say(`${text}\n\nThe end of it.`)
        reply.finish()
        await waitForEnd(page, 'The end of it.')
      })
    }
  } finally {
    await parley.stop()
    await engine.stop()
  }
})
