import { useEffect, useState, type ReactNode } from 'react'
import { windowParts } from './row-window.ts'
import { useListKeys } from './use-list-keys.ts'
import { useRowWindow } from './use-row-window.ts'

export interface LongCardsProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  /** Height of a card, in pixels. */
  readonly cardPx: number
  /** A card that fills its place; its link has `entryProps` and that `tabIndex`. */
  readonly renderCard: (item: Item, tabIndex: 0 | -1) => ReactNode
}

const gapPx = 12
/** Narrowest that a card gets before a column is taken away, in pixels. */
const cardMinPx = 270

/** Cards of any number, of which only those seen are in the page. They scroll with the page. */
export function LongCards<Item>({ label, items, keyOf, cardPx, renderCard }: LongCardsProps<Item>) {
  const [list, setList] = useState<HTMLElement | null>(null)
  const columns = useColumns(list)
  const rowPx = cardPx + gapPx
  const rows = Math.ceil(items.length / columns)
  const { active, ...keys } = useListKeys(list, items.length, columns)
  const indexes = useRowWindow(list, rows, rowPx, Math.floor(active / columns))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys walk between the links in it
    <ul ref={setList} aria-label={label} className="grid gap-x-3" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }} {...keys}>
      {windowParts(indexes, rows).flatMap((part) => {
        if (part.kind === 'room') {
          return [
            <li key={`before ${part.before}`} role="presentation" aria-hidden className="col-span-full" style={{ height: part.rows * rowPx }} />,
          ]
        }
        const first = part.index * columns
        return items.slice(first, first + columns).map((item, place) => (
          <li
            key={keyOf(item)}
            data-index={first + place}
            aria-setsize={items.length}
            aria-posinset={first + place + 1}
            className="min-w-0"
            style={{ height: rowPx, paddingBottom: gapPx }}
          >
            {renderCard(item, first + place === active ? 0 : -1)}
          </li>
        ))
      })}
    </ul>
  )
}

/** How many cards stand beside each other. */
function useColumns(list: HTMLElement | null): number {
  const [observed, setObserved] = useState<number | null>(null)
  useEffect(() => {
    if (!list) return
    const observer = new ResizeObserver(([entry]) => setObserved(entry?.contentRect.width ?? 0))
    observer.observe(list)
    return () => observer.disconnect()
  }, [list])
  // at first as it stands: the cards would be in one column for a moment, and the keys walk them like that
  const width = observed ?? list?.clientWidth ?? 0
  return Math.max(1, Math.min(4, Math.floor((width + gapPx) / (cardMinPx + gapPx))))
}
