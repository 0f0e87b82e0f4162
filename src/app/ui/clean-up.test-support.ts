import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// The library itself does so only in the first test file of a page, which the others share.
beforeEach(cleanup)
