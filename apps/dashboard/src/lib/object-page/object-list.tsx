import { Button, EmptyState, Skeleton } from '@colonnade/ui'
import { SearchX } from 'lucide-react'
import { useDeferredValue, useMemo, type ReactNode } from 'react'
import { ErrorNotice } from '../error-notice.tsx'
import { countText } from '../lists/count-text.ts'
import { ListSearch } from '../lists/list-search.tsx'
import { LongTable, type ListOrder, type LongTableColumn } from '../lists/long-table.tsx'
import { useSearchText } from '../lists/use-search-text.ts'
import { finder, ordered, orderOf, orderText, type SortValue } from './list-order.ts'
import type { ObjectSearch, SearchProps } from './object-search.ts'

/** What is known about all objects of a kind, declared once beside their page. */
export interface ObjectKind<Item> {
  /** "function": for sentences about one. */
  readonly noun: string
  /** For sentences about several; the noun with an s unless given. */
  readonly plural?: string
  /** Names an object in the address. */
  readonly keyOf: (item: Item) => string
  /** The text that is searched. */
  readonly textOf: (item: Item) => string
  /** Starts with the last of the first column, such as the newest. */
  readonly isFromEnd?: boolean
}

export interface ObjectColumn<Item> extends Omit<LongTableColumn<Item>, 'isSortable'> {
  /** The value that the list is sorted by; a column without it can't be sorted. */
  readonly sortBy?: (item: Item) => SortValue
}

/** The objects as a query has them: `data` is undefined while they load. */
export interface ObjectData<Item> {
  readonly data: readonly Item[] | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

export interface ObjectListProps<Item, Search extends ObjectSearch> extends SearchProps<Search> {
  /** Names the table. */
  readonly label: string
  readonly kind: ObjectKind<Item>
  readonly list: ObjectData<Item>
  /** The first is the object's name, and the list is sorted by it at first. */
  readonly columns: readonly ObjectColumn<Item>[]
  /** Before the search, such as a schema picker. */
  readonly filters?: ReactNode
  /** Between the search and the list, such as a warning. */
  readonly notice?: ReactNode
  /** In place of the list when there are no objects: what to do next. */
  readonly empty: ReactNode
}

const rowPx = { wide: 36, narrow: 56 }

/** A list of objects of any length, searched and sorted in the browser: the words and the order are in the address. */
export function ObjectList<Item, Search extends ObjectSearch>(props: ObjectListProps<Item, Search>) {
  const { label, kind, list, columns, filters, notice, empty, search, onSearch } = props
  const { noun, plural = `${noun}s`, keyOf, textOf, isFromEnd = false } = kind
  const { data: items, error } = list
  const first = columns[0]!.label
  const [text, setText] = useSearchText(search.q, (q) => onSearch({ ...search, q }, { isReplaced: true }))
  const words = useDeferredValue(text)
  const asked = orderOf(search.order, first, isFromEnd)
  const column = columns.find((each) => each.label === asked.column && each.sortBy !== undefined) ?? columns[0]!
  const order = { column: column.label, isDescending: column.label === asked.column ? asked.isDescending : isFromEnd }
  // tens of thousands are not put in order with each letter that is typed; a column's values are those of its items
  // oxlint-disable-next-line react/exhaustive-deps
  const inOrder = useMemo(() => items && ordered(items, column.sortBy ?? (() => null), order.isDescending), [items, order.column, order.isDescending])
  // what an item's text is does not change either
  // oxlint-disable-next-line react/exhaustive-deps
  const find = useMemo(() => inOrder && finder(inOrder, textOf), [inOrder])
  const shown = find?.(words)
  const onOrder = (next: ListOrder) => onSearch({ ...search, order: orderText(next, first, isFromEnd) }, { isReplaced: true })
  // a letter is drawn before what it finds: until then the rows are as they were
  const table = useMemo(
    () =>
      shown !== undefined &&
      shown.length > 0 && (
        <LongTable
          label={label}
          items={shown}
          keyOf={keyOf}
          columns={columns.map(({ sortBy, ...rest }) => ({ ...rest, isSortable: sortBy !== undefined }))}
          order={order}
          onOrder={onOrder}
          rowPx={rowPx}
        />
      ),
    // what an item's key is does not change; an order is new each time
    // oxlint-disable-next-line react/exhaustive-deps
    [label, shown, columns, order.column, order.isDescending, search, onSearch],
  )
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {filters}
        <ListSearch label={`Search ${plural}`} value={text} onChange={setText} />
        {items && shown && (
          <output className="ml-auto text-xs whitespace-nowrap text-faint tabular-nums">{countText(shown.length, items.length, noun, plural)}</output>
        )}
      </div>
      {notice}
      {error !== null && <ErrorNotice error={error} onRetry={() => void list.refetch()} />}
      {items === undefined && error === null && (
        <output aria-label={`Loading the ${plural}`} className="flex flex-col gap-4 rounded-lg border p-4">
          {['w-1/2', 'w-2/3', 'w-1/3', 'w-3/5', 'w-2/5'].map((width) => (
            <Skeleton key={width} className={`h-3 ${width}`} />
          ))}
        </output>
      )}
      {items?.length === 0 && empty}
      {table}
      {items && items.length > 0 && shown?.length === 0 && (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={`No ${noun} matches`}
          action={
            <Button
              onClick={() => {
                setText('')
                onSearch({ ...search, q: undefined }, { isReplaced: true })
              }}
            >
              Show all {plural}
            </Button>
          }
        >
          None has “{words.trim().slice(0, 80)}” in it.
        </EmptyState>
      )}
    </div>
  )
}
