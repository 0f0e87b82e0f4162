/** Ends every reply: once it is visible, the whole reply is. */
export const endMark = 'ENDOFREPLY51c8'

const words = (
  'a reply grows word by word and the page should not notice how long it has become since only its open end is read ' +
  'again while finished blocks rest whatever arrives next a table a list some code or plain prose typing stays smooth ' +
  'even when a slow network lets go of many pieces at once so measure long replies deep scrolls and bursts alike'
).split(' ')

type NextRandom = () => number

/** A seeded generator (mulberry32), so that every run has the same reply. */
function randomFrom(seed: number): NextRandom {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Generates typical markdown: prose, lists, tables, code, maths and quotations. */
function createWriter(random: NextRandom) {
  const below = (limit: number) => Math.floor(random() * limit)
  const word = () => words[below(words.length)] ?? 'word'
  const some = (count: number) => Array.from({ length: count }, word).join(' ')
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  const times = (count: number, make: (index: number) => string, between = '\n') =>
    Array.from({ length: count }, (_, index) => make(index)).join(between)

  const ornaments = [
    () => ` with \`${word()}_${word()}()\``,
    () => `, which is **${some(2)}**`,
    () => `, as [${some(2)}](https://example.com/${word()}) tells`,
    () => ` in $O(${word().charAt(0)} \\log n)$`,
    () => `, or *${some(3)}*`,
  ]
  const sentence = (length: number) => {
    const ornament = ornaments[below(ornaments.length + 2)]
    return `${capital(some(length))}${ornament?.() ?? ''}.`
  }
  const paragraph = () => times(3 + below(3), () => sentence(9 + below(9)), ' ')
  const bullets = () =>
    times(4 + below(4), () => {
      const nested = random() < 0.3 ? `\n  - ${sentence(6)}\n  - ${sentence(5)}` : ''
      return `- **${capital(some(2))}**: ${sentence(8)}${nested}`
    })
  const steps = () => times(4 + below(3), (index) => `${index + 1}. ${sentence(9)}`)
  const table = () =>
    ['| Name | Kind | Value | Notes |', '| --- | :---: | ---: | --- |']
      .concat(times(5 + below(6), () => `| \`${word()}\` | ${word()} | ${below(9999)} | ${some(4)} |`))
      .join('\n')
  const typescript = (functions: number) =>
    `\`\`\`ts\nimport { createHash } from 'node:crypto'\n\n${times(
      functions,
      (index) => `interface ${capital(word())}Options {
  readonly ${word()}: string // ${some(5)}
  limit?: number
}

export async function ${word()}${capital(word())}${index}(limit = ${below(500)}): Promise<Map<string, number>> {
  const seen = new Map<string, number>()
  for (let place = 0; place < limit; place++) {
    const key = \`${word()}-\${place}\`
    if (key.length > 12 && place % 2 === 0) seen.set(createHash('sha256').update(key).digest('hex'), ${random().toFixed(3)})
    else console.log('${some(4)}', key)
  }
  return seen
}
`,
    )}\`\`\``
  const python = (classes: number) =>
    `\`\`\`python\nimport asyncio\nfrom dataclasses import dataclass\n\n${times(
      classes,
      (index) => `@dataclass
class ${capital(word())}${index}:
    """${capital(some(6))}."""
    name: str = "${word()}"
    count: int = ${below(100)}

    async def ${word()}(self, items: list[dict], *, wait: float = ${random().toFixed(2)}) -> int:
        total = 0
        for place, item in enumerate(items):
            if item.get("${word()}") is None:  # ${some(4)}
                continue
            total += int(item["count"]) * place
            await asyncio.sleep(wait)
        return total
`,
    )}\`\`\``
  const maths = () => `$$\n\\sum_{i=0}^{n} \\frac{x_i^2}{\\sqrt{${1 + below(9)} + a_i}} \\leq \\int_0^1 f(t)\\,dt\n$$`
  const quotation = () => `> ${sentence(12)}\n> ${sentence(10)}`

  return (number: number): string =>
    [
      `## ${number}. ${capital(some(4))}`,
      paragraph(),
      bullets(),
      paragraph(),
      typescript(2 + below(3)),
      `### ${number}.1 ${capital(some(3))}`,
      paragraph(),
      table(),
      steps(),
      maths(),
      paragraph(),
      python(2 + below(2)),
      quotation(),
      paragraph(),
      // Occasionally a listing as long as a section.
      ...(number % 4 === 0 ? [typescript(8)] : []),
    ].join('\n\n')
}

/** A deterministic reply of `count` tokens, split as by a tokenizer. Ends with a complete line and the end mark. */
export function tokensOfReply(count: number): string[] {
  const section = createWriter(randomFrom(7))
  let text = ''
  for (let number = 1; text.length < count * 6; number++) text += `${section(number)}\n\n`
  const tokens = (text.match(/ ?[A-Za-z]{1,6}|\s+|\d{1,3}|[^\sA-Za-z0-9]{1,2}/gu) ?? []).slice(0, count - 1)
  while (tokens.length > 0 && !tokens.at(-1)?.includes('\n')) tokens.pop()
  const fences = tokens.join('').match(/^```/gmu)?.length ?? 0
  tokens.push(`${fences % 2 === 1 ? '\n```' : ''}\n\nThe last line. ${endMark}\n`)
  return tokens
}
