/** A fenced code block that its content cannot break out of: the fence is longer than any run of backticks inside. */
export function fence(content: string, language: string): string {
  const longest = (content.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2)
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${language}\n${content}\n${ticks}`
}
