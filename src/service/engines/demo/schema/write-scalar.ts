import type { JsonRecord } from '#contract/json.ts'
import type { RandomNumbers } from '#service/engines/demo/demo-model.ts'
import { matchesSchema, numberAt } from './matches-schema.ts'
import { readPattern, writeMatch } from './pattern.ts'
import { createWorkBudget } from './work-budget.ts'

/** A longer required text is refused. */
const longestText = 10_000

const words =
  'harbour lantern copper meadow willow anchor silver morning river orchard ember violet canvas thunder pebble autumn'.split(
    ' ',
  )

/** Values of the common formats. */
const formats: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-11-21T09:30:00Z', '2025-02-03T18:05:41Z', '2024-07-14T00:00:00Z'],
  date: ['2026-11-21', '2025-02-03', '2024-07-14'],
  time: ['09:30:00Z', '18:05:41Z'],
  duration: ['P3D', 'PT45M'],
  email: ['ada@example.org', 'grace@example.com'],
  hostname: ['example.org', 'www.example.com'],
  ipv4: ['192.0.2.17', '198.51.100.4'],
  ipv6: ['2001:db8::17', '2001:db8::4'],
  uri: ['https://example.org/harbour', 'https://example.com/lantern'],
  url: ['https://example.org/harbour', 'https://example.com/lantern'],
  'uri-reference': ['/harbour', '/lantern?at=1'],
  uuid: ['6f1b1b3e-6c0f-4a57-9d2e-3b7c1f0a8e21', '0d9c7a52-18f4-4c3b-8a6d-5e2f9b4c7d10'],
  'json-pointer': ['/harbour/0', '/lantern'],
}

function pick<T>(list: readonly T[], random: RandomNumbers): T | undefined {
  return list[Math.floor(random() * list.length)]
}

/** A text that satisfies the length, pattern and format of a schema; undefined if there is none that is simple. */
export function writeString(schema: JsonRecord, random: RandomNumbers): string | undefined {
  const minLength = numberAt(schema, 'minLength', 0)
  const maxLength = numberAt(schema, 'maxLength', Infinity)
  const { pattern, format } = schema
  if (minLength > maxLength || minLength > longestText) return undefined
  if (typeof pattern === 'string') {
    const simple = readPattern(pattern)
    return simple && writeMatch(simple, { random, minLength, maxLength })
  }
  if (typeof format === 'string' && Object.hasOwn(formats, format)) {
    const fitting = formats[format]?.filter(({ length }) => length >= minLength && length <= maxLength) ?? []
    return pick(fitting, random)
  }
  let text = pick(words, random) ?? ''
  while (text.length < minLength || random() < 0.4) text += ` ${pick(words, random)}`
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/ $/, 'x')
}

/** How far from a single bound a number may be. */
const usualRange = 100

/** A number within the bounds of a schema; undefined if there is none. */
export function writeNumber(schema: JsonRecord, isWhole: boolean, random: RandomNumbers): number | undefined {
  const [above, below] = [
    numberAt(schema, 'exclusiveMinimum', -Infinity),
    numberAt(schema, 'exclusiveMaximum', Infinity),
  ]
  const lowest = Math.max(numberAt(schema, 'minimum', -Infinity), above)
  const highest = Math.min(numberAt(schema, 'maximum', Infinity), below)
  const low = lowest !== -Infinity ? lowest : highest !== Infinity ? highest - usualRange : 1
  const high = highest !== Infinity ? highest : Math.max(low, 0) + usualRange
  const divisor = numberAt(schema, 'multipleOf', 0)
  const step =
    divisor > 0 ? (isWhole && !Number.isInteger(divisor) ? wholeMultiple(divisor) : divisor) : isWhole ? 1 : 0
  const work = createWorkBudget(schema, 100)
  const share = random()
  const between = low + share * (high - low)
  const candidates =
    step > 0
      ? [between, low, high].flatMap((near) =>
          [Math.round(near / step), Math.ceil(near / step), Math.floor(near / step)].map((count) =>
            clean(count * step),
          ),
        )
      : [Number(between.toFixed(2)), between, (low + high) / 2, low, high]
  // At a bound that is excluded, the next multiple is within it.
  if (step > 0) candidates.push(clean((Math.floor(low / step) + 1) * step), clean((Math.ceil(high / step) - 1) * step))
  return candidates.find(
    (value) =>
      Number.isFinite(value) &&
      (!isWhole || Number.isInteger(value)) &&
      matchesSchema({ ...schema, type: 'number', enum: undefined, not: undefined }, value, work),
  )
}

/** The least whole multiple of a fraction such as 0.25; 1 of an odd one, which the check then refuses. */
function wholeMultiple(divisor: number): number {
  for (let times = 2; times <= 1000; times++) {
    const multiple = clean(divisor * times)
    if (Number.isInteger(multiple)) return multiple
  }
  return 1
}

/** Removes the error of a multiplication, as in 3 * 0.1, and the sign of zero. */
function clean(value: number): number {
  return Number(value.toPrecision(15)) + 0
}
