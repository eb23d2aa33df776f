import { useInsertionEffect, useRef } from 'react'

/**
 * Where the focus goes when a dialog closes: to what had it before. Where that is gone, since what was done took it away, to the part of the
 * page that it stood in, and not to the top of the page.
 */
export function useWayBack(isOpen: boolean): () => boolean | HTMLElement {
  const around = useRef<readonly HTMLElement[]>([])
  // a field of the dialog that takes the focus by itself does so before any later effect
  useInsertionEffect(() => {
    const active = document.activeElement
    if (!isOpen || !(active instanceof HTMLElement) || active === document.body) return
    around.current = [active, ...['section', '[data-page]'].flatMap((part) => active.closest<HTMLElement>(part) ?? [])]
  }, [isOpen])
  return () => {
    const active = document.activeElement
    // what was done has put it somewhere
    if (active !== null && active !== document.body && active.closest('[role=dialog]') === null) return false
    const place = around.current.find((each) => each.isConnected)
    if (place === undefined) return true
    if (place !== around.current[0]) {
      place.tabIndex = -1
      place.style.outline = 'none'
    }
    return place
  }
}
