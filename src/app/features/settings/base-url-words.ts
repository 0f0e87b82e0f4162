import type { BaseUrlProblem } from '#app/data/base-url.ts'

const problemWords: Record<BaseUrlProblem, string> = {
  empty: 'Type the base URL of the service, such as http://127.0.0.1:11434/v1.',
  'not-an-address': 'This is no address. One looks like https://api.example.com/v1.',
  'not-http': 'Begin the address with https:// or http://.',
  credentials: 'Take the user name and password out of the address. The key has a field of its own.',
  query: 'Leave out everything from the ? or # on: a base URL ends with its path.',
}

/** What is wrong with a base URL, and what to type instead. */
export function baseUrlWords(problem: BaseUrlProblem): string {
  return problemWords[problem]
}
