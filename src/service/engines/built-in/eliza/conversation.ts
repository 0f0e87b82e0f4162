import { clausesOf } from './clauses.ts'
import type { Keyword, Rule } from './keyword.ts'
import { parsePattern, type Pattern } from './pattern.ts'
import { reflect } from './reflection.ts'
import { script } from './script.ts'

/** Older things are forgotten first. */
const longestMemory = 12

interface ParsedRule {
  pattern: Pattern
  replies: readonly string[]
}

interface ParsedKeyword {
  rank: number
  rules: readonly ParsedRule[]
}

const keywordsOf = indexKeywords(script.keywords)
const memoryRule = parseRule(script.memory)

/** A talk with the therapist, from its beginning; the same statements always get the same answers. */
export interface Conversation {
  answer(statement: string): string
}

/** Starts a conversation in which nothing has been said. */
export function startConversation(): Conversation {
  const used = new Map<readonly string[], number>()
  const memory: string[][][] = []

  /** Each list of replies is gone through in its order, and then again. */
  function nextOf(replies: readonly string[]): string {
    const count = used.get(replies) ?? 0
    used.set(replies, count + 1)
    return replies[count % replies.length] ?? script.opening
  }

  function choose(clauses: readonly string[][]): string {
    if (clauses.length === 0) return nextOf(script.silence)
    for (const { keyword, clause } of heardIn(clauses)) {
      for (const rule of keyword.rules) {
        const taken = rule.pattern.match(clause)
        if (taken) return fill(nextOf(rule.replies), taken)
      }
    }
    const remembered = memory.shift()
    return remembered ? fill(nextOf(memoryRule.replies), remembered) : nextOf(script.fallback)
  }

  return {
    answer(statement) {
      const clauses = clausesOf(statement)
      const answer = choose(clauses)
      for (const clause of clauses) {
        const taken = memoryRule.pattern.match(clause)
        if (taken) memory.push(taken)
      }
      memory.splice(0, memory.length - longestMemory)
      return answer
    },
  }
}

/** The keywords in what was said, each with its clause; the highest rank first, and the earliest of the same rank. */
function heardIn(clauses: readonly string[][]): { keyword: ParsedKeyword; clause: string[] }[] {
  const heard = clauses.flatMap((clause) =>
    clause.flatMap((word) => {
      const keyword = keywordsOf.get(word.toLowerCase())
      return keyword ? [{ keyword, clause }] : []
    }),
  )
  return heard.toSorted((one, other) => other.keyword.rank - one.keyword.rank)
}

/** Puts what was taken from the clause into a reply, with its pronouns turned round. */
function fill(reply: string, taken: readonly string[][]): string {
  const filled = reply.replace(/\{(\d)\}/g, (_, place: string) => reflect(taken[Number(place) - 1] ?? []))
  return filled.charAt(0).toUpperCase() + filled.slice(1)
}

function parseRule({ pattern, replies }: Rule): ParsedRule {
  return { pattern: parsePattern(pattern), replies }
}

function indexKeywords(keywords: readonly Keyword[]): ReadonlyMap<string, ParsedKeyword> {
  return new Map(
    keywords.flatMap(({ words, rank, rules }) => {
      const keyword = { rank, rules: rules.map(parseRule) }
      return words.map((word): [string, ParsedKeyword] => [word, keyword])
    }),
  )
}
