import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { entryAfterKey } from './row-window.ts'

/** Marks the link of an entry, which the keys move the focus to. */
export const entryProps = { 'data-entry': '' } as const

export interface ListKeys {
  /** The one entry that Tab stops at. */
  readonly active: number
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void
}

/** Tab stops once in a list; arrows, Home, End and the page keys walk it. Entries stand in elements with `data-index`. */
export function useListKeys(list: HTMLElement | null, count: number, columns = 1): ListKeys {
  const [active, setActive] = useState(0)
  const isWalking = useRef(false)
  useEffect(() => {
    if (!isWalking.current) return
    isWalking.current = false
    list?.querySelector<HTMLElement>(`[data-index="${active}"] [data-entry]`)?.focus()
  }, [list, active])
  return {
    active: Math.max(0, Math.min(active, count - 1)),
    onKeyDown: (event) => {
      const place = placeOf(event.target)
      if (place === null || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
      const target = entryAfterKey(event.key, place, count, columns)
      if (target === null) return
      event.preventDefault()
      isWalking.current = target !== active
      setActive(target)
    },
    onFocus: ({ target }) => setActive((known) => placeOf(target) ?? known),
  }
}

/** Goes from the box that narrows a list into the list. */
export function focusListOnArrowDown(event: KeyboardEvent<HTMLElement>): void {
  const first = event.key === 'ArrowDown' && event.currentTarget.closest('main')?.querySelector<HTMLElement>('[data-entry][tabindex="0"]')
  if (!first) return
  event.preventDefault()
  first.focus()
}

function placeOf(target: EventTarget): number | null {
  const index = target instanceof Element ? target.closest<HTMLElement>('[data-index]')?.dataset['index'] : undefined
  return index === undefined ? null : Number(index)
}
