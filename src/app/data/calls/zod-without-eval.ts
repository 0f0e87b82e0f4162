import { config } from 'zod'

// Zod tests whether `eval` is allowed. The page's CSP forbids it and would report the attempt.
config({ jitless: true })
