/** A Markdown code block. Its fence is longer than any run of backticks within, so that the text can't end it. */
export function fenced(text: string, language: string): string {
  let longest = 2
  for (const [run] of text.matchAll(/`+/gu)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
