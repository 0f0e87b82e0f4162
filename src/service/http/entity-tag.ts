import type { HeaderOf } from './exchange.ts'

/** A strong ETag for a text: two texts share one only by an accident of 1 in 2^64. Not for anything secret. */
export function entityTag(text: string): string {
  return `"${fnv1a(text, 0x811c9dc5)}${fnv1a(text, 0x9747b28c)}"`
}

/** Whether the caller already has what the tag stands for (RFC 9110, 13.1.2). */
export function isUnchanged(header: HeaderOf, tag: string): boolean {
  const known = header('if-none-match')
  if (typeof known !== 'string') return false
  return known.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)
}

function fnv1a(text: string, basis: number): string {
  let hash = basis
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
