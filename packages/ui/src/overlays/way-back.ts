import { useInsertionEffect, useRef } from 'react'
import { isFocusable, partsAround, placeOf } from './focus-place.ts'

/**
 * Where the focus goes when a dialog closes: to what had it before. Where that is gone, since what was done took it away, or is a button that
 * can not be pressed now, to the part of the page, or the dialog below, that it stood in: not to the top of the page, nor behind that dialog,
 * where Escape would not close it.
 */
export function useWayBack(isOpen: boolean): () => boolean | HTMLElement {
  const around = useRef<readonly HTMLElement[]>([])
  // a field of the dialog that takes the focus by itself does so before any later effect
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
 * The dialog may go with the part of the page that it belonged to, and what opened it may go, or be disabled, when the page hears what was
 * done, which may be minutes later: nothing tells that the focus was lost, but a change of the page comes before. Once the focus is anywhere else,
 * it is no longer ours to keep.
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
