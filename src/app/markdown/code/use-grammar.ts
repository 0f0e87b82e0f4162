import { useEffect, useReducer } from 'react'
import type { Grammar } from './highlight-line.ts'
import { languageNamed } from './languages.ts'

/** What has been fetched, by the word after the fence. */
const fetched = new Map<string, Grammar>()

/** The grammar of a language, once it is here; until then, and for a language that has none, code is plain. */
export function useGrammar(language: string): Grammar | undefined {
  const [, showIt] = useReducer((count: number) => count + 1, 0)
  const grammar = fetched.get(language)
  useEffect(() => {
    if (grammar) return
    let isGone = false
    void languageNamed(language)
      ?.load()
      .then(
        (arrived) => {
          fetched.set(language, arrived)
          if (!isGone) showIt()
        },
        () => {
          // Code that stays plain is no failure worth a word; the next block of this language tries again.
        },
      )
    return () => {
      isGone = true
    }
  }, [language, grammar])
  return grammar
}
