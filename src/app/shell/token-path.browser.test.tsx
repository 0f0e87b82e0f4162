import { expect, test } from 'vitest'
import { type CDPSession, cdp, commands, page } from 'vitest/browser'
import { handDrivenEngine } from '#app/data/calls/test-engines.test-support.ts'
import { renderApp } from './render-app.test-support.tsx'

// Checks which code runs for each token, from the reply's bytes to the screen, against docs/architecture.md. See
// src/token-path.test.ts for the service.

/** V8's call counts of one script; see https://chromedevtools.github.io/devtools-protocol/v8/Profiler/. */
interface ScriptCoverage {
  url: string
  functions: { functionName: string; ranges: { count: number }[] }[]
}

interface ProfilerSession extends CDPSession {
  send(method: string, options?: object): Promise<{ result: ScriptCoverage[] }>
}

const pieces = 40

/** What ran while `act` did. */
async function coverageWhile(act: () => Promise<void>): Promise<ScriptCoverage[]> {
  const profiler = cdp() as ProfilerSession
  await profiler.send('Profiler.enable')
  await profiler.send('Profiler.startPreciseCoverage', { callCount: true })
  await act()
  const { result } = await profiler.send('Profiler.takePreciseCoverage')
  await profiler.send('Profiler.disable')
  return result
}

test('runs each documented file of the page for each token', async () => {
  const engine = handDrivenEngine()
  await renderApp('/?model=hand-driven', { engines: [engine.answer] })
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Go on')
  await page.getByRole('button', { name: 'Send' }).click()
  const reply = await engine.nextReply()
  reply.say('Words: ')
  await expect.element(page.getByRole('log')).toHaveTextContent('Words:')

  const result = await coverageWhile(async () => {
    for (let written = 0; written < pieces; written++) {
      reply.say(`word${written} `)
      await expect.element(page.getByRole('log')).toHaveTextContent(`word${written}`)
    }
  })
  reply.finish()

  const ran = result
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) >= pieces / 2),
    )
    .map(({ url }) => new URL(url).pathname)
  const document = await commands.readFile('docs/architecture.md')
  const section = document.split(/^## /mu).find((each) => each.startsWith('What runs for each token')) ?? ''
  const named = [...section.matchAll(/^\| `(app\/[^`]+)`/gmu)].map(([, path = '']) => `/src/${path}`)
  expect(named.length).toBeGreaterThan(5)
  // Component tests parse replies in the page; e2e tests cover the worker.
  expect(named.filter((path) => !path.endsWith('.worker.ts') && !ran.includes(path))).toEqual([])
})

test('renders only the pane that replies', async () => {
  const engine = handDrivenEngine()
  await renderApp(`/?models=${Array.from({ length: 6 }, () => 'hand-driven').join(',')}`, { engines: [engine.answer] })
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Go on')
  await page.getByRole('button', { name: 'Send' }).click()
  const tokens = 20
  const replies: Awaited<ReturnType<typeof engine.nextReply>>[] = []
  for (let number = 1; number <= 6; number++) {
    const reply = await engine.nextReply()
    reply.say('Words: ')
    replies.push(reply)
  }
  for (let number = 1; number <= 6; number++) {
    await expect.element(page.getByRole('log').nth(number - 1)).toHaveTextContent('Words:')
  }
  const startedAt = performance.now()
  const result = await coverageWhile(async () => {
    for (let written = 0; written < tokens; written++) {
      replies[0]?.say(`word${written} `)
      await expect.element(page.getByText(`word${written}`)).toBeVisible()
    }
  })
  for (const reply of replies) reply.finish()
  const components = result
    .filter(({ url }) => url.includes('/src/app/'))
    .flatMap(({ url, functions }) =>
      functions.map(({ functionName, ranges }) => ({ url, name: functionName, count: ranges[0]?.count ?? 0 })),
    )
    .filter(({ name }) => /^[A-Z]/u.test(name))
  expect(components.find(({ name }) => name === 'ReplyView')?.count).toBeLessThanOrEqual(tokens + 2)
  for (const once of ['MessageHeader', 'MessageLabel', 'MessageVersions', 'MessageToolbar']) {
    expect(components.find(({ name }) => name === once)?.count ?? 0).toBeLessThan(tokens / 2)
  }
  // The summary reads two values, each at most every 250 ms. On a slow machine that is as often as tokens come.
  const mostOfSummary = 2 * ((performance.now() - startedAt) / 250 + 1)
  expect(components.find(({ name }) => name === 'SummaryBar')?.count ?? 0).toBeLessThanOrEqual(mostOfSummary)
  // Nothing else around the replies depends on the number of tokens.
  const perToken = components.filter(({ count }) => count >= tokens).map(({ url }) => new URL(url).pathname)
  const around = perToken.filter((path) => path.startsWith('/src/app/features/') && !path.includes('/summary/'))
  expect(around).toEqual([])
})
