import { type DemoModel, modelCard, textOf } from '#service/engines/demo/demo-model.ts'
import type { Keyword, Rule } from './keyword.ts'
import { script } from './script.ts'

/**
 * A therapist in the manner of Joseph Weizenbaum's ELIZA (“ELIZA: a computer program for the study of natural language
 * communication between man and machine”, Communications of the ACM 9:1, 1966), with its own script. The service is
 * stateless, so every request replays the whole conversation to restore its memory.
 */
export const eliza: DemoModel = {
  model: modelCard(
    'eliza',
    'Eliza',
    'A demo model inside Parley: a pattern-matching therapist in the style of the 1966 ELIZA program. Tell it about your day, your family or a dream. It refers back to what you said.',
  ),
  reply({ request }) {
    const conversation = startConversation()
    const statements = request.messages.filter(({ role }) => role === 'user')
    const answer = statements.reduce<string>((_, message) => conversation.answer(textOf(message)), script.opening)
    return { pieces: [answer] }
  },
}

/** The oldest entries are forgotten first. */
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

/** One conversation with the therapist. The same statements always get the same answers. */
export interface Conversation {
  answer(statement: string): string
}

/** Starts an empty conversation. */
function startConversation(): Conversation {
  const used = new Map<readonly string[], number>()
  const memory: string[][][] = []

  /** Cycles through a list of replies. */
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

/** The keywords in the clauses, highest rank first, then in order of appearance. */
function heardIn(clauses: readonly string[][]): { keyword: ParsedKeyword; clause: string[] }[] {
  const heard = clauses.flatMap((clause) =>
    clause.flatMap((word) => {
      const keyword = keywordsOf.get(word.toLowerCase())
      return keyword ? [{ keyword, clause }] : []
    }),
  )
  return heard.toSorted((one, other) => other.keyword.rank - one.keyword.rank)
}

/** Fills the captured words into a reply, with their pronouns swapped. */
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

/** In words. People list and explain, and the end of a long clause adds little. */
const longestClause = 32

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\b(i)'?m\b/gi, '$1 am'],
  [/\b(you|they|we)'re\b/gi, '$1 are'],
  [/\b(he|she|it|that|there|what|who)'s\b/gi, '$1 is'],
  [/\b(i|you|they|we)'ve\b/gi, '$1 have'],
  [/\b(i|you|he|she|they|we|it)'ll\b/gi, '$1 will'],
  [/\b(i|you|he|she|they|we)'d\b/gi, '$1 would'],
  [/\b(?:cannot|cant|can not)\b/gi, "can't"],
  [/\b(do|does|did|is|was|have|are|were|would|could|should)nt\b/gi, "$1n't"],
  [/\bwont\b/gi, "won't"],
]

/**
 * Splits text into clauses and each clause into words, with contractions such as `I'm` spelled out. Words consist of
 * letters, digits, apostrophes and hyphens.
 */
export function clausesOf(text: string): string[][] {
  const plain = contractions.reduce((said, [short, long]) => said.replace(short, long), text.replaceAll('’', "'"))
  return plain
    .split(/[^\p{L}\p{M}\p{N}'\- \t]+|\b(?:but|and then)\b/iu)
    .map((clause) => clause.match(/[\p{L}\p{M}\p{N}](?:['-]?[\p{L}\p{M}\p{N}]){0,60}/gu) ?? [])
    .filter((words) => words.length > 0)
    .map((words) => words.slice(0, longestClause))
}

/**
 * A parsed pattern. `*` matches any number of words, `+` at least one, `a|b` either word, and anything else itself,
 * ignoring case.
 */
export interface Pattern {
  /** The words captured by each `*`, `+` and `a|b`, in order; undefined if the words don't match. */
  match(words: readonly string[]): string[][] | undefined
}

type Element = { kind: 'run'; least: number } | { kind: 'word'; allowed: ReadonlySet<string>; captured: boolean }

/** Parses a pattern such as `* i feel +`. */
export function parsePattern(source: string): Pattern {
  const elements = source.split(' ').map(parseElement)
  return { match: (words) => matchFrom(elements, 0, words, 0) }
}

function parseElement(source: string): Element {
  if (source === '*') return { kind: 'run', least: 0 }
  if (source === '+') return { kind: 'run', least: 1 }
  const allowed = source.split('|')
  return { kind: 'word', allowed: new Set(allowed), captured: allowed.length > 1 }
}

/** Runs are lazy: they take as few words as possible. */
function matchFrom(
  elements: readonly Element[],
  at: number,
  words: readonly string[],
  from: number,
): string[][] | undefined {
  const element = elements[at]
  if (!element) return from === words.length ? [] : undefined
  if (element.kind === 'word') {
    const word = words[from]
    if (word === undefined || !element.allowed.has(word.toLowerCase())) return undefined
    const rest = matchFrom(elements, at + 1, words, from + 1)
    return rest && (element.captured ? [[word], ...rest] : rest)
  }
  if (at === elements.length - 1) return words.length - from >= element.least ? [words.slice(from)] : undefined
  for (let end = from + element.least; end <= words.length; end++) {
    const rest = matchFrom(elements, at + 1, words, end)
    if (rest) return [words.slice(from, end), ...rest]
  }
  return undefined
}

/** Pairs that are swapped together, so that `you are` becomes `I am` and not `I are`. */
const pairs: Readonly<Record<string, string>> = {
  'i am': 'you are',
  'i was': 'you were',
  'am i': 'are you',
  'was i': 'were you',
  'you are': 'I am',
  'you were': 'I was',
  'are you': 'am I',
  'were you': 'was I',
}

const singles: Readonly<Record<string, string>> = {
  i: 'you',
  me: 'you',
  my: 'your',
  mine: 'yours',
  myself: 'yourself',
  your: 'my',
  yours: 'mine',
  yourself: 'myself',
}

/** After these words `you` is an object, and becomes `me`. */
const takesObject = new Set(
  'to for with about at of from by on than like love hate help tell told ask asked see hear trust need want give gave show make let'.split(
    ' ',
  ),
)

/** Swaps the speaker's pronouns: `I` becomes `you`, `your` becomes `my`. Other words stay unchanged. */
export function reflect(words: readonly string[]): string {
  const turned: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const key = word.toLowerCase()
    const pair = pairs[`${key} ${words[at + 1]?.toLowerCase()}`]
    if (pair) {
      turned.push(pair)
      at++
    } else if (key === 'you') {
      const previous = words[at - 1]?.toLowerCase()
      const isObject = at > 0 && (at === words.length - 1 || takesObject.has(previous ?? ''))
      turned.push(isObject ? 'me' : 'I')
    } else {
      turned.push(Object.hasOwn(singles, key) ? (singles[key] ?? word) : word)
    }
  }
  return turned.join(' ')
}
