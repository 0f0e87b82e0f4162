/**
 * What in a rendered reply could do anything but be read: elements, attributes and addresses that are not on our list.
 * Holds everything it needs within itself, as it also runs inside of a page that a test drives.
 */
export function harmIn(root: ParentNode): string[] {
  const inHtml =
    'a blockquote br button code del div em h1 h2 h3 h4 h5 h6 hr input li ol p pre section span strong sup table tbody td th thead tr ul'
  const inMaths =
    'math semantics annotation mi mn mo mrow ms mtext mspace msub msup msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mstyle mpadded mphantom menclose mlabeledtr'
  const inIcons = 'svg path rect circle line polyline polygon ellipse g'
  const tags = new Set(`${inHtml} ${inMaths} ${inIcons}`.split(' '))
  const attributes = new Set(
    (
      'class title target rel role tabindex type disabled checked readonly start dir align ' +
      'data-footnote-ref data-footnote-backref data-footnotes data-state data-part ' +
      // Of icons and of maths.
      'xmlns width height viewbox fill stroke stroke-width stroke-linecap stroke-linejoin d x x1 x2 y y1 y2 r rx ry cx cy ' +
      'preserveaspectratio points display encoding mathvariant stretchy fence separator accent accentunder displaystyle ' +
      'scriptlevel columnalign columnspacing rowspacing columnlines rowlines minsize maxsize lspace rspace linethickness ' +
      'mathcolor mathbackground mathsize notation voffset depth movablelimits symmetric form side largeop'
    ).split(' '),
  )

  function isHarmless(element: Element, name: string, value: string): boolean {
    if (name.startsWith('aria-') || attributes.has(name)) return true
    if (name === 'href')
      return element.localName === 'a' && /^(?:https?:\/\/|mailto:|#[\w-]*fn(?:ref)?-[^&]*$)/u.test(value)
    if (name === 'id') return /^(?:[\w-]+-fn(?:ref)?-|footnote-label$)/u.test(value)
    return name === 'style' && !/url\(|expression|import|fixed/iu.test(value)
  }

  const found: string[] = []
  for (const element of root.querySelectorAll('*')) {
    const { localName } = element
    if (!tags.has(localName)) found.push(`<${localName}>`)
    if (localName === 'input' && element.getAttribute('type') !== 'checkbox') found.push('<input> that takes text')
    const isLink = localName === 'a' && element.getAttribute('href')?.startsWith('#') === false
    if (isLink && element.getAttribute('rel') !== 'noopener noreferrer') found.push('link without rel')
    if (isLink && element.getAttribute('target') !== '_blank') found.push('link without target')
    for (const { name, value } of element.attributes) {
      if (!isHarmless(element, name.toLowerCase(), value)) found.push(`<${localName} ${name}=${JSON.stringify(value)}>`)
    }
  }
  return found
}
