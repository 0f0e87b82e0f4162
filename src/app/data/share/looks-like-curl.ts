/** Whether a text is a curl command that asks for a chat, as far as its look tells. */
export function looksLikeCurl(text: string): boolean {
  return /^\s*(?:\$\s+)?curl\s/u.test(text) && text.includes('/chat/completions')
}
