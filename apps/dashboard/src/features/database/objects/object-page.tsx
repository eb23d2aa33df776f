import { Button, EmptyState, Skeleton } from '@colonnade/ui'
import { SearchX } from 'lucide-react'
import { useDeferredValue, useMemo, type ReactNode } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { countText } from '../../../lib/lists/count-text.ts'
import { LongTable, type ListOrder, type LongTableColumn } from '../../../lib/lists/long-table.tsx'
import { ListSearch } from '../../../lib/lists/list-search.tsx'
import { useSearchText } from '../../../lib/lists/use-search-text.ts'
import { Page } from '../../../lib/page.tsx'
import { useTitle } from '../../../lib/use-title.ts'
import { finder, ordered, orderOf, orderText, type SortValue } from './object-list.ts'
import type { SearchProps } from './object-search.ts'

export interface ObjectColumn<Item> extends Omit<LongTableColumn<Item>, 'isSortable'> {
  /** By what the list is put in its order; without it, it can't be. */
  readonly sortBy?: (item: Item) => SortValue
}

export interface ObjectPageProps<Item> extends SearchProps {
  readonly title: string
  readonly description: ReactNode
  /** "function": for sentences about one. */
  readonly noun: string
  /** For sentences about several, where it is not the noun with an s. */
  readonly plural?: string
  /** All of them; undefined while they come. */
  readonly items: readonly Item[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly keyOf: (item: Item) => string
  /** What is searched. */
  readonly textOf: (item: Item) => string
  /** The first is the object's name, and in whose order the list is at first. */
  readonly columns: readonly ObjectColumn<Item>[]
  /** The list begins with the last of the first column, such as the newest. */
  readonly isFromEnd?: boolean
  /** At the end of the title's line, such as "New function". */
  readonly actions?: ReactNode
  /** Before the search, such as a schema picker. */
  readonly filters?: ReactNode
  /** Between the search and the list, such as what should be looked at. */
  readonly notice?: ReactNode
  /** In place of the list where there is none at all: what to do next. */
  readonly empty: ReactNode
  readonly isCompact?: boolean
  /** Panels and dialogs. */
  readonly children?: ReactNode
}

const rowPx = { wide: 36, narrow: 56 }

/** A list of database objects: searched, in the order of any column, of any length. */
export function ObjectPage<Item>(props: ObjectPageProps<Item>) {
  const { title, description, noun, items, error, onRetry, keyOf, textOf, columns, actions, filters, notice, empty, children, search, onSearch } =
    props
  const { isFromEnd = false, plural = `${noun}s` } = props
  useTitle(title)
  const first = columns[0]!.label
  const [text, setText] = useSearchText(search.q, (q) => onSearch({ ...search, q }, { isReplaced: true }))
  const words = useDeferredValue(text)
  const asked = orderOf(search.order, first, isFromEnd)
  const column = columns.find(({ label, sortBy }) => label === asked.column && sortBy !== undefined) ?? columns[0]!
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
          label={title}
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
    [title, shown, columns, order.column, order.isDescending, search, onSearch],
  )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Page title={title} description={description} actions={actions}>
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center gap-2">
            {filters}
            <ListSearch label={`Search ${plural}`} value={text} onChange={setText} />
            {items && shown && (
              <output className="ml-auto text-xs whitespace-nowrap text-faint tabular-nums">
                {countText(shown.length, items.length, noun, plural)}
              </output>
            )}
          </div>
          {notice}
          {error !== null && <ErrorNotice error={error} onRetry={onRetry} />}
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
      </Page>
      {children}
    </div>
  )
}
