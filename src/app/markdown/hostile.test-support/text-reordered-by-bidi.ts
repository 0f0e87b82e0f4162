/**
 * Text that a bidi control character could reorder (UAX #9): such a character must be alone in its block or isolate.
 * Self-contained, as it also runs inside a page that a test drives.
 */
export function textReorderedByBidi(): string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent ?? ''
    if (!/[\u202A-\u202E\u2066-\u2069]/u.test(text)) continue
    let around = texts.currentNode.parentElement
    while (around && around.tagName !== 'TEXTAREA') {
      const { display, unicodeBidi } = getComputedStyle(around)
      if (display !== 'inline' || /isolate|plaintext/u.test(unicodeBidi)) break
      around = around.parentElement
    }
    const shared = (around?.textContent ?? '').replace(text, '')
    if (shared.trim() !== '') found.push(`${JSON.stringify(text.slice(0, 60))} beside ${shared.trim().slice(0, 60)}`)
  }
  return found
}
