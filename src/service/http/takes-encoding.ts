/** Whether an `Accept-Encoding` names this encoding without a weight of zero (RFC 9110, 12.5.3). */
export function takesEncoding(encoding: string, accepted: string | null | undefined): boolean {
  return new RegExp(String.raw`\b${encoding}\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))`, 'iu').test(accepted ?? '')
}
