import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('without a built page it says where it looked, and what makes one', () => {
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', PARLEY_DISCOVERY: 'off', PARLEY_PAGE_FOLDER: 'no-such-folder' },
  })
  expect(status).toBe(1)
  expect(stdout).toBe(
    'There is no built page in no-such-folder. Run “npm run build” first, or “npm start”, which does both.\n',
  )
})
