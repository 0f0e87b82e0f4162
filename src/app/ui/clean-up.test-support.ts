import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// The library only does so in the first test file, but all files share one page.
beforeEach(cleanup)
