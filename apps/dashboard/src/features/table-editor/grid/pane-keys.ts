import type { KeyboardEvent } from 'react'

/** Parts of the pane that F6 goes through, from top to bottom. In the grid Tab goes from cell to cell, so it is no way out. */
const parts = ['header', 'search', '[role=grid]', '[aria-label=Changes]', 'footer']
const stops = '[tabindex="0"], a[href], button:not(:disabled, [tabindex="-1"]), input:not(:disabled, [tabindex="-1"])'

/** F6 goes to the next part of the pane, with Shift to the one before; the active cell of the grid is where one was. */
export function onPaneKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey) return
  const there = parts.flatMap((part) => event.currentTarget.querySelector<HTMLElement>(part) ?? [])
  const from = there.findIndex((part) => part.contains(document.activeElement))
  const step = event.shiftKey ? -1 : 1
  for (let count = 1; count <= there.length; count += 1) {
    const part = there[(from + step * count + there.length * 2) % there.length]!
    const stop = part.querySelector<HTMLElement>('[role=gridcell][tabindex="0"], input[role=combobox]') ?? part.querySelector<HTMLElement>(stops)
    if (stop === null) continue
    event.preventDefault()
    stop.focus()
    return
  }
}
