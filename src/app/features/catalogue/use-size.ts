import { useEffect, useState, type RefObject } from 'react'

/** The width and height of an element in CSS pixels, as they are now; null before it is laid out. */
export function useSize(of: RefObject<HTMLElement | null>): { width: number; height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  useEffect(() => {
    if (!of.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(of.current)
    return () => observer.disconnect()
  }, [of])
  return size
}
