import { config } from 'zod'

// For speed zod makes code from text where it may, and finds out by trying; the page's policy forbids it and reports that.
config({ jitless: true })
