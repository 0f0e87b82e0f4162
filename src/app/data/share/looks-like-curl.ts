/** Whether a text looks like a curl command for a chat. */
export function looksLikeCurl(text: string): boolean {
  return /^\s*(?:\$\s+)?curl\s/u.test(text) && text.includes('/chat/completions')
}
