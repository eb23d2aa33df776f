import { cn } from '@colonnade/ui'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useIsNarrow } from '../use-is-narrow.ts'
import { windowParts } from './row-window.ts'
import { useListKeys } from './use-list-keys.ts'
import { useRowWindow } from './use-row-window.ts'

export interface LongTableColumn<Item> {
  readonly label: string
  /** Of its cells and its heading: the width, and from which window on it is shown. */
  readonly className?: string
  readonly isNumber?: boolean
  /** Its heading is a button that puts the list in its order; see `order`. */
  readonly isSortable?: boolean
  /** `tabIndex` belongs on everything in it that can have the focus. */
  readonly renderCell: (item: Item, tabIndex: 0 | -1) => ReactNode
}

export interface LongTableProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  /** The first has the entry's link, with `entryProps`; on phones it is the only one. */
  readonly columns: readonly LongTableColumn<Item>[]
  /** The column, by its label, in whose order the list is. */
  readonly order?: ListOrder | undefined
  readonly onOrder?: (order: ListOrder) => void
  /** Heights of a row: where each is one line of text. */
  readonly rowPx?: { readonly wide: number; readonly narrow: number }
}

export interface ListOrder {
  readonly column: string
  readonly isDescending: boolean
}

/** Heights of a row, in pixels: in a window with room for columns, and on a phone. */
const roomyPx = { wide: 48, narrow: 64 }

/** A table of any length, of which only what is seen is in the page. It scrolls with the page; its headings stay. */
export function LongTable<Item>({ label, items, keyOf, columns: allColumns, order, onOrder, rowPx = roomyPx }: LongTableProps<Item>) {
  const [list, setList] = useState<HTMLElement | null>(null)
  const isNarrow = useIsNarrow()
  const heightPx = isNarrow ? rowPx.narrow : rowPx.wide
  const columns = isNarrow ? allColumns.slice(0, 1) : allColumns
  const { active, ...keys } = useListKeys(list, items.length)
  const indexes = useRowWindow(list, items.length, heightPx, active)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys walk between the links in its rows
    <table
      ref={setList}
      aria-label={label}
      aria-rowcount={items.length + 1}
      className="w-full table-fixed border-separate border-spacing-0 rounded-lg border"
      {...keys}
    >
      <thead className="max-md:sr-only">
        <tr aria-rowindex={1}>
          {columns.map((column) => (
            <th
              key={column.label}
              scope="col"
              {...(order?.column === column.label && { 'aria-sort': order.isDescending ? ('descending' as const) : ('ascending' as const) })}
              className={cn(
                'sticky top-0 z-10 h-8 border-b bg-surface px-3 text-left text-xs font-medium whitespace-nowrap text-faint first:rounded-tl-lg last:rounded-tr-lg',
                column.isNumber === true && 'text-right',
                column.className,
              )}
            >
              {column.isSortable === true && onOrder ? (
                <button
                  type="button"
                  className="inline-flex items-center gap-1 rounded-sm hover:text-fg"
                  onClick={() => onOrder({ column: column.label, isDescending: order?.column === column.label && !order.isDescending })}
                >
                  {column.label}
                  {order?.column === column.label &&
                    (order.isDescending ? <ArrowDown aria-hidden className="size-3" /> : <ArrowUp aria-hidden className="size-3" />)}
                </button>
              ) : (
                column.label
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {windowParts(indexes, items.length).map((part) => {
          if (part.kind === 'room') {
            return (
              <tr key={`before ${part.before}`} aria-hidden>
                {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is room, not a control */}
                <td className="p-0" style={{ height: part.rows * heightPx }} />
              </tr>
            )
          }
          const item = items[part.index]!
          const tabIndex = part.index === active ? 0 : -1
          return (
            <tr
              key={keyOf(item)}
              data-index={part.index}
              aria-rowindex={part.index + 2}
              className="group/row hover:bg-hover"
              style={{ height: heightPx }}
            >
              {columns.map((column) => (
                <td
                  key={column.label}
                  className={cn('border-b px-3 group-last/row:border-b-0', column.isNumber === true && 'text-right tabular-nums', column.className)}
                >
                  {column.renderCell(item, tabIndex)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
