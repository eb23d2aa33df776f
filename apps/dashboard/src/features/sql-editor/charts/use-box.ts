import { useEffect, useRef, useState, type RefObject } from 'react'

/** Size of an element in whole pixels, kept up to date; zeros before it is known. */
export function useBox(): readonly [RefObject<HTMLDivElement | null>, { readonly width: number; readonly height: number }] {
  const element = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setBox({ width: Math.floor(entry.contentRect.width), height: Math.floor(entry.contentRect.height) })
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, box]
}
