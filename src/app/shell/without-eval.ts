import { config } from 'zod'

// The content security policy forbids eval, and zod's probe for it would be reported as a violation. The probe runs with
// the first schema, so this module has to be imported before any other.
config({ jitless: true })
