/** A word of code in a sentence of quieter text. */
export function InlineCode({ children }: { children: string }) {
  return <code className="font-mono text-xs wrap-anywhere text-text">{children}</code>
}
