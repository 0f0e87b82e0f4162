// Prompts contain `{{name}}`, which each case replaces by its value; `\{{` is a literal `{{`. See docs/experiments.md.

/** A name may contain anything that a column heading usually does. */
const placeholder = /(\\)?\{\{(?:\s*([^\s{}](?:[^{}\n]{0,98}[^\s{}])?)\s*\}\})?/gu

/** The names of the variables in a text, in the order in which they appear first. */
export function variablesIn(text: string): string[] {
  const names = [...text.matchAll(placeholder)].flatMap(([, escaped, name]) =>
    escaped === undefined && name !== undefined ? [name] : [],
  )
  return [...new Set(names)]
}

/** The text with the values of its variables. A variable without a value becomes empty text. */
export function fillTemplate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(placeholder, (whole, escaped: string | undefined, name: string | undefined) => {
    if (escaped !== undefined) return whole.slice(1)
    if (name === undefined) return whole
    return Object.hasOwn(values, name) ? (values[name] ?? '') : ''
  })
}

/** A JSON value with the variables of all its texts filled in. Names of members stay as they are. */
export function fillAll<T>(value: T, values: Readonly<Record<string, string>>): T {
  // The result has the shape of `value`: only texts are replaced, by texts.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return mapTexts(value, (text) => fillTemplate(text, values)) as T
}

/** The variables in all texts of a JSON value. */
export function variablesInAll(value: unknown): string[] {
  const found = new Set<string>()
  mapTexts(value, (text) => {
    for (const name of variablesIn(text)) found.add(name)
    return text
  })
  return [...found]
}

/** Escapes a text, so that filling it in gives the text itself. */
export function escapeTemplate(text: string): string {
  return text.replaceAll('{{', '\\{{')
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, map))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, map)]))
}
