const hidden = '(not shown)'
const secretName = /key|token|secret|auth|cookie|passw|credential|session|signature/i

/**
 * The caller's headers for a model that reports them: names are kept, every secret is replaced. A value is secret when
 * its name smells of one, or when it repeats a key that another header carries.
 */
export function shownHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  const all = [...headers]
  const secrets = all
    .filter(([name]) => secretName.test(name))
    .flatMap(([, value]) => value.split(/[\s;,=]+/))
    .filter((word) => word.length >= 8)
  return Object.fromEntries(
    all.map(([name, value]) => {
      const isSecret = secretName.test(name) || secrets.some((secret) => value.includes(secret))
      return [name, isSecret ? hidden : value]
    }),
  )
}
