import { useInsertionEffect, useRef } from 'react'

/** By then a page shows what was done. */
const settledMs = 500

/**
 * Where the focus goes when a dialog closes: to what had it before. Where that is gone, since what was done took it away, or is a button that
 * still can not be pressed once that is done, to the part of the page, or the dialog below, that it stood in: not to the top of the page, nor
 * behind that dialog, where Escape would not close it.
 */
export function useWayBack(isOpen: boolean): () => boolean | HTMLElement {
  const around = useRef<readonly HTMLElement[]>([])
  // a field of the dialog that takes the focus by itself does so before any later effect
  useInsertionEffect(() => {
    const active = document.activeElement
    if (!isOpen || !(active instanceof HTMLElement) || active === document.body) return
    const parts = [active, ...['section', '[role=dialog]', '[data-page]'].flatMap((part) => active.closest<HTMLElement>(part) ?? [])]
    around.current = parts
    return () => {
      const look = (those: readonly HTMLElement[]) => {
        const place =
          document.activeElement === document.body ? placeOf([...those, ...document.querySelectorAll<HTMLElement>('[data-page]')]) : undefined
        place?.focus({ preventScroll: true })
      }
      // the dialog may have gone with the part of the page that it belonged to, and what opened it may follow when the page hears what was done
      setTimeout(() => look(parts))
      setTimeout(() => look(parts.filter((each) => !each.matches(':disabled'))), settledMs)
    }
  }, [isOpen])
  return () => {
    const active = document.activeElement
    // what was done has put it somewhere
    if (active !== null && active !== document.body && active.closest('[role=dialog]') === null) return false
    const place = placeOf(around.current)
    if (place === undefined || place === around.current[0]) return place ?? true
    // returned, it would hand the focus to the first button in it, such as the first line of a menu beside the page
    place.focus({ preventScroll: true })
    return false
  }
}

/** The first that is there still; what can not have the focus otherwise can from now on. */
function placeOf(parts: readonly HTMLElement[]): HTMLElement | undefined {
  const place = parts.find((each) => each.isConnected)
  if (place !== undefined && place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.style.outline = 'none'
  }
  return place
}
