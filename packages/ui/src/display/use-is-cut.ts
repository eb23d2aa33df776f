import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether an element has more to show at its end, sideways. */
export function useIsCut(): readonly [RefObject<HTMLElement | null>, boolean] {
  const element = useRef<HTMLElement>(null)
  const [isCut, setIsCut] = useState(false)
  useEffect(() => {
    const scroller = element.current
    if (!scroller) return
    // half a pixel is nothing that anybody misses
    const look = () => setIsCut(scroller.scrollWidth - scroller.clientWidth - scroller.scrollLeft > 1)
    const observer = new ResizeObserver(look)
    for (const each of [scroller, ...scroller.children]) observer.observe(each)
    scroller.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', look)
    }
  }, [])
  return [element, isCut]
}
