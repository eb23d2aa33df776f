/** The parts of the page that an element stands in, the nearest kind first. */
export function partsAround(element: HTMLElement): HTMLElement[] {
  return ['[role=tree]', 'section', '[role=dialog]', '[data-page]'].flatMap((part) => element.closest<HTMLElement>(part) ?? [])
}

/** It is there still, and can be pressed if it is a button. */
export const isFocusable = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled')

/** Returns the first element that can still be focused. Makes it focusable if it isn't. */
export function placeOf(parts: readonly HTMLElement[]): HTMLElement | undefined {
  const place = parts.find(isFocusable)
  if (place !== undefined && place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.style.outline = 'none'
  }
  return place
}

/** For the `ref` of something that goes once it has done its work: the part of the page that it stood in has the focus then, not nothing. */
export function handFocusOn(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined
  return () => {
    if (!element.contains(document.activeElement)) return
    const parts = partsAround(element)
    setTimeout(() => document.activeElement === document.body && placeOf(parts)?.focus({ preventScroll: true }))
  }
}
