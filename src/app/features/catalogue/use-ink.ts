import { useEffect, useState, type RefObject } from 'react'
import { shapes, type PlotInk } from './draw-plot.ts'

/** The colours of an element's theme, read anew whenever the theme changes. */
export function useInk(of: RefObject<HTMLElement | null>): PlotInk | null {
  const [ink, setInk] = useState<PlotInk | null>(null)
  useEffect(() => {
    const read = () => of.current && setInk(inkOf(of.current))
    read()
    const observer = new MutationObserver(read)
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    const media = matchMedia('(prefers-color-scheme: dark)')
    media.addEventListener('change', read)
    return () => {
      observer.disconnect()
      media.removeEventListener('change', read)
    }
  }, [of])
  return ink
}

/** A canvas understands no `var()` and no `light-dark()`: an element in the page is asked what they come to. */
function inkOf(element: HTMLElement): PlotInk {
  const probe = document.createElement('span')
  probe.style.font = '500 11px var(--font-sans)'
  element.append(probe)
  const read = (name: string) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const ink = {
    text: read('--color-text-muted'),
    line: read('--color-line'),
    surface: read('--color-surface'),
    accent: read('--color-accent'),
    font: getComputedStyle(probe).font,
    categories: shapes.map((_, category) => read(`--plot-${category}`)),
  }
  probe.remove()
  return ink
}
