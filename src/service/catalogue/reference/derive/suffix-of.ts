/** What the end of a name says beside the model. */
export interface Suffix {
  /**
   * `date`: the day of a snapshot (`-2024-08-06`, `-20250929`, `-08-2024`, `-02-15`, `-0613`).
   * `version`: a year and month that tell releases apart (`-2506`), as Mistral and Qwen number theirs.
   * `latest`, `preview`, `revision` (`-001`, `-beta`): as written.
   */
  kind: 'date' | 'version' | 'latest' | 'preview' | 'revision'
  /** The name without it. */
  stem: string
  /** Only of a whole day: `YYYY-MM-DD`. */
  day?: string
  /** Only of a version or a month: `YYYY-MM`. */
  month?: string
}

/** Reads the end of a name; undefined where it has none of these. */
export function suffixOf(name: string): Suffix | undefined {
  const day = /^(.+)-(20\d\d)-?(\d\d)-?(\d\d)$/.exec(name)
  if (day && isMonth(day[3]) && Number(day[4]) <= 31) {
    return { kind: 'date', stem: day[1] ?? '', day: `${day[2]}-${day[3]}-${day[4]}`, month: `${day[2]}-${day[3]}` }
  }
  const month = /^(.+)-(\d\d)-(20\d\d)$/.exec(name)
  if (month && isMonth(month[2])) return { kind: 'date', stem: month[1] ?? '', month: `${month[3]}-${month[2]}` }
  const four = /^(.+)-(\d\d)(-?)(\d\d)$/.exec(name)
  if (four) {
    const stem = four[1] ?? ''
    const year = Number(four[2])
    if (four[3] === '' && year >= 23 && year <= 40 && isMonth(four[4])) {
      return { kind: 'version', stem, month: `20${four[2]}-${four[4]}` }
    }
    if (isMonth(four[2]) && Number(four[4]) >= 1 && Number(four[4]) <= 31) return { kind: 'date', stem }
  }
  const word = /^(.+)-(latest|preview|beta|00\d)$/.exec(name)
  if (!word) return undefined
  const kind = word[2] === 'latest' || word[2] === 'preview' ? word[2] : 'revision'
  return { kind, stem: word[1] ?? '' }
}

function isMonth(digits: string | undefined): boolean {
  const month = Number(digits)
  return month >= 1 && month <= 12
}
