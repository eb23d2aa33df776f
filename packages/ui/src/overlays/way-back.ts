import { useInsertionEffect, useRef } from 'react'
import { isFocusable, partsAround, placeOf } from './focus-place.ts'

/**
 * Restores the focus when a dialog closes: to the element that had it before. If that is gone or disabled, to the part of the page, or of
 * the dialog below, around it: not to the top of the page, nor behind that dialog, where Escape wouldn't close it.
 */
export function useWayBack(isOpen: boolean): () => boolean | HTMLElement {
  const around = useRef<readonly HTMLElement[]>([])
  // runs before later effects, in which a field of the dialog may take the focus
  useInsertionEffect(() => {
    const active = document.activeElement
    if (!isOpen || !(active instanceof HTMLElement) || active === document.body) return
    const parts = [active, ...partsAround(active)]
    around.current = parts
    return () => keepFocus(parts)
  }, [isOpen])
  return () => {
    const active = document.activeElement
    // what was done has put it somewhere
    if (active !== null && active !== document.body && active.closest('[role=dialog]') === null) return false
    const opener = around.current[0]
    // where the focus goes instead is seen once the dialog is gone
    return opener === undefined || isFocusable(opener) ? (opener ?? true) : false
  }
}

/**
 * Keeps the focus after a dialog closes: its part of the page, or the button that opened it, may be removed or disabled once the page
 * learns the result, which may take minutes. No event reports the lost focus, but a change of the page precedes it. Stops once the focus is
 * anywhere else.
 */
function keepFocus(parts: readonly HTMLElement[]): void {
  const places = () => [...parts, ...document.querySelectorAll<HTMLElement>('[data-page]')]
  const look = () => {
    const active = document.activeElement
    if (active instanceof HTMLElement && active !== document.body && isFocusable(active)) return
    placeOf(places())?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  setTimeout(look)
  const movedOn = new AbortController()
  const end = ({ type, target }: Event) => {
    if (type === 'focusin' && places().some((place) => place === target)) return
    observer.disconnect()
    movedOn.abort()
  }
  for (const type of ['focusin', 'pointerdown']) document.addEventListener(type, end, { capture: true, signal: movedOn.signal })
}
