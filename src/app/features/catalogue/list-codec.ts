/** Several values as one: `a,b`. A comma or percent sign within a value is escaped. */
export function joinList(values: readonly string[]): string {
  return values.map((value) => value.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',')
}

/** The values of such a text, each once and none empty. */
export function splitList(text: string): string[] {
  const values = text.split(',').map((value) => value.replaceAll(/%2C/giu, ',').replaceAll('%25', '%'))
  return [...new Set(values)].filter((value) => value !== '')
}
